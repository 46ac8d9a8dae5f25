import { SERVER_CARD_SUFFIX, SERVER_CARD_TYPE } from "../../../shared/api/mcp/server-identity.ts";
import {
  type ApiName,
  type ApiVersion,
  addressesIn,
  answeredVersions,
  inVersion,
  successorOf,
  type VersionTables,
} from "../../../shared/api/versions/api-versions.ts";
import { type Addresses, READ_ONLY_SUFFIX, resourceMetadataUrl } from "../../../shared/platform/addresses.ts";

export const API_CATALOG_PATH = "/.well-known/api-catalog";
/** The media type of RFC 9264 with the profile of RFC 9727 §3. */
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

/**
 * Returns the API catalogue (RFC 9727) as a linkset (RFC 9264). It lists each served version with its description,
 * documentation and status. A deprecated version also has links to its notice and its successor (RFC 9745, RFC 8594,
 * RFC 5829).
 * @param today current date as YYYY-MM-DD
 */
export function apiCatalog(addresses: Addresses, versions: VersionTables, today: string): object {
  const { site, base, auth } = addresses;
  const documentation = [
    { href: `${site}/developers`, type: "text/html", hreflang: ["en", "fr"] },
    { href: `${site}/llms.txt`, type: "text/plain", hreflang: ["en"] },
  ];
  const answered = (api: ApiName) => answeredVersions(versions[api], today);
  const catalogues = answered("catalogue").map((version) => {
    const { catalogue } = addressesIn(addresses, version);
    return {
      anchor: catalogue,
      "service-desc": [json(`${catalogue}/openapi.json`)],
      "service-doc": documentation,
      status: [json(`${catalogue}/status`)],
      ...endOf(site, catalogue, version, versions.catalogue),
    };
  });
  const accounts = answered("account").map((version) => {
    const account = `${inVersion(base, version)}/account`;
    return {
      anchor: account,
      "service-desc": [json(`${account}/openapi.json`)],
      "service-doc": documentation,
      "service-meta": [json(resourceMetadataUrl(base)), json(`${auth}/.well-known/oauth-authorization-server`)],
      ...endOf(site, account, version, versions.account),
    };
  });
  const servers = [
    ...answered("catalogue").map((version) => {
      const { catalogueMcp } = addressesIn(addresses, version);
      return { anchor: catalogueMcp, "service-meta": [card(catalogueMcp)], "service-doc": documentation };
    }),
    ...answered("account").flatMap((version) => {
      const { accountMcp } = addressesIn(addresses, version);
      return [accountMcp, accountMcp + READ_ONLY_SUFFIX].map((server) => {
        const metadata = [card(server), json(resourceMetadataUrl(server))];
        return { anchor: server, "service-meta": metadata, "service-doc": documentation };
      });
    }),
  ];
  const contexts = [...catalogues, ...accounts, ...servers];
  const items = contexts.map(({ anchor }) => ({ href: anchor }));
  return { linkset: [{ anchor: site + API_CATALOG_PATH, item: items }, ...contexts] };
}

/**
 * Returns the links that announce the end of a version; an empty object for a version that does not end.
 * @param api URL of the version
 */
function endOf(site: string, api: string, version: ApiVersion, all: readonly ApiVersion[]): object {
  if (version.notice === undefined) return {};
  const notice = [{ href: site + version.notice, type: "text/html" }];
  const successor = successorOf(all, version);
  const next = successor && api.replace(`/api/v${version.major}`, `/api/v${successor.major}`);
  return {
    ...{ deprecation: notice, sunset: notice },
    ...(next && { "successor-version": [json(`${next}/openapi.json`)] }),
  };
}

function json(href: string) {
  return { href, type: "application/json" };
}

function card(server: string) {
  return { href: server + SERVER_CARD_SUFFIX, type: SERVER_CARD_TYPE };
}
