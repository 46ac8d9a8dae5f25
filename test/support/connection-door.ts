import { calculatePKCECodeChallenge, generateRandomCodeVerifier } from "oauth4webapi";
import { expect } from "vitest";
import { createTestHarness } from "wrangler";
import type {
  Agreement,
  CodeRequest,
  ConnectionSummary,
  Credential,
  TokenAnswer,
  TokenRequest,
} from "../../durable-objects/connection/connection-port.ts";
import type { Place } from "../../durable-objects/connection/place.ts";
import { PROJECT } from "../../scripts/workers.ts";
import type { Scope } from "../../shared/account-access/scopes.ts";
import type { LogEntry } from "../../shared/account-access/call-log.ts";
import type { CallRecord } from "../../shared/api/pipeline/call-record.ts";
import type { Grant } from "../../durable-objects/connection/grant.ts";
import type { RateLimitResult } from "../../shared/platform/sliding-log.ts";
import { sampleAgreement } from "./sample-agreement.ts";
import type { Call, ConnectionAttempt } from "./workers/connection-door.worker.ts";

export const SERVER = { issuer: "https://front.example", resource: "https://front.example/api/v1" };
const REDIRECT = "https://app.example/callback";
/** The library's form of a client that keeps no secret. */
export const CLIENT = {
  clientId: "app",
  redirectUris: [REDIRECT],
  tokenEndpointAuthMethod: "none",
  grantTypes: ["authorization_code", "refresh_token"],
  responseTypes: ["code"],
};
export const MINUTE = 60_000;
export const DAY = 86_400_000;

export interface Tokens {
  access_token: string;
  refresh_token: string;
  scope: string;
}

export type Admitted =
  | { outcome: "admitted"; grant: Grant; rateResults: RateLimitResult[] }
  | { outcome: "refused" }
  | { outcome: "too_many_notifications"; moreAt: number };

let made = 0;

/** The objects on the real runtime, behind a door that calls them and turns their clock. */
export class ConnectionDoor {
  readonly #system = createTestHarness({
    root: PROJECT,
    workers: [
      {
        config: {
          name: "connection-door",
          main: "test/support/workers/connection-door.worker.ts",
          compatibility_date: "2026-10-23",
          durable_objects: {
            bindings: [
              { name: "CONNECTION", class_name: "Connection" },
              { name: "SESSION", class_name: "Session" },
              { name: "SERVICE_KEY", class_name: "ServiceKey" },
            ],
          },
          migrations: [{ tag: "v1", new_sqlite_classes: ["Connection", "Session", "ServiceKey"] }],
        },
      },
    ],
  });

  static async open(): Promise<ConnectionDoor> {
    const door = new ConnectionDoor();
    await door.#system.listen();
    return door;
  }

  close(): Promise<void> {
    return this.#system.close();
  }

  /** Turns the clock forward; what it shows then. */
  pass(milliseconds: number): Promise<number> {
    return this.#post("/clock", milliseconds);
  }

  now(): Promise<number> {
    return this.pass(0);
  }

  faults(faults: { listFails: boolean; noticesFail: boolean; listHangs?: boolean }): Promise<void> {
    return this.#post("/faults", faults);
  }

  told(id: string): Promise<[string, string, string | null][]> {
    return this.#post("/told", id);
  }

  /** How many hashes the objects have computed so far. */
  digests(): Promise<number> {
    return this.#post("/digests", null);
  }

  /** Several calls at once, their values in order. */
  async together<Value>(calls: Call[]): Promise<Value[]> {
    const results = await this.#post<({ value: Value } | { error: string })[]>("/call", calls);
    return results.map((result) => {
      if ("error" in result) throw new Error(result.error);
      return result.value;
    });
  }

  async call<Value>(object: Call["object"], name: string, method: string, ...args: unknown[]): Promise<Value> {
    const [value] = await this.together<Value>([{ object, name, method, args }]);
    return value as Value;
  }

  admit(attempts: ConnectionAttempt[]): Promise<Admitted[]> {
    return this.#post("/admit", attempts);
  }

  /** Takes the object out of memory; what it stored stays. */
  evict(object: Call["object"], name: string): Promise<void> {
    return this.#system.getWorker("connection-door").evictDurableObject(object, { name });
  }

  async #post<Value>(path: string, body: unknown): Promise<Value> {
    const response = await this.#system.fetch(path, { method: "POST", body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
    return (await response.json()) as Value;
  }
}

/** One connection of a test's own. */
export class TestConnection {
  readonly door: ConnectionDoor;
  readonly agreement: Agreement;
  verifier = generateRandomCodeVerifier();

  constructor(door: ConnectionDoor, change: Partial<Agreement> = {}) {
    this.door = door;
    this.agreement = sampleAgreement(`connection${++made}x${crypto.randomUUID().slice(0, 8)}`, change);
  }

  get id(): string {
    return this.agreement.id;
  }

