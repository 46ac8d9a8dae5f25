import { SERVER_CARD_SUFFIX, SERVER_CARD_TYPE } from "../../../shared/api/mcp/server-card.ts";
import {
  type ApiName,
  type ApiVersion,
  addressesIn,
  answeredVersions,
  inVersion,
  successorOf,
  type VersionTables,
} from "../../../shared/api/versions/api-versions.ts";
import { type Addresses, resourceMetadataUrl } from "../../../shared/platform/addresses.ts";

export const API_CATALOG_PATH = "/.well-known/api-catalog";
/** The media type of RFC 9264 with the profile of RFC 9727 §3. */
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const JSON_TYPE = "application/json";

/** Links of one of the APIs, by their relation (RFC 9264). */
interface LinkContext extends Record<string, unknown> {
  anchor: string;
}

/**
 * The catalogue of the APIs (RFC 9727): each version of each API that is answered, with its description, its documentation and its
 * status, as a linkset (RFC 9264). A deprecated one also has its notice and its successor (RFC 9745, RFC 8594, RFC 5829).
 * @param today YYYY-MM-DD
 */
export function apiCatalog(addresses: Addresses, versions: VersionTables, today: string): object {
  const { site } = addresses;
  const answered = (api: ApiName) => answeredVersions(versions[api], today);
  const apis = [
    ...answered("catalogue").map((version) => catalogueApi(addressesIn(addresses, version), version, versions)),
    ...answered("account").map((version) => accountApi(addresses, version, versions)),
  ];
  const servers = [
    ...answered("catalogue").map((version) => catalogueServer(addressesIn(addresses, version))),
    ...answered("account").map((version) => accountServer(addressesIn(addresses, version))),
  ];
  const contexts: LinkContext[] = [...apis, ...servers];
  const items = contexts.map(({ anchor }) => ({ href: anchor }));
  return { linkset: [{ anchor: site + API_CATALOG_PATH, item: items }, ...contexts] };
}

function catalogueApi(
  { site, catalogue }: Addresses,
  version: ApiVersion,
  { catalogue: all }: VersionTables,
): LinkContext {
  return {
    anchor: catalogue,
    "service-desc": [description(catalogue)],
    "service-doc": documentation(site),
    status: [{ href: `${catalogue}/status`, type: JSON_TYPE }],
    ...endOf(site, catalogue, version, all),
  };
}

function accountApi(
  { site, base, auth }: Addresses,
  version: ApiVersion,
  { account: all }: VersionTables,
): LinkContext {
  const account = `${inVersion(base, version)}/account`;
  return {
    anchor: account,
    "service-desc": [description(account)],
    "service-doc": documentation(site),
    "service-meta": [metadata(base), { href: `${auth}/.well-known/oauth-authorization-server`, type: JSON_TYPE }],
    ...endOf(site, account, version, all),
  };
}

function catalogueServer({ site, catalogueMcp }: Addresses): LinkContext {
  return { anchor: catalogueMcp, "service-meta": [card(catalogueMcp)], "service-doc": documentation(site) };
}

function accountServer({ site, accountMcp }: Addresses): LinkContext {
  return {
    anchor: accountMcp,
    "service-meta": [card(accountMcp), metadata(accountMcp)],
    "service-doc": documentation(site),
  };
}

/** What is announced of a version that ends; nothing of another. @param api its address */
function endOf(site: string, api: string, version: ApiVersion, all: readonly ApiVersion[]): object {
  if (version.notice === undefined) return {};
  const notice = [{ href: site + version.notice, type: "text/html" }];
  const successor = successorOf(all, version);
  return {
    ...{ deprecation: notice, sunset: notice },
    ...(successor && {
      "successor-version": [description(api.replace(`/api/v${version.major}`, `/api/v${successor.major}`))],
    }),
  };
}

function description(api: string) {
  return { href: `${api}/openapi.json`, type: JSON_TYPE };
}

function documentation(site: string) {
  return [
    { href: `${site}/developers`, type: "text/html", hreflang: ["en", "fr"] },
    { href: `${site}/llms.txt`, type: "text/plain", hreflang: ["en"] },
  ];
}

function card(server: string) {
  return { href: server + SERVER_CARD_SUFFIX, type: SERVER_CARD_TYPE };
}

function metadata(resource: string) {
  return { href: resourceMetadataUrl(resource), type: JSON_TYPE };
}
