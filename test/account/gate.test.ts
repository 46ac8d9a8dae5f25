import { expect, test } from "vitest";
import * as z from "zod";
import { addressBook } from "../../shared/addresses.ts";
import type { CustomerBilling } from "../../shared/billing-customer.ts";
import { mintApiToken } from "../../shared/connections/api-token.ts";
import type { CallRecord, ConnectionPort } from "../../shared/connections/connection.ts";
import { ObjectIds } from "../../shared/object-id.ts";
import { AnswerCache } from "../../shared/operations/answer.ts";
import type { AnyOperation } from "../../shared/operations/operation.ts";
import { type Desk, runOperation } from "../../shared/operations/run-operation.ts";
import { OperationError } from "../../shared/problems.ts";
import { Signer } from "../../shared/service-key.ts";
import { SlidingLog } from "../../shared/sliding-log.ts";
import { ConnectionGate } from "../../workers/account/gate.ts";
import { UNSET_ADDRESSES } from "../support/unset-addresses.ts";

const NOW = Date.parse("2026-11-01T00:00:00Z");
const ids = new ObjectIds(new Signer(async () => new ArrayBuffer(32)), "connection");
const authorization = `Bearer ${mintApiToken(await ids.mint())}`;
const addresses = addressBook(UNSET_ADDRESSES)("http://localhost:8787/") ?? expect.fail("no addresses");

/** A connection at the other side of a binding: what is recorded there, and whether somebody still holds its log. */
function farConnection(quota = 120) {
  const seen = { recorded: [] as CallRecord[], open: 0, calls: 0 };
  const window = new SlidingLog();
  const pass = {
    ...{ id: "c", name: "A", application: "c", loginId: 11, accountId: 1001, currency: "CAD" as const },
    ...{
      scopes: ["account:read" as const],
      operations: null,
      limit: { kind: "account" as const },
      isChallenged: false,
    },
  };
  const admit: ConnectionPort["admit"] = async (_, requests) => {
    seen.calls++;
    seen.open++;
    const policy = { id: "connection", name: "connection", quota, windowSeconds: 60 };
    const takings = Array.from({ length: requests }, () => window.take(policy, NOW));
    const log = {
      record: async (record: CallRecord) => void seen.recorded.push(record),
      [Symbol.dispose]: () => void seen.open--,
    };
    return { outcome: "admitted", pass, takings, log };
  };
  const port = { admit } as unknown as ConnectionPort;
  return {
    seen,
    gate: new ConnectionGate(
      ids,
      () => port,
      {} as CustomerBilling,
      () => NOW,
    ),
  };
}

test("an object is let go with the last of the requests that came together, and at once where there were none", async () => {
  const { gate, seen } = farConnection();
  const [one, other] = await gate.admit({ authorization, addresses }, 2);
  one?.release();
  expect(seen.open).toBe(1);
  other?.release();
  expect(seen.open).toBe(0);
  expect(await gate.admit({ authorization, addresses }, 0)).toEqual([]);
  expect(seen).toMatchObject({ open: 0, calls: 2 });
});

test.each([
  ["answered", 120, () => Promise.resolve({}), 200],
  ["refused by the operation", 120, () => Promise.reject(new OperationError("access_lost", { en: "", fr: "" })), 403],
  ["failed", 120, () => Promise.reject(new OperationError("billing_unavailable", { en: "", fr: "" })), 503],
  ["over the limit", 0, () => Promise.resolve({}), 429],
])("a call that is %s lets the object go, after it was recorded", async (_, quota, run, status) => {
  const { gate, seen } = farConnection(quota);
  const operation: AnyOperation<object> = {
    ...{ id: "listThings", http: { method: "GET", path: "/things" }, title: "", summary: { en: "", fr: "" } },
    ...{ description: "", effect: "read", freshFor: 0, problems: [], example: {} },
    access: { scope: "account:read", permissions: [], reach: "whole" },
    input: z.strictObject({}),
    output: z.object({}),
    run,
  };
  const desk: Desk<object> = {
    operations: [operation],
    gate,
    contextFor: () => ({}),
    answers: new AnswerCache(1),
    now: () => NOW,
  };
  const outcome = await runOperation(desk, operation, {
    sent: { path: {} },
    caller: { via: "http", address: "192.0.2.1" },
    requestId: "r",
    waitUntil: () => undefined,
    ...{ addresses, authorization },
  });
  expect("problem" in outcome ? outcome.problem.status : 200).toBe(status);
  expect(seen).toMatchObject({ open: 0, calls: 1 });
  expect(seen.recorded.map((record) => record.status)).toEqual(status === 429 ? [] : [status]);
});

test("while the service's key cannot be read, nothing is said against the credential", async () => {
  const unreadable = new ObjectIds(new Signer(() => Promise.reject(new Error("no key"))), "connection");
  const untouched = (): ConnectionPort => {
    throw new Error("an object was asked");
  };
  const gate = new ConnectionGate(unreadable, untouched, {} as CustomerBilling, () => NOW);
  const refusal = gate.admit({ authorization, addresses }, 1);
  await expect(refusal).rejects.toMatchObject({ code: "server_unavailable" });
});
