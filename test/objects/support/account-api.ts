import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { beforeEach, expect, vi } from "vitest";
import { type AccountPort, accountObjectName } from "../../../durable-objects/account/account-port.ts";
import { CommandQueue } from "../../../durable-objects/account/commands/command-queue.ts";
import { control, FULL_STANDING, now, records, signer } from "./account-world.ts";
import { type ActingApplicationDependencies, actingApplication, type TestGrant } from "./acting-application.ts";
import { bindings } from "./bindings.ts";
import { resetScript } from "./scripted-billing.ts";

/** Returns an account object of the deployment's billing system. */
export const accountStub = (id = account) => bindings.ACCOUNT.getByName(accountObjectName(control.billingSystem, id));
/** The dependencies of the application in these tests. A test can create another application with more versions. */
export const applicationDependencies: ActingApplicationDependencies = {
  billing: bindings.BILLING,
  // A stub has the methods of the port, but its type describes only serializable values.
  accountOf: (id) => accountStub(id) as unknown as AccountPort,
  signer,
  now,
  record: (call) => void records.push(call),
};
const application = actingApplication(applicationDependencies);

/** The id of the current test's account. */
export let account = 5_000;
/** The default grant for requests of the current test. */
let grant: TestGrant = {};

/** Changes the default grant for requests of the current test. */
export function changeGrant(changes: TestGrant): void {
  grant = { ...grant, ...changes };
}

/** Resets the test state: an unused account, the runtime's clock and a billing system without failures. */
export function useNewAccount(): void {
  grant = { accountId: ++account };
  Object.assign(control, {
    billingSystem: "shop",
    shift: 0,
    frozen: null,
    mailFails: false,
    standing: FULL_STANDING,
    connection: null,
    timing: null,
  });
  resetScript();
}

/** Gives each test of a file its own account. */
export function eachWithNewAccount(): void {
  beforeEach(useNewAccount);
}

/**
 * Returns a credential for the test account.
 * @param own changes to the default grant
 */
export function bearerOf(own: TestGrant = {}): string {
  return `Bearer ${encodeURIComponent(JSON.stringify({ ...grant, ...own }))}`;
}

/**
 * Sends a request to the account's API or MCP server.
 * @param path the path relative to {base_url}
 * @param own changes to the default grant
 */
export async function fetchAccount(
  path: string,
  { own = {}, ...init }: RequestInit & { own?: TestGrant } = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has("Authorization")) {
    headers.set("Authorization", bearerOf(own));
  }
  const request = new Request(`http://localhost/api/v1${path}`, { ...init, headers });
  return application.fetch(request, {}, createExecutionContext());
}

/** Sends an action over HTTP. */
export function act(
  path: string,
  body: unknown,
  { key, method = "POST", ...init }: { key?: string; method?: string; own?: TestGrant } = {},
): Promise<Response> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (key !== undefined) headers["Idempotency-Key"] = key;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetchAccount(path, { ...init, method, headers, body: text });
}

/** Calls a tool of the account's MCP server. */
export function callTool(name: string, args: object, own: TestGrant = {}): Promise<Response> {
  const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } };
  return fetchAccount("/account/mcp", { own, method: "POST", headers, body: JSON.stringify(call) });
}

/** Renews a domain. The scripted billing system accepts every domain. */
export function renew(key: string, domain = "studio-ana.ca"): Promise<Response> {
  return act(`/account/domains/${domain}/renew`, {}, { key });
}

/**
 * Sends commands and waits until each one has reached the queue of the account object.
 * @returns the pending responses
 */
export async function queued<Sent>(send: () => Sent[]): Promise<Sent[]> {
  using acquired = vi.spyOn(CommandQueue.prototype, "acquire");
  const sent = send();
  await expect.poll(() => acquired.mock.calls.length).toBe(sent.length);
  return sent;
}

export async function bodyOf(answering: Response | Promise<Response>): Promise<Record<string, unknown>> {
  return (await answering).json();
}

/** An entry of the account log. */
export interface AuditEntry {
  operation: string;
  outcome: string;
  status: number;
  code: string | null;
  request_id: string;
  approval: string | null;
}

/**
 * Returns the entries of the account log, newest first.
 * @param operation restricts the result to this operation
 */
export async function audit(operation?: string): Promise<AuditEntry[]> {
  const { entries } = (await bodyOf(fetchAccount("/account/audit"))) as unknown as { entries: AuditEntry[] };
  return entries.filter((entry) => operation === undefined || entry.operation === operation);
}

export const isReplayed = ({ headers }: Response) => headers.get("Idempotent-Replayed") === "true";

/** Moves the journal's times of sending, next lookup and settlement into the past. */
export function ageJournal(milliseconds: number): Promise<void> {
  return runInDurableObject(accountStub(account), (_, { storage }) => {
    storage.sql.exec(
      "UPDATE journal SET settled_at = settled_at - ?1, sent_at = sent_at - ?1, next_lookup_at = next_lookup_at - ?1",
      milliseconds,
    );
  });
}

/** Runs the alarm of the account object, even before it is due. */
export function runAlarm(): Promise<void> {
  return runInDurableObject(accountStub(account), (object) => object.alarm());
}

/** Returns the journal and the log of the account object as text. */
export function storedText(): Promise<string> {
  return runInDurableObject(accountStub(account), (_, { storage: { sql } }) =>
    JSON.stringify([sql.exec("SELECT * FROM journal").toArray(), sql.exec("SELECT * FROM actions").toArray()]),
  );
}

/** Only the alarms that look up unknown outcomes are due sooner than this. */
const SOON_MS = 5_000;

/** Runs the alarm if it is due soon. The clock moves to the time of the alarm. */
function runSoonAlarm(): Promise<void> {
  return runInDurableObject(accountStub(account), async (object, { storage }) => {
    const wait = ((await storage.getAlarm()) ?? Number.POSITIVE_INFINITY) - now();
    if (wait > SOON_MS) return;
    control.shift += Math.max(0, wait);
    await object.alarm();
  });
}

/**
 * Repeats a read until it returns the wanted value. Between reads, an alarm of the account object that is due soon
 * runs.
 */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  return vi.waitFor(
    async () => {
      const value = await ask();
      if (isWanted(value)) return value;
      // expected: the test may stop the object during its alarm
      await runSoonAlarm().catch(() => undefined);
      throw new Error(`never came: ${JSON.stringify(value)}`);
    },
    { timeout: 15_000, interval: 10 },
  );
}

/** Repeats a renewal until it succeeds and returns the response. */
export const answerUnder = (key: string): Promise<Response> =>
  eventually(
    () => renew(key),
    ({ status }) => status === 201,
  );
