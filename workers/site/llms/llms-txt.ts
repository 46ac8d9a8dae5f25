import { ZONES_SCOPE } from "../../../shared/account-access/scopes.ts";
import { PROTOCOL_VERSIONS } from "../../../shared/api/mcp/json-rpc.ts";
import { type ApiVersion, deprecationSentence, type VersionTables } from "../../../shared/api/versions/api-versions.ts";
import type { ProductLinesAnswer } from "../../../shared/catalogue-contract/answers.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { CURRENCIES, DEFAULT_CURRENCY } from "../../../shared/platform/money.ts";
import { takesChanges } from "../api-clients.ts";
import { VERSIONS_PATH } from "../developers/pages/versions.ts";
import { pageMaxAge, type SitePageRequest, textHeaders } from "../page-request.ts";
import { DETAILS, type Detail, domainNames, plainText, productLines, section } from "./sold.ts";

/** Bytes of `/llms.txt`: what programs that fetch it read without cutting. */
const MAX_BYTES = 8_192;

/** `/llms.txt`: the site as an index for language models (llmstxt.org), what is sold first. */
export async function llmsTxt(request: SitePageRequest): Promise<Response> {
  const { inDetail, maxAge } = await readIndex(request);
  const texts = DETAILS.map(inDetail);
  const text = texts.find((one) => new TextEncoder().encode(one).length <= MAX_BYTES) ?? texts.at(-1);
  return new Response(text, { headers: textHeaders("text/plain", null, maxAge) });
}

/** The index in more or less detail, and for how many seconds it may be kept. */
export async function readIndex({ context, visit, addresses, requestId }: SitePageRequest) {
  const { theme, catalogue, account } = context;
  const question = { requestId, origin: visit.url.origin, language: "en" } as const;
  const answers = await Promise.all([
    catalogue.index(question),
    catalogue.plans(question),
    catalogue.domainPricing(question),
    account.scopes(question),
  ]);
  const [index, plans, pricing, scopes] = answers;
  const isReadOnly = takesChanges(scopes) === false;
  const hasZones = scopes?.value?.includes(ZONES_SCOPE) ?? false;
  const inDetail = (detail: Detail) =>
    [
      ...introduction(theme.brand.name, isReadOnly, index?.value),
      ...(index && plans ? productLines(index.value, plans.value, detail) : [UNAVAILABLE]),
      ...(pricing ? domainNames(pricing.value, addresses) : []),
      ...interfaces(addresses, context.versions),
      ...ownAccount(addresses, { isReadOnly, hasZones, versions: context.versions }),
      ...optional(addresses),
    ].join("\n");
  return { inDetail, maxAge: pageMaxAge(answers) };
}

const UNAVAILABLE = "The price list did not answer when this page was made. Read it again in a minute.\n";

function introduction(brand: string, isReadOnly: boolean, index?: ProductLinesAnswer): string[] {
  const may = isReadOnly
    ? "and let it read; orders and changes are made in the client area, not here"
    : "and let it order, renew and change; only the customer pays";
  const or = isReadOnly ? "" : ", or order on their own account once they have connected you";
  return [
    `# ${plainText(brand)}`,
    "",
    `> Hosting plans and domain names. This site serves what ${plainText(brand)} sells, what it costs and whether a domain name can be registered, as a JSON API and as an MCP server. Both are public, free and read-only: no key, no account. A customer can also connect an assistant to their own account, over OAuth, ${may}.`,
    "",
    `${priceLists(index)} A price "from" is the lowest per month, with the period paid at once for it; a plan's page has all periods and the order link. To order, send the customer there${or}.`,
    "",
  ];
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

function interfaces({ site, catalogue, catalogueMcp }: Addresses, versions: VersionTables): string[] {
  return section("Catalogue, without a key", [
    ...endingVersions(site, versions.catalogue),
    `- [Catalogue MCP server](${catalogueMcp}): Streamable HTTP, no sign-in, no session; revisions ${[...PROTOCOL_VERSIONS].reverse().join(", ")}`,
    `- [Catalogue API](${catalogue}): GET only, JSON, any origin; lists its endpoints and the product lines`,
    `- [OpenAPI document](${catalogue}/openapi.json): every parameter, answer and problem code, with recorded examples`,
    `- [Calls to the catalogue](${site}/developers/catalogue.md?lang=en): parameters, amounts, caching, domain checks`,
    `- [Developers' pages](${site}/developers.md?lang=en): a page for each operation, with its call in three languages and its answer`,
    `- [MCP servers](${site}/developers/mcp.md?lang=en): their tools, and how each client adds them`,
  ]);
}

/** A line for each version that ends. */
function endingVersions(site: string, versions: readonly ApiVersion[]): string[] {
  return versions.flatMap((version) => {
    if (version.deprecated === undefined) return [];
    const notice = version.notice === VERSIONS_PATH ? "/developers.md?lang=en" : version.notice;
    return [`- [What changes](${site}${notice}): ${deprecationSentence(versions, version)}`];
  });
}

function ownAccount(
  { site, base, accountMcp, auth }: Addresses,
  { isReadOnly, hasZones, versions }: { isReadOnly: boolean; hasZones: boolean; versions: VersionTables },
): string[] {
  const page = (name: string) => `${site}/developers/${name}.md?lang=en`;
  return section("A customer's own account", [
    ...endingVersions(site, versions.account),
    `- [Account MCP server](${accountMcp}): Streamable HTTP; the customer signs in over OAuth 2.1, decides what the assistant may do, and can end it at any time; it has the catalogue's tools too`,
    `- [Connecting, tokens and calls](${page("account")}): what the customer does; metadata document or registration, PKCE S256, \`resource\` ${base}, scopes; API tokens`,
    isReadOnly
      ? `- [Orders and changes](${page("acting")}): the provider takes none here; quotes and actions are 409 \`not_offered\`, and the customer makes them in the client area, at \`action_required.url\``
      : `- [Acting on the account](${page("acting")}): quote, show price and terms, order with \`accept_terms\`, \`expected_price\` and a new \`Idempotency-Key\`; the customer pays at \`action_required.url\`, or approves there first and the same request is sent again`,
    ...(hasZones
      ? [
          `- [DNS records](${page("operations/changeDnsZone")}): of services on a connected server; read the zone, then change it with its \`revision\`; changes need the scope \`${ZONES_SCOPE}\``,
        ]
      : []),
    `- [Account OpenAPI document](${base}/account/openapi.json): every parameter, answer and problem code; each call carries a token`,
    `- [Authorization server](${auth}/.well-known/oauth-authorization-server): its metadata (RFC 8414)`,
    `- [Connected assistants](${auth}/connected-assistants?lang=en): where the customer narrows or ends a connection`,
  ]);
}

function optional({ site, catalogue }: Addresses): string[] {
  return section("Optional", [
    `- [Everything in one file](${site}/llms-full.txt): this index with all guides, operations, recorded answers and problems`,
    `- [Errors](${site}/developers/errors.md?lang=en): every problem code, whether to send the call again, and what to do`,
    `- [Limits](${site}/developers/limits.md?lang=en): how often, how large, how long`,
    `- [Status](${catalogue}/status): whether the catalogue and what it stands on are working`,
  ]);
}