  call<Value>(method: string, ...args: unknown[]): Promise<Value> {
    return this.door.call<Value>("CONNECTION", this.id, method, ...args);
  }

  /** Makes it; the authorization code. */
  async open(change: Partial<CodeRequest> = {}, client: object = CLIENT): Promise<string> {
    const request: CodeRequest = {
      responseType: "code",
      clientId: "app",
      redirectUri: REDIRECT,
      scope: [],
      state: "state",
      codeChallenge: await calculatePKCECodeChallenge(this.verifier),
      codeChallengeMethod: "S256",
      resource: SERVER.resource,
      issuer: SERVER.issuer,
      ...change,
    };
    const address = new URL(await this.call<string>("open", this.agreement, SERVER, request, JSON.stringify(client)));
    expect(address.origin + address.pathname).toBe(REDIRECT);
    expect(address.searchParams.get("state")).toBe("state");
    expect(address.searchParams.get("iss")).toBe(SERVER.issuer);
    return address.searchParams.get("code") ?? "";
  }

  /** A call of the token endpoint with a form. */
  form(form: Record<string, string>, client: object = CLIENT, authorization: string | null = null): Call {
    const body = new URLSearchParams({ ...(authorization ? {} : { client_id: "app" }), ...form }).toString();
    const request = { server: SERVER, body, authorization, client: JSON.stringify(client) };
    return { object: "CONNECTION", name: this.id, method: "tokenEndpoint", args: [request] };
  }

  async post(form: Record<string, string>, client: object = CLIENT): Promise<TokenAnswer> {
    const [answer] = await this.door.together<TokenAnswer>([this.form(form, client)]);
    return answer as TokenAnswer;
  }

  codeForm(code: string): Record<string, string> {
    return { grant_type: "authorization_code", code, redirect_uri: REDIRECT, code_verifier: this.verifier };
  }

  /** Makes it and exchanges its code. */
  async connect(): Promise<Tokens> {
    return tokensIn(await this.post(this.codeForm(await this.open())));
  }

  refresh(token: string, more: Record<string, string> = {}): Promise<TokenAnswer> {
    return this.post({ grant_type: "refresh_token", refresh_token: token, ...more });
  }

  /** A refresh that comes from a place. */
  async refreshFrom(place: Place | null, token: string): Promise<TokenAnswer> {
    const call = this.form({ grant_type: "refresh_token", refresh_token: token });
    const [request] = call.args as [TokenRequest];
    const [answer] = await this.door.together<TokenAnswer>([{ ...call, args: [{ ...request, place }] }]);
    return answer as TokenAnswer;
  }

  async admit(token: string, requests = 1, record: CallRecord | null = null): Promise<Admitted> {
    const [admission] = await this.door.admit([this.attempt(token, requests, record)]);
    return admission as Admitted;
  }

  /** A call that is recorded as refused for want of a scope. */
  async admitWanting(token: string, needed: Scope, via: "http" | "mcp"): Promise<void> {
    const record = recordOf("x", { via, outcome: "refused", status: 403, code: "insufficient_scope" });
    await this.door.admit([{ ...this.attempt(token, 1, record), needed }]);
  }

  attempt(token: string, requests = 1, record: CallRecord | null = null): ConnectionAttempt {
    return { name: this.id, credential: credentialOf(token), requests, record };
  }

  /** How much its object stores. */
  stored(): Promise<{ tables: string[]; keys: number; oauth: number; refreshes: number; calls: number }> {
    return this.call("stored");
  }

  summary(): Promise<ConnectionSummary | null> {
    return this.call("summary", 5);
  }

  entries(before: { at: string; id: string } | null, limit: number): Promise<LogEntry[]> {
    return this.call("entries", before, limit);
  }

  /** What was told of it, once it is so much. */
  async told(count: number): Promise<[string, string | null][]> {
    await expect.poll(async () => (await this.door.told(this.id)).length).toBeGreaterThanOrEqual(count);
    return (await this.door.told(this.id)).map(([what, , reason]) => [what, reason]);
  }
}

export function tokensIn(answer: TokenAnswer): Tokens {
  expect(answer.status, answer.body).toBe(200);
  return JSON.parse(answer.body) as Tokens;
}

export function errorIn({ status, body }: TokenAnswer): [number, string] {
  return [status, (JSON.parse(body) as { error: string }).error];
}

export const NOTHING = { tables: [], keys: 0, oauth: 0, refreshes: 0, calls: 0 };

export const recordOf = (requestId: string, change: Partial<CallRecord> = {}): CallRecord => ({
  operation: "listDomains",
  target: null,
  outcome: "succeeded",
  status: 200,
  code: null,
  via: "http",
  requestId,
  ...change,
});

function credentialOf(token: string): Credential {
  return token.startsWith("fdk_")
    ? { kind: "api_token", token }
    : { kind: "access_token", token, resource: SERVER.resource };
}
