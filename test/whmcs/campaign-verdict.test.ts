import { describe, expect, test } from "vitest";
import { SECRETS } from "../../dev/whmcs/secrets.ts";
import { WRITE_OPERATIONS } from "../../shared/billing-contract/writes.ts";
import { campaignAccount, emailOf } from "../system/faults/harness/accounts.ts";
import type { AuditEntry, History, Told } from "../system/faults/harness/customer.ts";
import { ALL_FAULTS, type KeyPlan, scenarioOf } from "../system/faults/harness/scenario.ts";
import { endOf, keyFaults } from "../system/faults/harness/verdict.ts";
import type { Evidence, InstalledOrder, WriteRow } from "../system/whmcs/faults/evidence.ts";
import { truthOf } from "../system/whmcs/faults/truth.ts";

/**
 * Tests which states of an installation the fault campaign reports as violations. unit/faults/verdict.test.ts covers
 * the violations that do not depend on WHMCS.
 */

const account = campaignAccount(1);
const { accountId } = account;
const plans = scenarioOf(1, () => 0.5, { ...ALL_FAULTS, operations: WRITE_OPERATIONS }).keys;
const planOf = (operation: KeyPlan["operation"]): KeyPlan => ({
  ...(plans.find((one) => one.operation === operation) as KeyPlan),
  otherTarget: null,
  actionFaults: [],
});
const renewal = planOf("renewDomain");

const order: InstalledOrder = {
  ...{ id: 71, account: accountId, operation: "renewDomain", target: account.renewed[0] },
  ...{ isCancelled: false, subtotal: 1799, isPaidAtOnce: false },
};
const row: WriteRow = {
  ...{ account: accountId, reference: "r1", operation: "renewDomain", target: `domain:${account.renewed[0]}` },
  ...{ state: "done", orderId: 71, price: 1799 },
};
const DONE: Told = {
  ...{ body: "own", status: 201, code: null, text: '{"order_id":71,"invoice":{"subtotal":17.99}}' },
  ...{ isReplayed: false, requestId: "q1" },
};
const REPEATED: Told = { ...DONE, isReplayed: true, requestId: "q2" };
const NOT_PLACED: Told = { ...DONE, status: 409, code: "refused", text: '{"detail":"Use a new key to try again."}' };
const REFUSED: Told = { ...NOT_PLACED, text: "{}" };
const SUCCEEDED: AuditEntry = {
  ...{ operation: "renewDomain", target: `domain:${account.renewed[0]}` },
  ...{ outcome: "succeeded", request_id: "q1" },
};
const sent = {
  ...({ operation: "renewDomain", target: account.renewed[0] } as const),
  ...{ fault: null, isRefused: false, isCarriedOut: true },
};

function historyOf(told: Told[], plan = renewal): History {
  const [settled = null, replayed = settled && { ...settled, isReplayed: true }] = told;
  const found = { settled, replayed, again: null, isFoundAlone: false, isPaid: false };
  return { account, plan, told, unheard: 0, ...found };
}

const faultsOf = (history: History, evidence: Evidence) => keyFaults(history, truthOf(evidence, 0));
const wholeFaults = (histories: History[], evidence: Evidence) =>
  truthOf(evidence, 0).wholeFaults(histories)["the installation"];

const EVIDENCE: Evidence = {
  ...{ sent: [sent], referencesOf: () => ["r1"], orders: [order], cancellations: [], mails: [], rows: [row] },
  ...{ listed: [], stuck: [], mailedByRegistrar: new Set(), referenced: new Set([71]), transferMails: [] },
  ...{ reported: new Set(), audits: new Map([[accountId, [SUCCEEDED]]]) },
};
const evidenceOf = (more: Partial<Evidence> = {}): Evidence => ({ ...EVIDENCE, ...more });
const NOTHING = { orders: [], rows: [], audits: new Map() };
const LISTED = { account: accountId, operation: "renewDomain", reason: "ambiguous" } as const;

