import { authorizationServer, EMPTY_STORAGE } from "../../../durable-objects/connection/oauth/authorization-server.ts";
import { BASE_SCOPE, inOrder } from "../../../shared/account-access/scopes.ts";
import { CORS_HEADERS } from "../../../shared/api/http/responses.ts";
import {
  type Addresses,
  API_PATH,
  RESOURCE_METADATA_PATH,
  SERVER_METADATA_PATH,
} from "../../../shared/platform/addresses.ts";
import { offeredScopes } from "../acting-operations.ts";
import type { AccountServices } from "../composition.ts";
import { takesChanges } from "../queries/remembered-descriptions.ts";
import { answerMethod, mcpResources, type OAuthCall, serverOf } from "./oauth-call.ts";

const METHODS = ["GET", "HEAD", "OPTIONS"];
const FRESH_FOR = 3_600;

type MetadataServices = Pick<AccountServices, "theme" | "describe" | "areZonesConnected">;

/**
 * Returns the metadata of the authorization server (RFC 8414) or of a resource that it protects (RFC 9728). Returns
 * `null` for any other URL.
 */
export async function metadataAnswer(call: OAuthCall, services: MetadataServices): Promise<Response | null> {
  const { request, addresses, requestId } = call;
  const { pathname } = new URL(request.url);
  const resource = resourceAt(pathname, addresses);
  if (pathname !== SERVER_METADATA_PATH && resource === null) return null;
  const otherMethod = answerMethod(call, METHODS);
  if (otherMethod) return otherMethod;
  const { document, isWhole } =
    resource === null
      ? await serverMetadata(call, services)
      : { document: resourceMetadata(resource, addresses, services.theme.brand.name), isWhole: true };
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

/** Returns the resource whose metadata is at a path, or `null` if there is none. */
function resourceAt(path: string, addresses: Addresses): string | null {
  if (path === RESOURCE_METADATA_PATH || path === RESOURCE_METADATA_PATH + API_PATH) return addresses.base;
  const servers = [...mcpResources(addresses).keys()];
  return servers.find((resource) => path === RESOURCE_METADATA_PATH + pathOf(resource)) ?? null;
}

function pathOf(address: string): string {
  return new URL(address).pathname;
}

/**
 * Returns the OAuth library's metadata, with the fields that the library lacks. If the available scopes were not read
 * in time, `isWhole` is false and the document must not be cached.
 */
async function serverMetadata(
  { addresses, requestId }: OAuthCall,
  { theme, describe, areZonesConnected }: MetadataServices,
) {
  const asked = new Request(addresses.auth + SERVER_METADATA_PATH);
  const answer = await authorizationServer(serverOf(addresses)).fetch(asked, { OAUTH_KV: EMPTY_STORAGE }, {});
  const own = await answer.json<{ token_endpoint_auth_methods_supported: string[] }>();
  const [acts, hasZones] = await Promise.all([takesChanges(describe, requestId), areZonesConnected(requestId)]);
  const { privacy } = theme.brand;
  const document = {
    ...own,
    // This field is optional (RFC 8414 §2). It is absent while it is unknown whether the provider accepts changes.
    scopes_supported: acts === null ? undefined : inOrder([BASE_SCOPE, ...offeredScopes({ acts, hasZones })]),
    revocation_endpoint: `${addresses.auth}/oauth/revoke`,
    revocation_endpoint_auth_methods_supported: own.token_endpoint_auth_methods_supported,
    client_id_metadata_document_supported: true,
    protected_resources: [addresses.base, ...mcpResources(addresses).keys()],
    service_documentation: `${addresses.site}/developers/account`,
    ...(privacy !== null && { op_policy_uri: privacy }),
    ui_locales_supported: ["en", "fr"],
  };
  return { document, isWhole: acts === false || (acts === true && hasZones !== null) };
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
