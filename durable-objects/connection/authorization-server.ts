import {
  OAuthAuthorizationServer,
  type OAuthHelpers,
  type ValidatedAccessToken,
} from "@cloudflare/workers-oauth-provider";
import { SCOPES } from "../../shared/account-access/scopes.ts";
import type { ServerAddresses } from "./connection-port.ts";

/** Seconds that an access token is good for. */
const ACCESS_TOKEN_SECONDS = 3_600;
/** Seconds after its last refresh that an OAuth connection ends. */
export const IDLE_SECONDS = 30 * 86_400;
/** Seconds that the library keeps an authorization code. */
export const CODE_SECONDS = 600;

/** What the OAuth library stores in: the part of a key-value namespace that it uses. Values are JSON text. */
export interface OAuthStorage {
  get(key: string, options?: { type: "json" }): Promise<unknown>;
  /** @param options `expiration` in epoch seconds, `expirationTtl` in seconds from now */
  put(key: string, value: string, options?: { expiration?: number; expirationTtl?: number }): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string; limit?: number; cursor?: string }): Promise<OAuthKeys>;
}

export interface OAuthKeys {
  keys: { name: string }[];
  list_complete: boolean;
  cursor?: string;
}

/** What the OAuth library stores in, brought with each call. */
export interface OAuthEnvironment {
  OAUTH_KV: OAuthStorage;
}

/** The OAuth library's authorization server. */
export interface AuthorizationServer {
  /** Metadata, token, revocation and registration endpoint. @param context used by none of them */
  fetch(request: Request, environment: OAuthEnvironment, context: object): Promise<Response>;
  getOAuthApi(environment: OAuthEnvironment): OAuthHelpers;
  /** Null for a token that is not good for the resource. */
  validateToken(
    resource: string,
    token: string,
    environment: OAuthEnvironment,
  ): Promise<ValidatedAccessToken<unknown> | null>;
}

// Registrations are kept by our own registry. The library reads an explicit undefined as "no end", which its types,
// read exactly, do not let one write.
const REGISTRATIONS_DO_NOT_END: object = { clientRegistrationTTL: undefined };

/** As many as the addresses under which one Worker is reached. */
const servers = new Map<string, AuthorizationServer>();

/** The authorization server of an issuer and its one resource; the same for the same addresses. */
export function authorizationServer({ issuer, resource }: ServerAddresses): AuthorizationServer {
  const key = `${issuer} ${resource}`;
  const known = servers.get(key);
  if (known) return known;
  const server = new OAuthAuthorizationServer<OAuthEnvironment>({
    issuer,
    resources: [resource],
    defaultResource: resource,
    authorizeEndpoint: `${issuer}/oauth/authorize`,
    tokenEndpoint: tokenEndpointOf(issuer),
    clientRegistrationEndpoint: `${issuer}/oauth/register`,
    scopesSupported: [...SCOPES],
    accessTokenTTL: ACCESS_TOKEN_SECONDS,
    refreshTokenTTL: IDLE_SECONDS,
    refreshTokenIdleTTL: IDLE_SECONDS,
    // Metadata documents are resolved by our own rules; the library is handed the client's record.
    clientIdMetadataDocumentEnabled: false,
    allowPrivateUseRedirectUris: true,
    // The library's own line would print what the client sent.
    onError: () => undefined,
    ...REGISTRATIONS_DO_NOT_END,
  });
  servers.set(key, server);
  return server;
}

/** Address of the token endpoint of an issuer. */
export function tokenEndpointOf(issuer: string): string {
  return `${issuer}/oauth/token`;
}
