import { describe, expect, test } from "vitest";
import type { LedgerOrder } from "../../system/faults/embedded/ledger.ts";
import { truthOf } from "../../system/faults/embedded/truth.ts";
import { campaignAccount } from "../../system/faults/harness/accounts.ts";
import type { History, Told } from "../../system/faults/harness/customer.ts";
import { openShare } from "../../system/faults/harness/print-report.ts";
import { ALL_FAULTS, type KeyPlan, scenarioOf } from "../../system/faults/harness/scenario.ts";
import { auditFaults, endOf, keyFaults } from "../../system/faults/harness/verdict.ts";

const account = campaignAccount(1);
const plan: KeyPlan = {
  ...(scenarioOf(1, () => 0.5, { ...ALL_FAULTS, operations: ["renewDomain"] }).keys[0] as KeyPlan),
  otherTarget: account.renewed[1],
  actionFaults: [],
};
const order: LedgerOrder = {
  ...{ id: 71, account: account.accountId, kind: "renew_domain", status: "open", name: account.renewed[0] },
  ...{ service: null, site: null, invoice: 81, invoiceStatus: "unpaid" },
};
const DONE: Told = {
  ...{ body: "own", status: 201, code: null, text: '{"order_id":71}' },
  ...{ isReplayed: false, requestId: "q1" },
};
const NOT_PLACED: Told = { ...DONE, status: 409, code: "refused", text: '{"detail":"Use a new key to try again."}' };
const REFUSED: Told = { ...NOT_PLACED, text: '{"detail":"The registrar says no."}' };
const REUSED: Told = { ...NOT_PLACED, status: 422, code: "idempotency_key_reused", text: "{}" };
const STUCK = { account: account.accountId, operation: "renewDomain" as const, reason: "found_late" as const };

function historyOf(...told: Told[]): History {
  const [settled = null] = told;
  const replayed = settled && { ...settled, isReplayed: true };
  const found = { settled, replayed, again: null, isFoundAlone: false, isPaid: false };
  return { account, plan, told, unheard: 0, ...found };
}

/** Returns the state of the embedded engine, with these orders in its database. */
function truth(orders: LedgerOrder[], more: Partial<Parameters<typeof truthOf>[0]> = {}) {
  const ledger = { orders, actions: [], services: new Map(), domains: [], stuck: [], faults: [] };
  return truthOf({
    ledger,
    registry: { changes: () => [] },
    mails: [],
    stuck: [],
    money: [],
    ...{ refunded: new Set<number>(), inVain: new Set<number>(), kills: 0 },
    ...more,
  });
}

test("consistent responses and orders give no violation", () => {
  expect(keyFaults(historyOf(DONE), truth([order]))).toEqual([]);
  expect(keyFaults(historyOf(NOT_PLACED), truth([]))).toEqual([]);
});

test.each<[string, History, LedgerOrder[], string]>([
  ["two orders under one key", historyOf(DONE), [order, { ...order, id: 72 }], "one key, 2 times"],
  [
    "one order per request with the key",
    historyOf(DONE),
    [order, { ...order, id: 72, name: account.renewed[1] }],
    "one key, 2 times",
  ],
  ["a response without its order", historyOf(DONE), [], "said placed, and 0 are there"],
  ["a response that names another order", historyOf(DONE), [{ ...order, id: 72 }], "an answer names orders 71"],
  [
    "a completed action that was reported as not placed",
    historyOf(NOT_PLACED),
    [order],
    "reported as not placed, but placed",
  ],
  ["a refusal of a completed action", historyOf(REFUSED), [order], "reported as refused, but done"],
  ["a key with another order", historyOf(REUSED), [order], "another's, and it is done too"],
  ["contradictory responses for one key", historyOf(DONE, NOT_PLACED), [order], "said both placed and not placed"],
  [
    "two different responses",
    historyOf(DONE, { ...DONE, text: '{"order_id":71,"next":""}' }),
    [order],
    "two different answers",
  ],
  ["a different response later", { ...historyOf(DONE), again: REFUSED }, [order], "answered 201, then 201,409"],
  [
    "a repeat that is not marked as a replay",
    { ...historyOf(DONE), again: DONE },
    [order],
    "a replay is not the same answer",
  ],
  ["an unexpected status", historyOf({ ...REFUSED, status: 500 }), [], "an unexpected status: 500"],
  ["no response", historyOf(), [], "never settled"],
  ["an unpaid order that is done", historyOf(DONE), [{ ...order, status: "done" }], "its order is done"],
])("%s is a violation", (_, history, orders, fault) => {
  expect(keyFaults(history, truth(orders)).join("; ")).toContain(fault);
});

test("an action after the delivery window is not a violation if the operator got an alert", () => {
  const late: History = {
    ...historyOf(NOT_PLACED),
    plan: { ...plan, actionFaults: ["arrives after the delivery window"] },
  };
  expect(keyFaults(late, truth([order]))).toContain("reported as not placed, but placed");
  const told = truth([order], { stuck: [STUCK] });
  expect(keyFaults(late, told)).toEqual([]);
  expect(endOf(late, told)).toBe("found late");
});

test("a key that only a person can settle is counted separately from open keys", () => {
  const ofPerson = { isFoundLate: () => false, personsReason: () => "it was done twice" };
  expect(endOf(historyOf(), ofPerson)).toBe("a person's");
  expect(endOf(historyOf(), truth([]))).toBe("open");
  expect(openShare({ keys: 60, ends: { "a person's": 10, open: 1 } })).toBe("2.0 %");
});

test.each([
  [["q1"], []],
  [["q1", "q3"], ["the log has 2, 1 to 1 were done"]],
  [[], ["the log has 0, 1 to 1 were done"]],
])("the log entries of the requests %j are checked", (ids, faults) => {
  const target = `domain:${plan.target}`;
  const log = ids.map((id) => ({ operation: "renewDomain", target, outcome: "succeeded", request_id: id }));
  const repeated: Told = { ...DONE, isReplayed: true, requestId: "q2" };
  expect(auditFaults(historyOf(DONE, repeated), log)).toEqual(faults);
});

describe("the checks of the whole database", () => {
  const wholeFaults = (stuck: object[], logged: (typeof STUCK)[]) => {
    const { ledger } = { ledger: { orders: [], actions: [], services: new Map(), domains: [], stuck, faults: [] } };
    return truth([], { ledger: ledger as never, stuck: logged }).wholeFaults([])["the database"];
  };

  test("require that the operator's list contains exactly the waiting actions", () => {
    expect(wholeFaults([STUCK], [STUCK])).toEqual([]);
    expect(wholeFaults([], [STUCK])).toEqual([`${account.accountId} renewDomain is stuck, and not listed`]);
    expect(wholeFaults([{ ...STUCK, reason: "late" }], [])).toEqual([
      `${account.accountId} renewDomain is listed (late), and ended`,
    ]);
  });

  test("find an action without a key", () => {
    const action = { ...STUCK, reference: "r", state: "done" as const, orderId: 71, domain: null };
    const ledger = {
      orders: [],
      actions: [action, { ...action, reference: "s" }],
      services: new Map(),
      domains: [],
      stuck: [],
      faults: [],
    };
    expect(truth([], { ledger }).wholeFaults([historyOf(DONE)])["the database"]).toEqual([
      `2 actions of ${account.accountId} renewDomain`,
    ]);
  });
});
