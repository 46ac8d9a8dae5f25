import { describe, expect, test } from "vitest";
import { SECRETS } from "../../dev/whmcs/actions/clients.ts";
import { campaignAccount, emailOf } from "../system/faults/system/accounts.ts";
import type { AuditEntry, History, Told } from "../system/faults/system/customer.ts";
import { type KeyPlan, scenarioOf } from "../system/faults/system/scenario.ts";
import type { Evidence, InstalledOrder, WriteRow } from "../system/whmcs/faults/evidence.ts";
import { faultsOf, wholeFaults } from "../system/whmcs/faults/verdict.ts";

/** What the fault campaign calls a violation. */

const account = campaignAccount(1);
const { accountId } = account;
const plans = scenarioOf(1, () => 0.5).keys;
const planOf = (operation: KeyPlan["operation"]): KeyPlan => ({
  ...(plans.find((one) => one.operation === operation) as KeyPlan),
  otherTarget: null,
  actionFaults: [],
});
const renewal = planOf("renewDomain");

const order: InstalledOrder = {
  ...{ id: 71, account: accountId, operation: "renewDomain", target: account.renewed[0] },
  ...{ isCancelled: false, subtotal: 1799 },
};
const row: WriteRow = {
  ...{ account: accountId, reference: "r1", operation: "renewDomain", target: `domain:${account.renewed[0]}` },
  ...{ state: "done", orderId: 71, price: 1799 },
};
const DONE: Told = {
  ...{ body: "own", status: 201, code: null, text: '{"order_id":71,"invoice":{"subtotal":17.99}}' },
  ...{ isReplayed: false, requestId: "q1", at: 1 },
};
const REPEATED: Told = { ...DONE, isReplayed: true, requestId: "q2" };
const NOT_PLACED: Told = { ...DONE, status: 409, code: "refused", text: '{"detail":"Use a new key to try again."}' };
const REFUSED: Told = { ...NOT_PLACED, text: "{}" };
const SUCCEEDED: AuditEntry = { operation: "renewDomain", outcome: "succeeded", request_id: "q1" };
const sent = {
  operation: "renewDomain",
  target: account.renewed[0],
  fault: null,
  isRefused: false,
  isCarriedOut: true,
} as const;

function historyOf(told: Told[], plan = renewal): History {
  const [settled = null, replayed = settled] = told;
  return { account, plan, told, unheard: 0, settled, replayed, isPaid: false };
}

function evidenceOf(more: Partial<Evidence> = {}): Evidence {
  return {
    ...{
      sent: [sent],
      referencesOf: () => ["r1"],
      orders: [order],
      cancellations: [],
      mails: [],
      rows: [row],
    },
    ...{
      listed: [],
      stuck: [],
      mailedByRegistrar: new Set(),
      referenced: new Set([71]),
      transferMails: [],
      reported: new Set(),
    },
    audits: new Map([[accountId, [SUCCEEDED]]]),
    ...more,
  };
}
const NOTHING = { orders: [], rows: [], audits: new Map() };
const LISTED = { account: accountId, operation: "renewDomain", reason: "ambiguous" };

test("what was said and what stands in the installation agree", () => {
  expect(faultsOf(historyOf([DONE, REPEATED]), evidenceOf())).toEqual([]);
  expect(faultsOf(historyOf([NOT_PLACED]), evidenceOf(NOTHING))).toEqual([]);
  expect(wholeFaults([historyOf([DONE])], evidenceOf())).toEqual([]);
});

test.each<[string, History, Partial<Evidence>, string]>([
  ["a second call under one reference", historyOf([DONE]), { sent: [sent, sent] }, "sent 2 times under 1 references"],
  ["two orders of one key", historyOf([DONE]), { orders: [order, { ...order, id: 72 }] }, "one key, 2 orders"],
  ["done without its order", historyOf([DONE]), { orders: [] }, "done as order 71"],
  ["done and not so in the table", historyOf([DONE]), { rows: [{ ...row, state: "lost" }] }, "order 71 is lost"],
  ["done at another price", historyOf([DONE]), { orders: [{ ...order, subtotal: 1899 }] }, "the invoice 1899"],
  ["done and cancelled", historyOf([DONE]), { orders: [{ ...order, isCancelled: true }] }, "order 71 is cancelled"],
  ["an order that was called not placed", historyOf([NOT_PLACED]), {}, "said not placed, and it is"],
  ["an order that was refused", historyOf([REFUSED]), {}, "settled as refused, and it stands"],
  ["no answer", historyOf([]), {}, "never settled"],
  ["a wait without a reason", historyOf([]), { listed: [LISTED] }, "ambiguous, and nothing is there twice"],
  ["a log that tells it twice", historyOf([DONE]), { audits: audited("q1", "q3") }, "the log tells of 2"],
  ["a log that does not tell it", historyOf([DONE]), { audits: new Map() }, "the log tells of 0"],
  [
    "a transfer code in an answer",
    historyOf([{ ...REFUSED, text: `{"detail":"${SECRETS.authCode}"}` }]),
    NOTHING,
    "a transfer code was answered",
  ],
])("%s is a violation", (_, history, evidence, fault) => {
  expect(faultsOf(history, evidenceOf(evidence)).join("; ")).toContain(fault);
});

function audited(...ids: string[]): Evidence["audits"] {
  return new Map([[accountId, ids.map((request_id) => ({ ...SUCCEEDED, request_id }))]]);
}

test("an order at another price is a violation until it is cancelled or reported", () => {
  const wrong = { ...order, subtotal: 1899 };
  const faults = (more: Partial<Evidence>) => wholeFaults([historyOf([REFUSED])], evidenceOf(more));
  expect(faults({ orders: [wrong] })).toEqual(["order 71 costs 1899, was judged to cost 1799, and stands unnamed"]);
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

  test("is mailed to the owner, or by the registrar", () => {
    expect(faultsOf(history, evidenceOf(evidence))).toEqual(["done, and no transfer code was mailed"]);
    expect(faultsOf(history, evidenceOf({ ...evidence, transferMails: [mail] }))).toEqual([]);
    expect(faultsOf(history, evidenceOf({ ...evidence, mailedByRegistrar: new Set([name]) }))).toEqual([]);
  });

  test("is mailed to nobody else", () => {
    const stray = { ...mail, to: "c2@maple.example" };
    expect(wholeFaults([history], evidenceOf({ ...evidence, transferMails: [mail], mails: [stray] }))).toEqual([
      '"Transfer" has a transfer code, and went to c2@maple.example',
    ]);
  });
});
