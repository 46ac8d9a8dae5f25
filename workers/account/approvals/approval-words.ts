import type { ApprovableCommand } from "../../../durable-objects/account/account-command.ts";
import type { ApprovalStatement } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { CustomerService } from "../../../shared/billing-contract/customer.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { bilingual, typeset } from "../../../shared/pages/french-typography.ts";
import type { Language, Text } from "../../../shared/platform/language.ts";
import { type ApprovalFact, amountWords, quoted, quoteFacts } from "./quote-facts.ts";

/** What would be done, in the customer's words. */
export interface ApprovalWords {
  /** What would be done, without a full stop: `Renew studio-ana.ca for 2 years`. */
  title: string;
  facts: ApprovalFact[];
  /** What follows from it, as sentences. */
  consequences: string[];
}

/** The statement of one command. */
export type StatementOf<Name extends ApprovableCommand> = Extract<ApprovalStatement, { operation: Name }>;

const texts = bilingual(
  {
    month: "Orders this month",
    ordered: (sum: string, limit: string) => `${sum} before this one; you are asked above ${limit}.`,
    everyOrder: "You are asked about every order.",
    unknownSum: (limit: string) =>
      `What was ordered before is not known for certain yet; you are asked above ${limit}.`,
    invoiced: "It makes an invoice, which only you can pay.",
    free: "Nothing is to be paid for it now.",
  },
  {
    month: "Commandes du mois",
    ordered: (sum, limit) => `${sum} avant celle-ci ; votre accord est demandé au-delà de ${limit}.`,
    everyOrder: "Votre accord est demandé pour chaque commande.",
    unknownSum: (limit) =>
      `Ce qui a été commandé avant n’est pas encore connu avec certitude ; votre accord est demandé au-delà de ${limit}.`,
    invoiced: "Une facture sera établie, que vous seul pouvez payer.",
    free: "Rien n’est à payer pour cela maintenant.",
  },
);

/** The words of one command: facts besides the price, and consequences where they are not those of its definition. */
export type ApprovalWording<Name extends ApprovableCommand> = (
  statement: StatementOf<Name>,
  language: Language,
) => Pick<ApprovalWords, "title"> & Partial<ApprovalWords>;

/** The definitions of what a customer can be asked about. */
export type ApprovableDefinitions = {
  [Name in ApprovableCommand]: { approvalWords: ApprovalWording<Name>; consequence: Text };
};

/** What would be done, with its quote and the month that it counts towards. */
export function describeApproval(
  definitions: ApprovableDefinitions,
  statement: ApprovalStatement,
  language: Language,
): ApprovalWords {
  const { title, facts = [], consequences } = commandWords<ApprovableCommand>(definitions, statement, language);
  const { price } = statement.preview;
  const { consequence } = definitions[statement.operation];
  const ofCommand = consequences ?? (price ? [] : [typeset(consequence, language)]);
  return {
    title,
    facts: [...facts, ...quoteFacts(statement, language, { withValues: true }), ...monthFacts(statement, language)],
    consequences: price ? [...ofCommand, texts[language][price.amount > 0 ? "invoiced" : "free"]] : ofCommand,
  };
}

/** Generic: so the type checker knows that a definition and its statement belong together. */
function commandWords<Name extends ApprovableCommand>(
  definitions: ApprovableDefinitions,
  statement: StatementOf<Name>,
  language: Language,
) {
  const operation: Name = statement.operation;
  return definitions[operation].approvalWords(statement, language);
}

/** The month that an order counts towards; nothing of what is below no limit. */
function monthFacts({ preview: { price }, limit, monthSum }: ApprovalStatement, language: Language): ApprovalFact[] {
  if (!price || limit === null) return [];
  const words = texts[language];
  const inWords = (amount: number) => amountWords({ ...price, amount }, language);
  const month =
    limit === 0
      ? words.everyOrder
      : monthSum === null
        ? words.unknownSum(inWords(limit))
        : words.ordered(inWords(monthSum), inWords(limit));
  return [{ label: words.month, lines: [month] }];
}

/** The facts that can be mailed: what the billing system says of the command, and nothing that the application wrote. */
export function mailedFacts(statement: ApprovalStatement, language: Language): ApprovalFact[] {
  return [...quoteFacts(statement, language, { withValues: false }), ...monthFacts(statement, language)];
}

/** A plan as the customer knows it. */
export function planWords(
  { planName }: Pick<ApprovalStatement["preview"], "planName">,
  id: string,
  language: Language,
) {
  return planName ? quoted(planName[language]) : id;
}

/** A domain name as people read it, with the form that is registered where that differs: letters can look alike. */
export function nameWords(name: string): string {
  const parsed = parseDomainName(name);
  return "refused" in parsed || parsed.unicode === name ? name : `${parsed.unicode} (${name})`;
}

/** A service as the customer knows it: `Web Start (studio-ana.ca)`. */
export function serviceWords({ plan, domain, id }: Pick<CustomerService, "plan" | "domain" | "id">): string {
  return `${quoted(plan)} (${domain === null ? `#${id}` : nameWords(domain)})`;
}
