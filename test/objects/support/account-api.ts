import { createExecutionContext, runInDurableObject } from "cloudflare:test";
import { vi } from "vitest";
import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import { now, records, signer } from "./account-world.ts";
import { actingApplication, type TestGrant } from "./acting-application.ts";
import { bindings } from "./bindings.ts";

const accountStub = (id: number) => bindings.ACCOUNT.getByName(String(id));
const application = actingApplication({
  billing: bindings.BILLING,
  // A stub's methods have the port's arguments and values; its type says so only of what it can serialise.
  accountOf: (id) => accountStub(id) as unknown as AccountPort,
  signer,
  now,
  record: (call) => void records.push(call),
});

/** A request to the account's API or MCP server. @param path relative to {base_url} */
export async function fetchAccount(
  path: string,
  { grant = {}, ...init }: RequestInit & { grant?: TestGrant } = {},
): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has("Authorization")) {
    headers.set("Authorization", `Bearer ${encodeURIComponent(JSON.stringify(grant))}`);
  }
  const request = new Request(`http://localhost/api/v1${path}`, { ...init, headers });
  return application.fetch(request, {}, createExecutionContext());
}

/** An action over HTTP. */
export function act(
  path: string,
  body: unknown,
  { key, method = "POST", ...init }: { key?: string; method?: string; grant?: TestGrant } = {},
): Promise<Response> {
  const headers: Record<string, string> = { "Content-Type": "application/json" };
  if (key !== undefined) headers["Idempotency-Key"] = key;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return fetchAccount(path, { ...init, method, headers, body: text });
}

let accounts = 5_000;
/** The id of an account that no test has used. */
export function newAccount(): number {
  return ++accounts;
}

/** Moves everything in an account's journal into the past. */
export function ageJournal(account: number, milliseconds: number): Promise<void> {
  return runInDurableObject(accountStub(account), (_, { storage }) => {
    storage.sql.exec(
      "UPDATE journal SET settled_at = settled_at - ?1, sent_at = sent_at - ?1, next_check_at = next_check_at - ?1",
      milliseconds,
    );
  });
}

/** Runs the alarm of an account's object, whenever it is due. */
export function runAlarm(account: number): Promise<void> {
  return runInDurableObject(accountStub(account), (object) => object.alarm());
}

/** Everything that an account's object stores, as text. */
export function storedText(account: number): Promise<string> {
  return runInDurableObject(accountStub(account), (_, { storage: { sql } }) =>
    JSON.stringify([sql.exec("SELECT * FROM journal").toArray(), sql.exec("SELECT * FROM actions").toArray()]),
  );
}

/** Asks until the value is as wanted. */
export async function eventually<Value>(
  ask: () => Promise<Value>,
  isWanted: (value: Value) => boolean,
): Promise<Value> {
  return vi.waitFor(
    async () => {
      const value = await ask();
      if (!isWanted(value)) throw new Error(`never came: ${JSON.stringify(value)}`);
      return value;
    },
    { timeout: 15_000, interval: 50 },
  );
}
