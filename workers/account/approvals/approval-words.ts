import type * as z from "zod";
import type { CommandRefusal } from "../../../durable-objects/account/account-port.ts";
import type { ApprovalStatement } from "../../../durable-objects/account/approvals/approval-port.ts";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import type { CustomerService } from "../../../shared/billing-contract/customer.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { byLanguage, typeset } from "../../../shared/pages/french-typography.ts";
import { instantOf } from "../../../shared/platform/calendar.ts";
import type { Language, Text } from "../../../shared/platform/language.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { ASSISTANTS_PATH, approvalPath } from "../pages/page-addresses.ts";
import { type ApprovalFact, amountWords, priceFacts, quoted, quoteFacts } from "./quote-facts.ts";

/** What would be done, in the customer's words. */
export interface ApprovalWords {
  /** What would be done, without a full stop: `Renew studio-ana.ca for 2 years`. */
  title: string;
  facts: ApprovalFact[];
  /** What follows from it, as sentences. */
  consequences: string[];
}

const texts = byLanguage({
  why: { en: "Why you are asked", fr: "Pourquoi votre accord est demandé" },
  everyOrder: { en: "You chose to approve every order.", fr: "Vous avez choisi d’approuver chaque commande." },
  above: (limit: string) => ({
    en: `You chose to approve each order above ${limit} before taxes. The amount is per order.`,
    fr: `Vous avez choisi d’approuver chaque commande de plus de ${limit} avant taxes. Ce montant vaut par commande.`,
  }),
  invoiced: {
    en: "It makes an invoice, which only you can pay.",
    fr: "Une facture sera établie, que vous seul pouvez payer.",
  },
  free: { en: "Nothing is to be paid for it now.", fr: "Rien n’est à payer pour cela maintenant." },
});

/** The members of an input that are shown. An auth code is secret, and is not among them; a new member stays hidden until it is listed. */
export const SHOWN_MEMBERS = [
  ...(["domain", "type", "years", "plan", "billing_cycle", "promotion", "id", "when", "reason", "fields"] as const),
  ...(["nameservers", "locked", "zone", "remove", "add"] as const),
] as const;

/** The words of one command: facts besides the price, and consequences where they are not those of its definition. */
export type ApprovalWording<Input extends z.ZodObject> = (
  statement: Pick<ApprovalStatement, "preview"> & {
    input: Pick<z.output<Input>, Extract<keyof z.output<Input>, (typeof SHOWN_MEMBERS)[number]>>;
  },
  language: Language,
) => Pick<ApprovalWords, "title"> & Partial<ApprovalWords>;

/** An operation, as far as the customer reads of it before they approve it. */
export interface ApprovableOperation {
  // biome-ignore lint/suspicious/noExplicitAny: the input of a statement is that of its operation.
  words: ApprovalWording<any> | null;
  consequence: Text;
}

/** What would be done, with its quote and why the customer is asked. */
export function describeApproval(
  { words, consequence }: ApprovableOperation,
  statement: ApprovalStatement,
  language: Language,
): ApprovalWords {
  if (!words) throw new Error(`no approval is asked for ${statement.operation}`);
  const { title, facts = [], consequences } = words(statement, language);
  const { price } = statement.preview;
  const ofCommand = consequences ?? (price ? [] : [typeset(consequence, language)]);
  return {
    title,
    facts: [...facts, ...quoteFacts(statement, language), ...limitFacts(statement, language)],
    consequences: price ? [...ofCommand, texts[language][price.amount > 0 ? "invoiced" : "free"]] : ofCommand,
  };
}

/** The amount of the connection that an order is above; nothing for what is asked whatever it costs. */
function limitFacts({ preview: { price }, limit }: ApprovalStatement, language: Language): ApprovalFact[] {
  if (!price || limit === null) return [];
  const { why, everyOrder, above } = texts[language];
  return [
    { label: why, lines: [limit === 0 ? everyOrder : above(amountWords({ ...price, amount: limit }, language))] },
  ];
}

/** The facts that are mailed: the price and the reason. The page has all of them. */
export function mailedFacts(statement: ApprovalStatement, language: Language): ApprovalFact[] {
  return [...priceFacts(statement, language), ...limitFacts(statement, language)];
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

type ApprovalRefusal = Extract<
  CommandRefusal,
  { code: "approval_needed" | "approval_declined" | "too_many_approvals" }
>;

export function isApprovalRefusal(refusal: CommandRefusal): refusal is ApprovalRefusal {
  return REFUSALS.some((code) => code === refusal.code);
}

const REFUSALS = ["approval_needed", "approval_declined", "too_many_approvals"] as const;
const MAX_MESSAGE = 500;

/**
 * The problem of a command that its customer has not approved.
 * @param auth {auth_url}, where the pages are
 * @param nothingDone the operation's own words
 */
export function approvalProblem(
  refusal: ApprovalRefusal,
  operation: ApprovableOperation,
  auth: string,
  { en, fr }: Text,
): OperationError {
  switch (refusal.code) {
    case "approval_needed": {
      const { approval, retryAfter } = refusal;
      const message = messageOf(approval, operation);
      const action_required = { type: "approve_action", message, url: auth + approvalPath(approval) };
      return new OperationError(
        "not_allowed",
        {
          en: `The customer wants to approve this first: ${en}. Give them action_required.url; once they have approved it, send the same request again.`,
          fr: `La personne veut d’abord donner son accord : ${fr}. Donnez-lui action_required.url ; une fois l’accord donné, renvoyez la même requête.`,
        },
        { retryAfter, members: { action_required } },
      );
    }
    case "approval_declined": {
      const until = refusal.approval && instantOf(Date.parse(refusal.approval.endsAt));
      return new OperationError("refused", {
        en: `The customer declined this: ${en}. ${until ? `It is not asked again before ${until}; ask` : "Ask"} the customer what they want instead.`,
        fr: `La personne a refusé : ${fr}. ${until ? `Son accord n’est pas redemandé avant ${until} ; demandez-lui` : "Demandez-lui"} ce qu’elle souhaite plutôt.`,
      });
    }
    case "too_many_approvals":
      return new OperationError(
        "not_allowed",
        {
          en: `The customer wants to approve this first, and has not decided yet what was asked before: ${en}. Give them action_required.url, where they decide it.`,
          fr: `La personne veut d’abord donner son accord, et n’a pas encore décidé de ce qui a été demandé auparavant : ${fr}. Donnez-lui action_required.url, où elle en décide.`,
        },
        { retryAfter: refusal.retryAfter, members: { action_required: { ...DECIDE, url: auth + ASSISTANTS_PATH } } },
      );
  }
}

const DECIDE = { type: "approve_action", message: "Approve or decline what this application has asked for." };

/** What is asked, in English as every `message` of the API: `Approve: renew ana.dev for 1 year, 18.99 CAD before taxes.` */
function messageOf(
  { statement, endsAt }: Extract<ApprovalRefusal, { code: "approval_needed" }>["approval"],
  operation: ApprovableOperation,
): string {
  const until = `Open until ${instantOf(Date.parse(endsAt))}.`;
  if (!statement) return `Approve or decline it. ${until}`;
  const { title } = describeApproval(operation, statement, "en");
  const { price } = statement.preview;
  const cost = price ? `, ${amountWords(price, "en")} before taxes` : "";
  return `${cleaned(`Approve: ${title}${cost}`, MAX_MESSAGE)}. ${until}`;
}
