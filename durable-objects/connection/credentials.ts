import { hashApiToken } from "../../shared/connections/api-token.ts";
import { authorizationServer } from "../../shared/connections/authorization-server.ts";
import type { Credential } from "../../shared/connections/connection.ts";
import { sameBytes } from "../../shared/service-key.ts";
import { type OAuthRows, StagedRows } from "./oauth-rows.ts";
import type { ConnectionRecord } from "./record.ts";
import { expiresAt } from "./schedule.ts";
import { VerifiedTokens } from "./verified-tokens.ts";

/** Checking a token asks for no client. */
const NO_CLIENT = JSON.stringify({ clientId: "" });
const encoder = new TextEncoder();

/** Checks the credentials of one connection. */
export class Credentials {
  readonly #rows: OAuthRows;
  readonly #now: () => number;
  readonly #verified = new VerifiedTokens();

  constructor(rows: OAuthRows, now: () => number) {
    this.#rows = rows;
    this.#now = now;
  }

  /** @param record of a connection that lives */
  async areGood(credential: Credential, record: ConnectionRecord): Promise<boolean> {
    const { token } = credential;
    const resource = credential.kind === "access_token" ? credential.resource : null;
    if (this.#verified.has(token, resource, this.#now())) return true;
    const { generation } = this.#verified;
    const until =
      credential.kind === "access_token"
        ? await this.#endOfAccessToken(credential)
        : await endOfApiToken(token, record);
    if (until === null) return false;
    if (generation === this.#verified.generation) this.#verified.add(token, resource, until);
    return true;
  }

  /** To be called whenever what is stored of tokens has changed. */
  checkAnew(): void {
    this.#verified.clear();
  }

  /** Until when an access token is good, epoch milliseconds; null for one that is not. */
  async #endOfAccessToken({ token, resource }: Extract<Credential, { kind: "access_token" }>): Promise<number | null> {
    // Whichever address issued it, a token is good for the one resource that it was issued for.
    const server = authorizationServer({ issuer: new URL(resource).origin, resource });
    const rows = new StagedRows(this.#rows, NO_CLIENT, this.#now);
    const valid = await server.validateToken(resource, token, { OAUTH_KV: rows });
    return valid?.expiresAt ? valid.expiresAt * 1000 : null;
  }
}

async function endOfApiToken(token: string, record: ConnectionRecord): Promise<number | null> {
  if (record.tokenHash === null) return null;
  const same = sameBytes(encoder.encode(await hashApiToken(token)), encoder.encode(record.tokenHash));
  return same ? expiresAt(record.agreement, record.life) : null;
}
