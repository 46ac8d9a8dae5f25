import { ZONES_SCOPE } from "../../../shared/account-access/scopes.ts";
import { PROTOCOL_VERSIONS } from "../../../shared/api/mcp/json-rpc.ts";
import { type ApiVersion, deprecationSentence } from "../../../shared/api/versions/api-versions.ts";
import type {
  DomainPricingAnswer,
  Plan,
  PlansAnswer,
  ProductLinesAnswer,
} from "../../../shared/catalogue-contract/answers.ts";
import { formatMoney } from "../../../shared/pages/formats.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { CURRENCIES, type Currency, DEFAULT_CURRENCY } from "../../../shared/platform/money.ts";
import { takesChanges } from "../api-clients.ts";
import { VERSIONS_PATH } from "../developers/pages/versions.ts";
import { filledMarkdown } from "../markdown-template.ts";
import { pageMaxAge, type SitePageRequest, textHeaders } from "../page-request.ts";
import { planTexts } from "../pages/plan-texts.ts";
import { displayed, priceFrom } from "../shown-prices.ts";
import llms from "./llms.md" with { type: "text" };

/** Maximum size of `/llms.txt` in bytes. Programs that fetch a document of this size do not truncate it. */
const MAX_BYTES = 8_192;

/** Handles `/llms.txt`, an index of the site for language models (llmstxt.org). Products come first. */
export async function llmsTxt(request: SitePageRequest): Promise<Response> {
  const { inDetail, maxAge } = await readIndex(request);
  const texts = DETAILS.map(inDetail);
  const text = texts.find((one) => new TextEncoder().encode(one).length <= MAX_BYTES) ?? texts.at(-1);
  return new Response(text, { headers: textHeaders("text/plain", null, maxAge) });
}

/**
 * Reads the data for the index. Returns a function that writes the index at a level of detail, and the cache time in
 * seconds.
 */
export async function readIndex({ context, visit, addresses, requestId }: SitePageRequest) {
  const { theme, catalogue, account, versions } = context;
  const question = { requestId, origin: visit.url.origin, language: "en" } as const;
  const answers = await Promise.all([
    catalogue.index(question),
    catalogue.plans(question),
    catalogue.domainPricing(question),
    account.scopes(question),
  ]);
  const [index, plans, pricing, scopes] = answers;
  const orders = takesChanges(scopes) !== false;
  const words = {
    ...addresses,
    ...{ orders, zones: scopes?.value?.includes(ZONES_SCOPE) ?? false },
    brand: plainText(theme.brand.name),
    andLetIt: orders
      ? "and let it order, renew and change; only the customer pays"
      : "and let it read; orders and changes are made in the client area, not here",
    orOrder: orders ? ", or order on their own account once they have connected you" : "",
    priceLists: priceLists(index?.value),
    revisions: [...PROTOCOL_VERSIONS].reverse().join(", "),
    endingOfCatalogue: endingVersions(addresses.site, versions.catalogue),
    endingOfAccount: endingVersions(addresses.site, versions.account),
  };
  const sold = (detail: Detail) => [
    ...(index && plans ? productLines(index.value, plans.value, detail) : [UNAVAILABLE]),
    ...(pricing ? [domainNames(pricing.value, addresses)] : []),
  ];
  const inDetail = (detail: Detail) => filledMarkdown(llms, { ...words, sold: sold(detail).join("\n\n") });
  return { inDetail, maxAge: pageMaxAge(answers) };
}

const UNAVAILABLE = "The price list did not answer when this page was made. Read it again in a minute.";

/** Returns the sentence about the currency of the page's prices, and about how to request other currencies. */
function priceLists({ currency, currencies }: Pick<ProductLinesAnswer, "currency" | "currencies"> = ALL_CURRENCIES) {
  const others = currencies.filter((other) => other !== currency).join(" or ");
  const asked =
    others === "" ? "for French with `lang`" : `for ${others}, and for French, with \`currency\` and \`lang\``;
  return `Prices are in ${currency} on this page and exclude taxes; ask the API ${asked}.`;
}

/** The currencies to list if the catalogue does not respond. */
const ALL_CURRENCIES = { currency: DEFAULT_CURRENCY, currencies: [...CURRENCIES] };

/** Returns a line for each version that ends. */
function endingVersions(site: string, versions: readonly ApiVersion[]): string {
  const ending = versions.filter(({ deprecated }) => deprecated !== undefined);
  const lines = ending.map((version) => {
    const notice = version.notice === VERSIONS_PATH ? `${VERSIONS_PATH}.md?lang=en` : version.notice;
    return `- [What changes](${site}${notice}): ${deprecationSentence(versions, version)}`;
  });
  return lines.join("\n");
}

/** Returns a section of an index: a heading with a list of links. */
function section(title: string, lines: string[]): string {
  return [`## ${title}`, "", ...lines].join("\n");
}

/**
 * The levels of detail for plans: everything with the order link, only the price, or only the product line without
 * plans.
 */
const DETAILS = ["whole", "prices", "lines"] as const;
type Detail = (typeof DETAILS)[number];

/** Returns a section for each product line with its plans. */
function productLines(
  { product_lines: lines }: ProductLinesAnswer,
  { plans, currency }: PlansAnswer,
  detail: Detail,
): string[] {
  return lines.map((line) => {
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

/** Replaces line breaks in a provider's text with spaces. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** Escapes a text for the brackets of a Markdown link. */
function linkText(text: string): string {
  return oneLine(text).replace(/[\\[\]]/g, "\\$&");
}

/** Escapes a name so that it is neither Markdown nor HTML. */
function plainText(name: string): string {
  return linkText(name).replace(/[<>`*_]/g, "\\$&");
}

function priceOf(plan: Plan, currency: Currency): string {
  const { amount, monthly, cycle } = priceFrom(plan);
  const { paid, cycles } = planTexts.en;
  return `from ${formatMoney(amount, currency, "en")}${monthly ? " per month" : ""}, ${paid(cycles[cycle])}`;
}

/** Returns the section with the prices of the first extensions, and links to all prices and to the checks. */
function domainNames(pricing: DomainPricingAnswer, { site, catalogue }: Addresses): string {
  const money = (amount: number) => (amount === 0 ? "free" : formatMoney(amount, pricing.currency, "en"));
  const first = displayed(pricing).first.map(
    ({ tld, register, renew }) => `${tld} ${money(register)}, renewed at ${money(renew)}`,
  );
  return section("Domain names", [
    `- [Prices of all ${pricing.domains.length} extensions](${catalogue}/domains/pricing?tld=all): for one year; several years cost the registration, and a renewal for each further year; ${first.join("; ")}; a transfer is one price, whatever term it adds`,
    `- [Check a name](${site}/developers/operations/checkDomain.md?lang=en): GET ${catalogue}/domains/availability?domain=NAME; what an answer means, and 30 checks in ten minutes`,
    `- [Search several names](${site}/developers/operations/searchDomains.md?lang=en): GET ${catalogue}/domains/search?name=LABEL&tld=com,ca; each name is one check`,
    `- [Find and order a name](${pricing.order_url}): the cart`,
  ]);
}
