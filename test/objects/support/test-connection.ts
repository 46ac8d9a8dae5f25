import { evictDurableObject, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { expect } from "vitest";
import type {
  Agreement,
  ConnectionPort,
  ConnectionSummary,
  Credential,
  Grant,
  Place,
  ServerAddresses,
  TokenAnswer,
  TokenRequest,
} from "../../../durable-objects/connection/connection-port.ts";
import type { CodeRequest } from "../../../shared/account-access/authorization-request.ts";
import type { LogEntry } from "../../../shared/account-access/call-log.ts";
import type { Scope } from "../../../shared/account-access/scopes.ts";
import type { CallRecord } from "../../../shared/api/pipeline/gate.ts";
import type { RateLimitResult } from "../../../shared/platform/rate-limit.ts";
import { sampleAgreement } from "../../support/sample-agreement.ts";
import { bindings } from "./bindings.ts";
import { type Notice, noticesOf } from "./connection-world.ts";
import { tablesOf } from "./put-back.ts";

const ISSUER = "https://front.example";
const RESOURCE = `${ISSUER}/api/v1`;
export const READ_RESOURCE = `${RESOURCE}/account/mcp/read`;
/** The authorization server and the resource in an application's request for a code. */
export const ASKED_OF = { issuer: ISSUER, resource: RESOURCE };
const REDIRECT = "https://app.example/callback";
/** A client without a secret, in the format of the OAuth library. */
export const CLIENT = {
  clientId: "app",
  redirectUris: [REDIRECT],
  tokenEndpointAuthMethod: "none",
  grantTypes: ["authorization_code", "refresh_token"],
  responseTypes: ["code"],
};

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

export type Admitted =
  | { outcome: "admitted"; grant: Grant; rateResults: RateLimitResult[] }
  | { outcome: "refused" | "access_lost" }
  | { outcome: "too_many_notifications"; moreAt: number };

/** Creates a connection and its first tokens. */
export async function connected(change: Partial<Agreement> = {}): Promise<[TestConnection, Tokens]> {
  const connection = new TestConnection(change);
  return [connection, await connection.connect()];
}

/** Creates a connection and its authorization code. */
export async function opened(change: Partial<Agreement> = {}): Promise<[TestConnection, string]> {
  const connection = new TestConnection(change);
  return [connection, await connection.open()];
}

/** A connection for one test. */
export class TestConnection {
  readonly agreement: Agreement;
  readonly #verifier = generateRandomCodeVerifier();

  constructor(change: Partial<Agreement> = {}) {
    this.agreement = sampleAgreement(crypto.randomUUID(), change);
  }

  get id(): string {
    return this.agreement.id;
  }

  get stub() {
    return bindings.CONNECTION.getByName(this.id);
  }

  /** Creates the connection in its object and returns the authorization code. */
  async open(change: Partial<CodeRequest> = {}, client: object = CLIENT): Promise<string> {
    const request: CodeRequest = {
      ...{ responseType: "code", clientId: "app", redirectUri: REDIRECT, scope: [], state: "state" },
      ...{ codeChallenge: await calculatePKCECodeChallenge(this.#verifier), codeChallengeMethod: "S256" },
      ...ASKED_OF,
      ...change,
    };
    const address = new URL(await this.stub.open(this.agreement, request, JSON.stringify(client)));
    expect(address.origin + address.pathname).toBe(REDIRECT);
    expect(address.searchParams.get("state")).toBe("state");
    expect(address.searchParams.get("iss")).toBe(ISSUER);
    return address.searchParams.get("code") ?? "";
  }

  async openToken(hash: string): Promise<void> {
    await this.stub.openToken(this.agreement, hash);
  }

  /** Posts a form to the token endpoint. */
  post(form: Record<string, string>, client: object = CLIENT, place: Place | null = null): Promise<TokenAnswer> {
    return this.stub.tokenEndpoint(tokenRequest(form, client, place));
  }

  codeForm(code: string): Record<string, string> {
    return { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: this.#verifier };
  }

  async exchange(code: string): Promise<Tokens> {
    return tokensIn(await this.post(this.codeForm(code)));
  }

  /** Creates the connection and exchanges its code. */
  async connect(): Promise<Tokens> {
    return this.exchange(await this.open());
  }

  refresh(token: string, more: Record<string, string> = {}): Promise<TokenAnswer> {
    return this.post({ grant_type: "refresh_token", refresh_token: token, ...more });
  }

  async refreshed(token: string, more: Record<string, string> = {}): Promise<Tokens> {
    return tokensIn(await this.refresh(token, more));
  }

  refreshFrom(place: Place | null, token: string): Promise<TokenAnswer> {
    return this.post({ grant_type: "refresh_token", refresh_token: token }, CLIENT, place);
  }

  async refreshedFrom(place: Place | null, token: string): Promise<Tokens> {
    return tokensIn(await this.refreshFrom(place, token));
  }

  /**
   * Admits a call.
   * @param record the record of the call; `null` if the caller disconnects without one
   * @param needed the scope that the operation requires
   */
  async admit(
    token: string,
    requests = 1,
    record: CallRecord | null = null,
    needed: Scope = "account:read",
    resources = [RESOURCE],
  ): Promise<Admitted> {
    const credential: Credential = token.startsWith("fdk_")
      ? { kind: "api_token", token }
      : { kind: "access_token", token, resources };
    // A stub has the methods of the port, but its type describes only serializable values.
    const port = this.stub as unknown as ConnectionPort;
    const admission = await port.admit(credential, requests);
    if (admission.outcome !== "admitted") return admission;
    const { outcome, grant, rateResults, log } = admission;
    if (record) await log.record(record, needed);
    log[Symbol.dispose]?.();
    return { outcome, grant, rateResults };
  }

  /** Makes a call that is recorded as refused for a missing scope. */
  async admitWanting(token: string, needed: Scope, via: "http" | "mcp"): Promise<void> {
    const record = recordOf("x", { via, outcome: "refused", status: 403, code: "insufficient_scope" });
    await this.admit(token, 1, record, needed);
  }

  /** Returns the outcome of the admission of a token. */
  async outcome(token: string): Promise<Admitted["outcome"]> {
    return (await this.admit(token)).outcome;
  }

  /** Returns the reason why the connection ended; `null` while it is active, `undefined` if it does not exist. */
  async endReason(): Promise<string | null | undefined> {
    const summary = await this.summary();
    return summary ? (summary.end?.reason ?? null) : undefined;
  }

  /** Returns the status and error of the token endpoint for a form, or for a refresh with a token. */
  async errorOf(sent: Record<string, string> | string, client: object = CLIENT): Promise<[number, string]> {
    return errorIn(await (typeof sent === "string" ? this.refresh(sent) : this.post(sent, client)));
  }

  summary(): Promise<ConnectionSummary | null> {
    return this.stub.summary(5);
  }

  entries(before: { at: string; id: string } | null, limit: number): Promise<LogEntry[]> {
    return this.stub.entries(before, limit);
  }

  /** Evicts the object from memory. The storage remains. */
  evict(): Promise<void> {
    return evictDurableObject(this.stub);
  }

  /** Runs the object's alarm immediately if one is set. */
  runAlarm(): Promise<boolean> {
    return runDurableObjectAlarm(this.stub);
  }

  alarmAt(): Promise<number | null> {
    return runInDurableObject(this.stub, (_, { storage }) => storage.getAlarm());
  }

  /** Returns the names of the object's tables, and the numbers of its keys and rows. */
  stored() {
    return runInDurableObject(this.stub, (_, { storage: { sql, kv } }) => {
      const tables = tablesOf(sql);
      const rows = (table: string) =>
        tables.includes(table) ? sql.exec<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`).one().n : 0;
      const keys = [...kv.list()].length;
      return { tables, keys, oauth: rows("oauth"), refreshes: rows("refreshes"), calls: rows("calls") };
    });
  }

  /** Returns the stored secrets and keys as one text that a test can search for tokens. */
  storedText(): Promise<string> {
    return runInDurableObject(this.stub, (_, { storage: { sql, kv } }) => {
      const oauth = sql.exec("SELECT * FROM oauth").toArray();
      const refreshes = sql.exec<{ hash: string; sealed: ArrayBuffer }>("SELECT hash, sealed FROM refreshes").toArray();
      const sealed = refreshes.map((row) => `${row.hash} ${new TextDecoder("latin1").decode(row.sealed)}`);
      return JSON.stringify([oauth, sealed, [...kv.list()]]);
    });
  }

  /** Stores the given number of log entries with the same timestamp. */
  fillLog(count: number, at: number): Promise<void> {
    return runInDurableObject(this.stub, (_, { storage }) => {
      storage.sql.exec(
        `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO calls SELECT ?, printf('%08d', i), 'listDomains', NULL, 'succeeded', 200, NULL, 'http', 'filled' FROM n`,
        ...[count, at],
      );
    });
  }

  /**
   * Returns the stored counts: the number of log entries, if known, and the times of the calls in the current minute.
   */
  tally() {
    return runInDurableObject(this.stub, (_, { storage: { kv } }) =>
      kv.get<{ entries?: number; window: number[] }>("tally"),
    );
  }

  /** Returns the connection's notices once there are at least `count`. */
  async told(count: number): Promise<Notice[]> {
    await expect.poll(() => noticesOf(this.id).length).toBeGreaterThanOrEqual(count);
    return noticesOf(this.id);
  }
}

export function tokenRequest(form: Record<string, string>, client: object = CLIENT, place: Place | null = null) {
  const body = new URLSearchParams({ client_id: "app", ...form }).toString();
  const server: ServerAddresses = { issuer: ISSUER, resources: [RESOURCE, READ_RESOURCE] };
  return { server, body, authorization: null, client: JSON.stringify(client), place } satisfies TokenRequest;
}

export function tokensIn(answer: TokenAnswer): Tokens {
  expect(answer.status, answer.body).toBe(200);
  return JSON.parse(answer.body) as Tokens;
}

export function errorIn({ status, body }: TokenAnswer): [number, string] {
  return [status, (JSON.parse(body) as { error: string }).error];
}

export const INVALID_GRANT = [400, "invalid_grant"];
export const INVALID_CLIENT = [401, "invalid_client"];

export const NOTHING = { tables: [], keys: 0, oauth: 0, refreshes: 0, calls: 0 };

export const recordOf = (requestId: string, change: Partial<CallRecord> = {}): CallRecord => ({
  ...({ operation: "listDomains", target: null, outcome: "succeeded", status: 200, code: null, via: "http" } as const),
  requestId,
  ...change,
});
