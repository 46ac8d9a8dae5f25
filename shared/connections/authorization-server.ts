import { OAuthAuthorizationServer } from "@cloudflare/workers-oauth-provider";
import type { ServerAddresses } from "./connection.ts";
import { SCOPES } from "./scopes.ts";

/** What the OAuth library asks of its storage; a small part of what a KV namespace can do. */
export interface OAuthStorage {
  get(key: string, options?: { type: "json" }): Promise<unknown>;
  put(key: string, value: string, options?: { expiration?: number; expirationTtl?: number }): Promise<void>;
  delete(key: string): Promise<void>;
  list(options: { prefix: string; limit?: number; cursor?: string }): Promise<{
    keys: { name: string; metadata?: unknown }[];
    list_complete: boolean;
    cursor?: string;
  }>;
}

/** The environment that the OAuth library is given. */
export interface OAuthStorageEnv {
  OAUTH_KV: OAuthStorage;
}

/** The table of clients forgets by use, not by age: the library reads an explicit undefined as "never", its type does not. */
const NEVER_EXPIRING = { clientRegistrationTTL: undefined } as unknown as { clientRegistrationTTL?: number };

const MOST_KNOWN = 100;
const known = new Map<string, OAuthAuthorizationServer<OAuthStorageEnv>>();

/** The OAuth library, set up for one authorization server. */
export function authorizationServer({ issuer, resource }: ServerAddresses): OAuthAuthorizationServer<OAuthStorageEnv> {
  const key = `${issuer} ${resource}`;
  const remembered = known.get(key);
  if (remembered) return remembered;
  const server = new OAuthAuthorizationServer<OAuthStorageEnv>({
    issuer,
    resources: [resource],
    defaultResource: resource,
    authorizeEndpoint: `${issuer}/oauth/authorize`,
    tokenEndpoint: `${issuer}/oauth/token`,
    clientRegistrationEndpoint: `${issuer}/oauth/register`,
    ...NEVER_EXPIRING,
    scopesSupported: [...SCOPES],
    // Documents are read by `workers/account/oauth/metadata-document.ts`, which follows no redirect.
    clientIdMetadataDocumentEnabled: false,
    allowPrivateUseRedirectUris: true,
  });
  if (known.size < MOST_KNOWN) known.set(key, server);
  return server;
}
