import { OAuthAuthorizationServer } from "@cloudflare/workers-oauth-provider";
import { SCOPES } from "../../../shared/account-access/scopes.ts";
import type { ServerAddresses } from "../connection-port.ts";

const ACCESS_TOKEN_SECONDS = 3_600;
/** How long an OAuth connection lasts after its last refresh, in seconds. */
export const IDLE_SECONDS = 30 * 86_400;
/** How long an authorization code is valid, in seconds. */
export const CODE_SECONDS = 600;

/** The part of a KV namespace that the OAuth library uses. Values are JSON text. */
export interface OAuthStorage {
  get(key: string, options?: { type: "json" }): Promise<unknown>;
  /** @param options `expiration` is in epoch seconds, and `expirationTtl` is in seconds from now */
  put(key: string, value: string, options?: { expiration?: number; expirationTtl?: number }): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string }): Promise<{ keys: { name: string }[]; list_complete: boolean }>;
}

/** Storage in which the library finds nothing and can store nothing. */
export const EMPTY_STORAGE: OAuthStorage = { get: async () => null, put: refuse, delete: refuse, list: refuse };

async function refuse(): Promise<never> {
  throw new Error("nothing is kept here");
}

/** The OAuth library's bindings, which are passed with each call. */
interface OAuthEnvironment {
  OAUTH_KV: OAuthStorage;
}

interface AuthorizationServer
  extends Pick<OAuthAuthorizationServer<OAuthEnvironment>, "getOAuthApi" | "validateToken"> {
  /**
   * Serves the metadata, token, revocation and registration endpoints.
   * @param context unused by the endpoints
   */
  fetch(request: Request, environment: OAuthEnvironment, context: object): Promise<Response>;
}

// Registrations are stored in the client registry. The library reads an explicit `undefined` as "no expiry", which
// `exactOptionalPropertyTypes` does not allow.
const REGISTRATIONS_DO_NOT_END: object = { clientRegistrationTTL: undefined };

/** The servers by issuer and resources. A Worker has few URLs, so the map stays small. */
const servers = new Map<string, AuthorizationServer>();

/** Returns the authorization server for an issuer and its resources. Each combination has one server. */
export function authorizationServer({ issuer, resources }: ServerAddresses): AuthorizationServer {
  const key = [issuer, ...resources].join(" ");
  const known = servers.get(key);
  if (known) return known;
  const server = new OAuthAuthorizationServer<OAuthEnvironment>({
    issuer,
    resources,
    defaultResource: resources[0],
    authorizeEndpoint: `${issuer}/oauth/authorize`,
    tokenEndpoint: tokenEndpointOf(issuer),
    clientRegistrationEndpoint: `${issuer}/oauth/register`,
    scopesSupported: [...SCOPES],
    accessTokenTTL: ACCESS_TOKEN_SECONDS,
    refreshTokenTTL: IDLE_SECONDS,
    refreshTokenIdleTTL: IDLE_SECONDS,
    // The account Worker resolves metadata documents and passes the client's record to the library.
    clientIdMetadataDocumentEnabled: false,
    allowPrivateUseRedirectUris: true,
    // The library's default handler would log client input.
    onError: () => undefined,
    ...REGISTRATIONS_DO_NOT_END,
  });
  servers.set(key, server);
  return server;
}

export function tokenEndpointOf(issuer: string): string {
  return `${issuer}/oauth/token`;
}
