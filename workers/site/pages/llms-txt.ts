import { ORDER_POLICY, REQUEST_POLICY } from "../../../shared/account-access/rate-policies.ts";
import { ZONES_SCOPE } from "../../../shared/account-access/scopes.ts";
import { PROBLEMS } from "../../../shared/api/definition/problems.ts";
import { PROTOCOL_VERSIONS } from "../../../shared/api/mcp/json-rpc.ts";
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
import { type ApiReference, type DescribedEndpoint, readReference } from "../api-reference.ts";
import { pageMaxAge, type SitePageRequest } from "../page-request.ts";
import { PROBLEM_CODES } from "../problem-words.ts";
import { displayed, priceFrom } from "../shown-prices.ts";
import { planTexts } from "./plan-texts.ts";

/** `/llms.txt`: the site as an index for language models (llmstxt.org). */
export async function llmsTxt({ context, visit, addresses, requestId }: SitePageRequest): Promise<Response> {
  const { theme, catalogue, account } = context;
  const question = { requestId, origin: visit.url.origin, language: "en" } as const;
  const answers = await Promise.all([
    catalogue.openApi(question),
    catalogue.index(question),
    catalogue.plans(question),
    catalogue.domainPricing(question),
    account.openApi(question),
    account.scopes(question),
  ]);
  const [openApi, index, plans, pricing, accountOpenApi, scopes] = answers;
  const isReadOnly = takesChanges(scopes) === false;
  const hasZones = scopes?.value?.includes(ZONES_SCOPE) ?? false;
  const text = [
    ...introduction(theme.brand.name, addresses, isReadOnly, index?.value),
    ...(openApi ? interfaces(readReference(openApi.value), addresses) : []),
    ...accountInterfaces(accountOpenApi && readReference(accountOpenApi.value), addresses, { isReadOnly, hasZones }),
    ...(index && plans ? productLines(index.value, plans.value) : [UNAVAILABLE]),
    ...(pricing ? domainNames(pricing.value, addresses) : []),
    ...limits(addresses),
    ...problemCodes(addresses),
    ...optional(addresses),
  ].join("\n");
  const maxAge = pageMaxAge(answers);
  return new Response(`${text}\n`, {
    headers: {
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": maxAge > 0 ? `public, max-age=${maxAge}` : "no-store",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

const UNAVAILABLE = "The price list did not answer when this page was made. Read it again in a minute.\n";

function introduction(
  brand: string,
  { site, catalogue, catalogueMcp }: Addresses,
  isReadOnly: boolean,
  index?: ProductLinesAnswer,
): string[] {
  const may = isReadOnly
    ? "and let it read; orders and changes are made in the client area, not here"
    : "and let it order, renew and change; only the customer pays";
  const or = isReadOnly ? "" : ", or order on their own account once they have connected you";
  return [
    `# ${oneLine(brand)}`,
    "",
    `> Hosting plans and domain names. This site serves what ${oneLine(brand)} sells, what it costs and whether a domain name can be registered, as a JSON API and as an MCP server. Both are public, free and read-only: no key, no account. A customer can also connect an assistant to their own account, over OAuth, ${may}.`,
    "",
    `${priceLists(index)} Prices are at most ten minutes old. A plan's price "from" is the lowest one per month and names the period that is paid at once for it; the plan's page has the prices of all periods. To order, send the customer to the order link of a plan or domain name${or}.`,
    "",
    ...section("Start here", [
      `- [Catalogue MCP server](${catalogueMcp}): Streamable HTTP, no sign-in, no session; revisions ${[...PROTOCOL_VERSIONS].reverse().join(", ")}`,
      `- [Catalogue API](${catalogue}): GET only, JSON, any origin; lists its endpoints and the product lines`,
      `- [OpenAPI document](${catalogue}/openapi.json): every parameter, answer and problem code`,
      `- [Developers page](${site}/developers?lang=en): how to call everything, with examples to copy`,
    ]),
  ];
}

function interfaces({ endpoints }: ApiReference, { site }: Addresses): string[] {
  const tools = endpoints.filter(({ tool }) => tool !== null);
  const tool = ({ tool, description }: DescribedEndpoint) =>
    `- [${tool}](${site}/developers?lang=en#mcp): ${description}`;
  return [
    ...section(
      "API endpoints",
      endpoints.map((endpoint) => described(endpoint, endpoint.example)),
    ),
    ...section("MCP tools", tools.map(tool)),
  ];
}

function accountInterfaces(
  reference: ApiReference | null,
  { site, base, accountMcp, auth }: Addresses,
  { isReadOnly, hasZones }: { isReadOnly: boolean; hasZones: boolean },
): string[] {
  const page = `${site}/developers?lang=en`;
  const { endpoints = [] } = reference ?? {};
  const tools = endpoints.filter(({ tool }) => tool !== null);
  return section("A customer's own account", [
    `- [Account MCP server](${accountMcp}): Streamable HTTP; the customer signs in over OAuth 2.1, decides what the assistant may do, and can end it at any time; it has the catalogue's tools too`,
    `- [Connect an assistant](${page}#assistants): what the customer does, step by step`,
    `- [Connect an application](${page}#applications): metadata document or registration, PKCE S256, \`resource\` ${base}, scopes, refreshing`,
    `- [API tokens](${page}#api-tokens): a credential without OAuth, made by the customer`,
    ...(isReadOnly ? notActing(page) : acting(page)),
    ...(hasZones
      ? [
          `- [DNS records](${page}#account-changeDnsZone): of services on a connected server; read the zone, then change it with its \`revision\`; changes need the scope \`${ZONES_SCOPE}\``,
        ]
      : []),
    `- [Connected assistants](${auth}/connected-assistants?lang=en): where the customer narrows or ends a connection`,
    `- [Authorization server](${auth}/.well-known/oauth-authorization-server): its metadata (RFC 8414)`,
    `- [Account OpenAPI document](${base}/account/openapi.json): every parameter, answer and problem code; each call carries a token`,
    ...endpoints.map((endpoint) => described(endpoint, `${page}#account-${endpoint.id}`)),
    ...tools.map(({ tool, description }) => `- [${tool}](${page}#account-mcp): ${description}`),
  ]);
}

function acting(page: string): string[] {
  return [
    `- [Acting on the account](${page}#acting): quote, show price and terms, order with \`accept_terms\` and \`expected_price\`, the customer pays at \`action_required.url\`; three examples as commands`,
    `- [Idempotency keys](${page}#acting): a new \`Idempotency-Key\` for each order, renewal, plan change, cancellation and transfer away, the same one for a repetition; these are 20 an hour for an account`,
    `- [Missing scopes](${page}#acting): 403 \`insufficient_scope\` names in \`WWW-Authenticate\` what to ask the customer for`,
  ];
}

function notActing(page: string): string[] {
  return [
    `- [Orders and changes](${page}#acting): the provider takes none here; quotes and actions are 409 \`not_offered\`, and the customer makes them in the client area, at \`action_required.url\``,
  ];
}

function described({ method, path, summary, parameters }: DescribedEndpoint, address: string): string {
  const takes = parameters.length > 0 ? ` Parameters: ${parameters.map(({ name }) => name).join(", ")}.` : "";
  return `- [${method} ${path}](${address}): ${summary}${takes}`;
}

/** Which currency the page's prices are in, and how others are asked for. */
function priceLists({ currency, currencies }: Pick<ProductLinesAnswer, "currency" | "currencies"> = ALL_CURRENCIES) {
  const others = currencies.filter((other) => other !== currency).join(" or ");
  const asked =
    others === "" ? "for French with `lang`" : `for ${others}, and for French, with \`currency\` and \`lang\``;
  return `Prices are in ${currency} on this page and exclude taxes; ask the API ${asked}.`;
}

/** While the catalogue does not answer. */
const ALL_CURRENCIES = { currency: DEFAULT_CURRENCY, currencies: [...CURRENCIES] };

function section(title: string, lines: string[]): string[] {
  return [`## ${title}`, "", ...lines, ""];
}

function productLines({ product_lines: lines }: ProductLinesAnswer, { plans, currency }: PlansAnswer): string[] {
  return lines.flatMap((line) =>
    section(oneLine(line.name), [
      `- [All plans](${line.page_url}): ${oneLine(line.description)}`,
      ...plans.filter((plan) => plan.line === line.id).map((plan) => planLine(plan, currency)),
    ]),
  );
}

function planLine(plan: Plan, currency: Currency): string {
  const { id, name, description, page_url: page, order_url: order } = plan;
  const what = oneLine(description);
  return `- [${linkText(name)}](${page}): id \`${id}\`, ${priceOf(plan, currency)}. ${what} [Order](${order})`;
}

/** A text of the provider's, which must not begin a line of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

/** A text inside the brackets of a Markdown link. */
function linkText(text: string): string {
  return oneLine(text).replace(/[\\[\]]/g, "\\$&");
}

function priceOf(plan: Plan, currency: Currency): string {
  const { amount, monthly, cycle } = priceFrom(plan);
  const { paid, cycles } = planTexts.en;
  return `from ${formatMoney(amount, currency, "en")}${monthly ? " per month" : ""}, ${paid(cycles[cycle])}`;
}

function domainNames(pricing: DomainPricingAnswer, { site, catalogue }: Addresses): string[] {
  const money = (amount: number) => (amount === 0 ? "free" : formatMoney(amount, pricing.currency, "en"));
  const first = displayed(pricing).first.map(
    ({ tld, register, renew }) => `${tld} ${money(register)}, renewed at ${money(renew)}`,
  );
  return section("Domain names", [
    `- [Prices of all ${pricing.domains.length} extensions](${catalogue}/domains/pricing?tld=all): for one year; several years cost the registration, and a renewal for each further year; ${first.join("; ")}; a transfer is one price, whatever term it adds`,
    `- [Check a name](${site}/developers?lang=en#checks): what a check means, and how often one may ask`,
    `- [Find and order a name](${pricing.order_url}): the cart`,
  ]);
}

function limits({ site }: Addresses): string[] {
  const page = `${site}/developers?lang=en`;
  const requests = `${REQUEST_POLICY.quota} in any ${REQUEST_POLICY.windowSeconds} seconds`;
  return section("Limits", [
    `- [Over a limit](${site}/problems/rate_limited?lang=en): 429 \`rate_limited\`; nothing was done, and a request sent after \`Retry-After\` seconds is not refused for the same reason. \`RateLimit\` says what is left, \`RateLimit-Policy\` what holds`,
    `- [Requests to an account](${page}#account-calls): ${requests} for a connection, over HTTP and MCP together; each request of a batch counts`,
    `- [Actions on an account](${page}#acting): ${ORDER_POLICY.quota} an hour for an account; orders, renewals, plan changes, cancellations and transfers away together, of all its applications; a repetition under the same key does not count; settings of nameservers, locks, auto-renewal and DNS records 60 an hour, unless \`RateLimit-Policy\` says otherwise`,
    `- [Domain checks](${page}#checks): 30 in ten minutes for a network address over HTTP, 120 over MCP; on the account MCP server 120 for the connection; an answer from a cache counts`,
    `- [Lists](${page}#account-endpoints): \`limit\` 1 to 100, by default 25; go on with \`next_cursor\` until it is null`,
    `- [Bodies](${site}/problems/payload_too_large?lang=en): at most 64 KiB of JSON, 32 levels deep`,
    `- [Idempotency keys](${page}#acting): 1 to 255 visible characters without a comma, kept for 24 hours after the action was settled`,
    `- [Confirming a cancellation](${page}#acting): \`confirm\` is good for 15 minutes`,
    `- [Tokens](${page}#applications): an access token is good for an hour, an authorization code for ten minutes; a connection not refreshed for 30 days ends`,
    `- [Registering an application](${page}#applications): 60 an hour for a network address`,
  ]);
}

function problemCodes({ site }: Addresses): string[] {
  return section("Problem codes", [
    `- [All problem codes](${site}/problems?lang=en): an error is \`application/problem+json\`; decide by its member \`code\`; \`type\` leads to the page of the code, \`retryable\` says whether the same request can succeed later`,
    ...PROBLEM_CODES.map((code) => {
      const { status, title, retryable } = PROBLEMS[code];
      return `- [${code}](${site}/problems/${code}?lang=en): ${status}, ${title.en}${retryable ? "; send it again later" : ""}`;
    }),
  ]);
}

function optional({ catalogue }: Addresses): string[] {
  return [
    "## Optional",
    "",
    `- [Status](${catalogue}/status): whether the catalogue and what it stands on are working`,
  ];
}
