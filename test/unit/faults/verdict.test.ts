import { expect, test } from "vitest";
import type { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { campaignAccount } from "../../system/faults/system/accounts.ts";
import type { History, Told } from "../../system/faults/system/customer.ts";
import { type KeyPlan, scenarioOf } from "../../system/faults/system/scenario.ts";
import { endOf } from "../../system/faults/system/verdict.ts";
import type { Ledger, LedgerOrder } from "../../system/faults/whole/ledger.ts";
import { type Evidence, faultsOf, isFoundLate, misleading, unexplained } from "../../system/faults/whole/verdict.ts";

const account = campaignAccount(1);
const plan: KeyPlan = {
  ...(scenarioOf(1, () => 0.5).keys.find(({ operation }) => operation === "renewDomain") as KeyPlan),
  otherTarget: account.renewed[1],
  actionFaults: [],
};
const order: LedgerOrder = {
  ...{ id: 71, account: account.accountId, kind: "renew_domain", status: "open", name: account.renewed[0] },
  ...{ service: null, site: null, invoice: 81, invoiceStatus: "unpaid" },
};
const DONE: Told = {
  body: "own",
  status: 201,
  code: null,
  text: '{"order_id":71}',
  isReplayed: false,
  requestId: null,
  at: 1,
};
const NOT_PLACED: Told = { ...DONE, status: 409, code: "refused", text: '{"detail":"Use a new key to try again."}' };
const REFUSED: Told = { ...NOT_PLACED, text: '{"detail":"The registrar says no."}' };

function historyOf(...told: Told[]): History {
  return { account, plan, told, unheard: 0, settled: told[0] ?? null, replayed: told[0] ?? null, isPaid: false };
}

function evidenceOf(...orders: LedgerOrder[]): Evidence {
  const ledger: Ledger = { orders, actions: [], services: new Map(), domains: [], stuck: [], faults: [] };
  const registry: Pick<SandboxRegistry, "changes"> = { changes: () => [] };
  return { ledger, registry, mails: [], stuck: [] };
}

test("what was said and what stands in the database agree", () => {
  expect(faultsOf(historyOf(DONE), evidenceOf(order))).toEqual([]);
  expect(faultsOf(historyOf(NOT_PLACED), evidenceOf())).toEqual([]);
});

test.each<[string, History, LedgerOrder[], string]>([
  ["two orders under one key", historyOf(DONE), [order, { ...order, id: 72 }], "one key, 2 times"],
  [
    "one order for each request that came with the key",
    historyOf(DONE),
    [order, { ...order, id: 72, name: account.renewed[1] }],
    "one key, 2 times",
  ],
  ["an answer without its order", historyOf(DONE), [], "settled as done, and 0 are there"],
  ["an answer that names another order", historyOf(DONE), [{ ...order, id: 72 }], "an answer names order 71"],
  ["a key that was called not placed", historyOf(NOT_PLACED), [order], "said not placed, and it is"],
  ["a refusal of what was done", historyOf(REFUSED), [order], "settled as refused, and it is done"],
  ["both answers of one key", historyOf(DONE, NOT_PLACED), [order], "said both placed and not placed"],
  ["two answers", historyOf(DONE, { ...DONE, text: '{"order_id":71,"next":""}' }), [order], "two different answers"],
  ["no answer", historyOf(), [], "never settled"],
  ["an order that was not paid, and is done", historyOf(DONE), [{ ...order, status: "done" }], "its order is done"],
])("%s is a violation", (_, history, orders, fault) => {
  expect(faultsOf(history, evidenceOf(...orders)).join("; ")).toContain(fault);
});

test("what was done after the delivery window is no violation once the operator was told of it", () => {
  const late: History = {
    ...historyOf(NOT_PLACED),
    plan: { ...plan, actionFaults: ["arrives after the delivery window"] },
  };
  const stuck = [{ account: account.accountId, operation: "renewDomain", reason: "found_late" as const }];
  expect(faultsOf(late, evidenceOf(order))).toContain("said not placed, and it is");
  expect(faultsOf(late, { ...evidenceOf(order), stuck })).toEqual([]);
  expect(endOf(late, isFoundLate(late, stuck))).toBe("found late");
});

test("an action that no key stands for is found", () => {
  const action = {
    ...{ account: account.accountId, reference: "r", operation: "renewDomain" as const },
    state: "done" as const,
  };
  const actions = [action, { ...action, reference: "s" }].map((one) => ({ ...one, orderId: 71, domain: null }));
  expect(unexplained(actions, [historyOf(DONE)])).toEqual([`2 actions of ${account.accountId} renewDomain`]);
});

test("the operator's list has what waits for a person, and nothing that ended", () => {
  const line = { account: 20_001, operation: "renewDomain" as const, reason: "found_late" as const };
  const { ledger } = evidenceOf();
  expect(misleading({ ...ledger, stuck: [line] }, [line])).toEqual([]);
  expect(misleading(ledger, [line])).toEqual(["20001 renewDomain is stuck, and not listed"]);
  expect(
    misleading({ ...ledger, stuck: [{ ...line, reason: "late" }] }, [{ ...line, reason: "late" as const }]),
  ).toEqual(["20001 renewDomain is listed (late), and ended"]);
});
