import type * as z from "zod";
import type { ApprovalStatement } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { CustomerService } from "../../../shared/billing-contract/customer.ts";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import { byLanguage, typeset } from "../../../shared/pages/french-typography.ts";
import type { Language, Text } from "../../../shared/platform/language.ts";
import { type ApprovalFact, amountWords, priceFacts, quoted, quoteFacts } from "./quote-facts.ts";

/** The effect of a command, described for the customer. */
export interface ApprovalWords {
  /** The effect as a phrase without a full stop, such as `Renew studio-ana.ca for 2 years`. */
  title: string;
  facts: ApprovalFact[];
  /** The consequences, one sentence each. */
  consequences: string[];
}

const texts = byLanguage({
  why: { en: "Why we need your approval", fr: "Pourquoi votre accord est demandé" },
  everyOrder: { en: "You chose to approve every order.", fr: "Vous avez choisi d’approuver chaque commande." },
  above: (limit: string) => ({
    en: `You chose to approve each order above ${limit} before taxes. The amount is per order.`,
    fr: `Vous avez choisi d’approuver chaque commande de plus de ${limit} avant taxes. Ce montant vaut par commande.`,
  }),
  invoiced: {
    en: "It creates an invoice, which only you can pay.",
    fr: "Une facture sera établie. Personne d’autre que vous ne peut la payer.",
  },
  /** The sentence for a change that the customer makes in the client area. */
  payNext: { en: "Creates an invoice, which you pay next.", fr: "Une facture est établie, que vous payez ensuite." },
  free: { en: "Nothing is due now.", fr: "Rien n’est à payer pour cela maintenant." },
});

/**
 * The input fields that pages show. Auth codes are left out because they are secret. A new field stays hidden until it
 * is listed here.
 */
export const SHOWN_MEMBERS = [
  ...(["domain", "type", "years", "plan", "billing_cycle", "promotion", "id", "when", "reason", "fields"] as const),
  ...(["nameservers", "locked", "auto_renew", "zone", "remove", "add"] as const),
] as const;

/**
 * Describes one command: its title, the facts in addition to the price, and the consequences that differ from those in
 * the operation's definition.
 */
export type ApprovalWording<Input extends z.ZodObject> = (
  statement: Pick<ApprovalStatement, "preview"> & {
    input: Pick<z.output<Input>, Extract<keyof z.output<Input>, (typeof SHOWN_MEMBERS)[number]>>;
  },
  language: Language,
) => Pick<ApprovalWords, "title"> & Partial<ApprovalWords>;

/** The parts of an operation that the customer reads before an approval. */
export interface ApprovableOperation {
  // biome-ignore lint/suspicious/noExplicitAny: the input of a statement is that of its operation.
  words: ApprovalWording<any> | null;
  consequence: Text;
}

/**
 * Describes a command with its quote and the reason for the approval.
 * @param isByHand whether the customer makes the change in the client area, without an application
 */
export function describeApproval(
  { words, consequence }: ApprovableOperation,
  statement: ApprovalStatement,
  language: Language,
  isByHand = false,
): ApprovalWords {
  if (!words) throw new Error(`${statement.operation} needs no approval`);
  const { title, facts = [], consequences } = words(statement, language);
  const { price } = statement.preview;
  const ofCommand = consequences ?? (price ? [] : [typeset(consequence, language)]);
  return {
    title,
    facts: [...facts, ...quoteFacts(statement, language), ...limitFacts(statement, language)],
    consequences: price
      ? [...ofCommand, texts[language][price.amount === 0 ? "free" : isByHand ? "payNext" : "invoiced"]]
      : ofCommand,
  };
}

/**
 * Returns the amount above which the customer must approve orders, as a fact. Returns no fact if the approval does not
 * depend on the price.
 */
function limitFacts(
  { preview: { price, renewalCharge }, limit }: ApprovalStatement,
  language: Language,
): ApprovalFact[] {
  const cost = price ?? renewalCharge;
  if (!cost || limit === null) return [];
  const { why, everyOrder, above } = texts[language];
  return [{ label: why, lines: [limit === 0 ? everyOrder : above(amountWords({ ...cost, amount: limit }, language))] }];
}

/** Returns the facts for an e-mail: the price and the reason. The page shows all facts. */
export function mailedFacts(statement: ApprovalStatement, language: Language): ApprovalFact[] {
  return [...priceFacts(statement, language), ...limitFacts(statement, language)];
}

/** Returns the name of a plan for the customer. */
export function planWords(
  { planName }: Pick<ApprovalStatement["preview"], "planName">,
  id: string,
  language: Language,
) {
  return planName ? quoted(planName[language]) : id;
}

/** Returns a domain name in Unicode and, if different, also in its registered form, because letters can look alike. */
export function nameWords(name: string): string {
  const parsed = parseDomainName(name);
  return "refused" in parsed || parsed.unicode === name ? name : `${parsed.unicode} (${name})`;
}

/** Returns the name of a service for the customer, such as `Web Start (studio-ana.ca)`. */
export function serviceWords({ plan, domain, id }: Pick<CustomerService, "plan" | "domain" | "id">): string {
  return `${quoted(plan)} (${domain === null ? `#${id}` : nameWords(domain)})`;
}