test("responses that agree with the installation's state are not violations", () => {
  expect(faultsOf(historyOf([DONE, REPEATED]), evidenceOf())).toEqual([]);
  expect(faultsOf(historyOf([NOT_PLACED]), evidenceOf(NOTHING))).toEqual([]);
  expect(faultsOf(historyOf([DONE]), evidenceOf({ sent: [{ ...sent, isRefused: true }, sent] }))).toEqual([]);
  expect(wholeFaults([historyOf([DONE])], evidenceOf())).toEqual([]);
});

test.each<[string, History, Partial<Evidence>, string]>([
  ["a second call under one reference", historyOf([DONE]), { sent: [sent, sent] }, "sent 2 times under 1 references"],
  [
    "a second call that the addon refused",
    historyOf([DONE]),
    { sent: [sent, { ...sent, isRefused: true }] },
    "sent 2 times under 1 references",
  ],
  [
    "an order that is done but lost in the table",
    historyOf([DONE]),
    { rows: [{ ...row, state: "lost" }] },
    "order 71 is lost",
  ],
  [
    "an order that is done at another price",
    historyOf([DONE]),
    { orders: [{ ...order, subtotal: 1899 }] },
    "the invoice 1899",
  ],
  [
    "an order that is done and cancelled",
    historyOf([DONE]),
    { orders: [{ ...order, isCancelled: true }] },
    "order 71 is cancelled",
  ],
  ["a wait without a reason", historyOf([]), { listed: [LISTED] }, "ambiguous, and nothing is there twice"],
  [
    "a transfer code in a response",
    historyOf([{ ...REFUSED, text: `{"detail":"${SECRETS.authCode}"}` }]),
    NOTHING,
    "an answer had a transfer code",
  ],
])("%s is a violation", (_, history, evidence, fault) => {
  expect(faultsOf(history, evidenceOf(evidence)).join("; ")).toContain(fault);
});

test("a key that WHMCS executed twice, or whose order was paid immediately, needs the operator", () => {
  const ends = [{ sent: [{ ...sent, fault: "twice_error" }] }, { orders: [{ ...order, isPaidAtOnce: true }] }, {}].map(
    (more) => endOf(historyOf([]), truthOf(evidenceOf(more), 0)),
  );
  expect(ends).toEqual(["a person's", "a person's", "open"]);
});

test("an order at another price is a violation unless it is cancelled or reported", () => {
  const wrong = { ...order, subtotal: 1899 };
  const faults = (more: Partial<Evidence>) => wholeFaults([historyOf([REFUSED])], evidenceOf(more));
  expect(faults({ orders: [wrong] })).toEqual(["order 71 costs 1899, was expected to cost 1799, and is not reported"]);
  expect(faults({ orders: [{ ...wrong, isCancelled: true }] })).toEqual([]);
  expect(faults({ orders: [wrong], reported: new Set([71]) })).toEqual([]);
});

test("one order under two keys is a violation", () => {
  expect(wholeFaults([historyOf([DONE]), historyOf([DONE])], evidenceOf())).toEqual([
    "order 71 is done under two keys",
  ]);
});

describe("a transfer code", () => {
  const plan = planOf("transferDomainOut");
  const name = account.leaving[0];
  const entry = { ...SUCCEEDED, operation: "transferDomainOut" };
  const mail = { to: emailOf(account), subject: "Transfer", text: `${name}\n${SECRETS.authCode}<9>` };
  const history = historyOf([{ ...DONE, text: "{}" }], plan);
  const audits = new Map([[accountId, [entry]]]);
  const evidence = { ...NOTHING, sent: [], audits };

  test("must be mailed to the owner or by the registrar", () => {
    expect(faultsOf(history, evidenceOf(evidence))).toEqual(["said placed, and 0 are there"]);
    expect(faultsOf(history, evidenceOf({ ...evidence, transferMails: [mail] }))).toEqual([]);
    expect(faultsOf(history, evidenceOf({ ...evidence, mailedByRegistrar: new Set([name]) }))).toEqual([]);
  });

  test("must not be mailed to anyone else", () => {
    const stray = { ...mail, to: "c2@maple.example" };
    expect(wholeFaults([history], evidenceOf({ ...evidence, transferMails: [mail], mails: [stray] }))).toEqual([
      '"Transfer" has a transfer code, and went to c2@maple.example',
    ]);
  });
});
