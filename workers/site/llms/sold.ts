import type {
  DomainPricingAnswer,
  Plan,
  PlansAnswer,
  ProductLinesAnswer,
} from "../../../shared/catalogue-contract/answers.ts";
import { formatMoney } from "../../../shared/pages/formats.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { Currency } from "../../../shared/platform/money.ts";
import { planTexts } from "../pages/plan-texts.ts";
import { displayed, priceFrom } from "../shown-prices.ts";

/** A section of an index: a heading with a list of links. */
export function section(title: string, lines: string[]): string[] {
  return [`## ${title}`, "", ...lines, ""];
}

/** How much is said of each plan: all of it with its order link, its price alone, or nothing but its product line. */
export const DETAILS = ["whole", "prices", "lines"] as const;
export type Detail = (typeof DETAILS)[number];

/** Each product line with its plans. */
export function productLines(
  { product_lines: lines }: ProductLinesAnswer,
  { plans, currency }: PlansAnswer,
  detail: Detail,
): string[] {
  return lines.flatMap((line) => {
    const own = plans.filter((plan) => plan.line === line.id);
    return section(oneLine(line.name), [
      `- [${own.length} plans](${line.page_url}): ${oneLine(line.description)}`,
      ...(detail === "lines" ? [] : own.map((plan) => planLine(plan, currency, detail))),
    ]);
  });
}

function planLine(plan: Plan, currency: Currency, detail: Detail): string {
  const { id, name, description, page_url: page, order_url: order } = plan;
  const price = `- [${linkText(name)}](${page}): \`${id}\`, ${priceOf(plan, currency)}`;
  return detail === "whole" ? `${price}. ${oneLine(description)} [Order](${order})` : price;
}

/** A text of the provider's, which must not begin a line of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A text inside the brackets of a Markdown link. */
function linkText(text: string): string {
  return oneLine(text).replace(/[\\[\]]/g, "\\$&");
}

/** A name that is neither markup nor a link, wherever it stands. */
export function plainText(name: string): string {
  return linkText(name).replace(/[<>`*_]/g, "\\$&");
}

function priceOf(plan: Plan, currency: Currency): string {
  const { amount, monthly, cycle } = priceFrom(plan);
  const { paid, cycles } = planTexts.en;
  return `from ${formatMoney(amount, currency, "en")}${monthly ? " per month" : ""}, ${paid(cycles[cycle])}`;
}

/** The prices of the first extensions, and where the others and the checks are. */
export function domainNames(pricing: DomainPricingAnswer, { site, catalogue }: Addresses): string[] {
  const money = (amount: number) => (amount === 0 ? "free" : formatMoney(amount, pricing.currency, "en"));
  const first = displayed(pricing).first.map(
    ({ tld, register, renew }) => `${tld} ${money(register)}, renewed at ${money(renew)}`,
  );
  return section("Domain names", [
    `- [Prices of all ${pricing.domains.length} extensions](${catalogue}/domains/pricing?tld=all): for one year; several years cost the registration, and a renewal for each further year; ${first.join("; ")}; a transfer is one price, whatever term it adds`,
    `- [Check a name](${site}/developers/operations/checkDomain.md?lang=en): GET ${catalogue}/domains/availability?domain=NAME; what an answer means, and 30 checks in ten minutes`,
    `- [Find and order a name](${pricing.order_url}): the cart`,
  ]);
}
