import { keepNewest } from "../../../shared/platform/keep-newest.ts";
import { sameBytes } from "../../../shared/platform/service-key.ts";
import type { Credential, Grant } from "../connection-port.ts";
import type { ConnectionRecord } from "../connection-record.ts";
import { authorizationServer } from "../oauth/authorization-server.ts";
import { type OAuthRows, StagedRows } from "../oauth/oauth-rows.ts";
import { hashOf } from "./api-token.ts";

/** A placeholder for the client's record, because checking a token needs no client. */
const NO_CLIENT = JSON.stringify({ clientId: "" });
const encoder = new TextEncoder();
const MAX_TOKENS = 32;

interface VerifiedCredential {
  /** Time until which the verification is valid, in epoch milliseconds. */
  until: number;
  /** The scopes of an access token; `null` for an API token, which has all scopes of its connection. */
  scopes: readonly string[] | null;
  /** The resource of an access token; `null` for an API token. */
  resource: string | null;
}

/** Verifies the credentials of one connection and caches the results. */
export class Credentials {
  readonly #rows: OAuthRows;
  readonly #now: () => number;
  readonly #verified = new VerifiedTokens();

  constructor(rows: OAuthRows, now: () => number) {
    this.#rows = rows;
    this.#now = now;
  }

  /**
   * Verifies a credential.
   * @param record the record of an active connection
   * @returns `null` if the credential is invalid
   */
  async check(credential: Credential, record: ConnectionRecord): Promise<VerifiedCredential | null> {
    const { token } = credential;
    const known = this.#verified.find(credential, this.#now());
    if (known) return known;
    const { generation } = this.#verified;
    const good =
      credential.kind === "access_token"
        ? await this.#checkAccessToken(credential)
        : await checkApiToken(token, record);
    if (good && generation === this.#verified.generation) this.#verified.add(token, good);
    return good;
  }

  /** Clears the cache. Call this method whenever stored tokens change. */
  invalidate(): void {
    this.#verified.clear();
  }

  async #checkAccessToken({
    token,
    resources,
  }: Extract<Credential, { kind: "access_token" }>): Promise<VerifiedCredential | null> {
    const rows = new StagedRows(this.#rows, NO_CLIENT, this.#now);
    for (const resource of resources) {
      // A token is bound to its resource, so the URL that issued it does not matter.
      const server = authorizationServer({ issuer: new URL(resource).origin, resources: [resource] });
      const valid = await server.validateToken(resource, token, { OAUTH_KV: rows });
      if (valid?.expiresAt) return { until: valid.expiresAt * 1000, scopes: valid.scope ?? [], resource };
    }
    return null;
  }
}

async function checkApiToken(token: string, record: ConnectionRecord): Promise<VerifiedCredential | null> {
  if (record.tokenHash === null) return null;
  const same = sameBytes(encoder.encode(await hashOf(token)), encoder.encode(record.tokenHash));
  return same ? { until: record.expiresAt, scopes: null, resource: null } : null;
}

export function grantOf({ agreement, isChallenged }: ConnectionRecord, { scopes: issued }: VerifiedCredential): Grant {
  const { id, name, application, loginId, accountId, currency, operations, limit, asks } = agreement;
  const { scopes: agreedScopes } = agreement;
  return {
    ...{ id, name, application, loginId, accountId, currency, operations, limit, asks, agreedScopes },
    scopes: issued === null ? agreedScopes : agreedScopes.filter((scope) => issued.includes(scope)),
    isChallenged,
  };
}

/** A cache of verified tokens. A hit needs neither cryptography nor storage. The cache is kept in memory only. */
class VerifiedTokens {
  readonly #tokens = new Map<string, VerifiedCredential>();
  /** The number changes with every `clear`, so that the result of a check that began earlier is not cached. */
  generation = 0;

  find(credential: Credential, now: number): VerifiedCredential | null {
    const known = this.#tokens.get(credential.token);
    if (known === undefined || now >= known.until) return null;
    const isFor = credential.kind === "api_token" || credential.resources.some((one) => one === known.resource);
    return isFor ? known : null;
  }

  add(token: string, good: VerifiedCredential): void {
    keepNewest(this.#tokens, token, good, MAX_TOKENS);
  }

  clear(): void {
    this.#tokens.clear();
    this.generation++;
  }
}
