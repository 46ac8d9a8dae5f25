import { SERVER_CARD_SUFFIX, SERVER_CARD_TYPE } from "../../../shared/api/mcp/server-card.ts";
import { type Addresses, resourceMetadataUrl } from "../../../shared/platform/addresses.ts";

export const API_CATALOG_PATH = "/.well-known/api-catalog";
/** The media type of RFC 9264 with the profile of RFC 9727 §3. */
export const API_CATALOG_TYPE = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"';

const JSON_TYPE = "application/json";

/** The catalogue of the APIs (RFC 9727): each with its description, its documentation and its status, as a linkset (RFC 9264). */
export function apiCatalog(addresses: Addresses): object {
  const { site, catalogue, catalogueMcp, base, accountMcp, auth } = addresses;
  const account = `${base}/account`;
  const documentation = [
    { href: `${site}/developers`, type: "text/html", hreflang: ["en", "fr"] },
    { href: `${site}/llms.txt`, type: "text/plain", hreflang: ["en"] },
  ];
  const card = (server: string) => ({ href: server + SERVER_CARD_SUFFIX, type: SERVER_CARD_TYPE });
  const metadata = (resource: string) => ({ href: resourceMetadataUrl(resource), type: JSON_TYPE });
  return {
    linkset: [
      {
        anchor: site + API_CATALOG_PATH,
        item: [catalogue, account, catalogueMcp, accountMcp].map((href) => ({ href })),
      },
      {
        anchor: catalogue,
        "service-desc": [{ href: `${catalogue}/openapi.json`, type: JSON_TYPE }],
        "service-doc": documentation,
        status: [{ href: `${catalogue}/status`, type: JSON_TYPE }],
      },
      {
        anchor: account,
        "service-desc": [{ href: `${base}/account/openapi.json`, type: JSON_TYPE }],
        "service-doc": documentation,
        "service-meta": [metadata(base), { href: `${auth}/.well-known/oauth-authorization-server`, type: JSON_TYPE }],
      },
      { anchor: catalogueMcp, "service-meta": [card(catalogueMcp)], "service-doc": documentation },
      { anchor: accountMcp, "service-meta": [card(accountMcp), metadata(accountMcp)], "service-doc": documentation },
    ],
  };
}
