import {
  authorizationServer,
  type OAuthStorage,
} from "../../../durable-objects/connection/oauth/authorization-server.ts";
import { BASE_SCOPE, inOrder, type Scope } from "../../../shared/account-access/scopes.ts";
import { CORS_HEADERS, preflight } from "../../../shared/api/http/responses.ts";
import {
  type Addresses,
  API_PATH,
  RESOURCE_METADATA_PATH,
  SERVER_METADATA_PATH,
} from "../../../shared/platform/addresses.ts";
import { offeredScopes } from "../acting-operations.ts";
import { methodNotAllowed, type OAuthCall } from "./oauth-call.ts";
import { mcpResources, serverOf } from "./resource-mapping.ts";

const METHODS = ["GET", "HEAD", "OPTIONS"];
const FRESH_FOR = 3_600;

/** What the authorization server's metadata says of scopes (RFC 8414 §2, `scopes_supported`). */
interface AnnouncedScopes {
  /** Those that a customer can give; undefined, which is allowed, while it is not known whether changes are taken at all. */
  scopes: Scope[] | undefined;
  /** False: something that they depend on was not read in time, and the document may not be kept. */
  isWhole: boolean;
}

export interface MetadataDependencies {
  clients: OAuthStorage;
  brandName: string;
  announcedScopes(requestId: string): Promise<AnnouncedScopes>;
  /** Of the provider's privacy policy. */
  policyUrl: string | null;
}

/**
 * Answers with the metadata of the authorization server (RFC 8414) or of a resource that it protects (RFC 9728); null at any
 * other address.
 */
export async function metadataAnswer(call: OAuthCall, dependencies: MetadataDependencies): Promise<Response | null> {
  const { request, addresses, requestId } = call;
  const { pathname } = new URL(request.url);
  const resource = resourceAt(pathname, addresses);
  if (pathname !== SERVER_METADATA_PATH && resource === null) return null;
  if (request.method === "OPTIONS") return preflight(METHODS, requestId);
  if (!METHODS.includes(request.method)) return methodNotAllowed(requestId, METHODS);
  const { document, isWhole } =
    resource === null
      ? await serverMetadata(call, dependencies)
      : { document: resourceMetadata(resource, addresses, dependencies.brandName), isWhole: true };
  return new Response(request.method === "HEAD" ? null : JSON.stringify(document), {
    headers: {
      "Content-Type": "application/json",
      "Cache-Control": isWhole ? `public, max-age=${FRESH_FOR}` : "no-store",
      "X-Content-Type-Options": "nosniff",
      ...CORS_HEADERS,
      "X-Request-Id": requestId,
    },
  });
}

/** The resource whose metadata lies at a path; null where none does. */
function resourceAt(path: string, addresses: Addresses): string | null {
  if (path === RESOURCE_METADATA_PATH || path === RESOURCE_METADATA_PATH + API_PATH) return addresses.base;
  return mcpResources(addresses).find((resource) => path === RESOURCE_METADATA_PATH + pathOf(resource)) ?? null;
}

function pathOf(address: string): string {
  return new URL(address).pathname;
}

/** The OAuth library's own, with what it does not know of. */
async function serverMetadata(
  { addresses, requestId }: OAuthCall,
  { clients, policyUrl, announcedScopes }: MetadataDependencies,
) {
  const asked = new Request(addresses.auth + SERVER_METADATA_PATH);
  const answer = await authorizationServer(serverOf(addresses)).fetch(asked, { OAUTH_KV: clients }, {});
  const own = await answer.json<{ token_endpoint_auth_methods_supported: string[] }>();
  const { scopes, isWhole } = await announcedScopes(requestId);
  const document = {
    ...own,
    scopes_supported: scopes,
    revocation_endpoint: `${addresses.auth}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: own.token_endpoint_auth_methods_supported,
    client_id_metadata_document_supported: true,
    protected_resources: [addresses.base, ...mcpResources(addresses)],
    service_documentation: `${addresses.site}/developers/account`,
    ...(policyUrl !== null && { op_policy_uri: policyUrl }),
    ui_locales_supported: ["en", "fr"],
  };
  return { document, isWhole };
}

function resourceMetadata(resource: string, { auth, site }: Addresses, brandName: string): object {
  return {
    resource,
    authorization_servers: [auth],
    scopes_supported: ["account:read"],
    bearer_methods_supported: ["header"],
    resource_name: brandName,
    resource_documentation: `${site}/developers/account`,
  };
}

/**
 * @param acts whether the billing system takes changes; null while it does not say
 * @param hasZones whether a server with zones is connected; null while that is not known
 */
export function announcedScopes(acts: boolean | null, hasZones: boolean | null): AnnouncedScopes {
  if (acts === null) return { scopes: undefined, isWhole: false };
  const scopes = inOrder([BASE_SCOPE, ...offeredScopes({ acts, hasZones })]);
  return { scopes, isWhole: !acts || hasZones !== null };
}
