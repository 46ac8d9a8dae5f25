import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import type { WhmcsInvoiceItem } from "../../dev/whmcs/order-tables.ts";
import { nextId, type WhmcsDomain } from "../../dev/whmcs/state.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks, codeOf, valueIn } from "../billing-contract/questions.ts";
import { logLines } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const whmcs = await startWhmcs({ profile: "8.13", now: () => Date.parse("2026-11-20T15:00:00Z") });
const { simulator, outbox } = whmcs;
const { state, faults } = simulator;
/** Its owner has no invoice in the demonstration that is unpaid. */
const ACCOUNT = 1003;
const owner = contractCustomer(whmcs.billing, asks(13, ACCOUNT, "domains", "managedomains"));
const buyer = contractCustomer(whmcs.billing, asks(13, ACCOUNT, "orders"));

let lines: Record<string, unknown>[];
let names = 0;
let name: string;
let row: WhmcsDomain;
beforeEach(() => {
  lines = logLines();
  name = `renewing-${++names}.com`;
  row = registerDomain(simulator, ACCOUNT, name);
  outbox.sent.length = 0;
  state.invoices = state.invoices.filter(({ clientId, status }) => clientId !== ACCOUNT || status !== "Unpaid");
});
afterEach(() => {
  faults.clear();
  vi.restoreAllMocks();
});
afterAll(() => whmcs.stop());

const mailed = (count: number) => vi.waitFor(() => expect(outbox.sent).toHaveLength(count));

function unpaidInvoice(type: WhmcsInvoiceItem["type"], relatedId: number, clientId = ACCOUNT): string {
  const id = nextId(state, "invoices");
  const days = { issuedOn: "2026-11-10", dueOn: "2026-11-30", paidAt: null };
  const item = { type, relatedId, description: "Renewal", amount: 1899 };
  state.invoices.push({
    ...{ id, clientId, number: `T-${id}`, status: "Unpaid", ...days },
    ...{ subtotal: 1899, taxes: [], credit: 0, paid: 0, items: [item] },
  });
  return `T-${id}`;
}

test("off is told to the owner once, on to nobody", async () => {
  expect(await valueIn(owner.setDomainAutoRenew(name, false))).toMatchObject({ domain: { autoRenew: false } });
  expect(row.doesNotRenew).toBe(true);
  await valueIn(owner.setDomainAutoRenew(name, false));
  await mailed(1);
  expect(outbox.sent[0]?.subject).toBe(`${name} no longer renews by itself`);
  expect(outbox.sent[0]?.text).toContain("20 June 2027");
  expect(await valueIn(owner.setDomainAutoRenew(name, true))).toMatchObject({ domain: { autoRenew: true } });
  expect(row.doesNotRenew).toBe(false);
  expect(outbox.sent).toHaveLength(1);
});

describe("an unpaid invoice", () => {
  test("of the renewal is named when it is switched off, and stays", async () => {
    const number = unpaidInvoice("Domain", row.id);
    for (let time = 0; time < 2; time++) {
      expect(await valueIn(owner.setDomainAutoRenew(name, false))).toMatchObject({
        renewalInvoice: { kind: "open", number },
      });
    }
    expect(state.invoices.find((invoice) => invoice.number === number)?.status).toBe("Unpaid");
    expect(await valueIn(owner.setDomainAutoRenew(name, true))).not.toHaveProperty("renewalInvoice");
  });

  test("of anything else is not named, nor another account's", async () => {
    unpaidInvoice("Domain", row.id + 1_000);
    unpaidInvoice("Hosting", row.id);
    unpaidInvoice("DomainRegister", row.id);
    unpaidInvoice("Domain", row.id, 1001);
    expect(await valueIn(owner.setDomainAutoRenew(name, false))).not.toHaveProperty("renewalInvoice");
  });

  test("that is not told is not said to be none", async () => {
    unpaidInvoice("Domain", row.id);
    faults.plan({ kind: "html_500" }, { action: "GetDomainInvoices" });
    expect(await valueIn(owner.setDomainAutoRenew(name, false))).toMatchObject({
      ...{ domain: { autoRenew: false }, renewalInvoice: { kind: "unknown" } },
    });
  });

  test("that WHMCS issued for the renewal is what an order of one is told: no second one is made", async () => {
    const number = unpaidInvoice("Domain", row.id);
    const refused = await buyer.renewDomain(name, {}, name);
    expect(refused).toMatchObject({
      problem: {
        code: "already_requested",
        actionRequired: { path: expect.stringContaining(number.replace("T-", "id=")) },
      },
    });
    expect(state.orders.filter(({ lines: items }) => items.some((line) => line.kind === "renewal"))).toEqual([]);
    faults.plan({ kind: "html_500" }, { action: "GetDomainInvoices" });
    const notRead = { code: "billing_unavailable", isUndone: true };
    expect(await buyer.renewDomain(name, {}, name)).toMatchObject({ problem: notRead });
    faults.clear();
    state.invoices = state.invoices.filter((invoice) => invoice.number !== number);
    expect(await codeOf(buyer.renewDomain(name, {}, name))).toBe("ok");
  });
});

test.each<[string, Fault]>([
  ["an error page", { kind: "html_500_after" }],
  ["an error that is not listed", { kind: "write", times: 1, afterMs: 0, answer: { kind: "error", text: "Odd" } }],
])("after %s it is read back, and the owner is told", async (_, fault) => {
  faults.plan(fault, { action: "UpdateClientDomain", times: 1 });
  expect(await codeOf(owner.setDomainAutoRenew(name, false))).toBe("ok");
  await mailed(1);
});

test.each<[string, Fault]>([
  ["billing_unavailable", { kind: "html_500" }],
  ["billing_unavailable", { kind: "error", text: "Something of Ana went wrong" }],
  // A success that changed nothing.
  ["billing_unavailable", { kind: "answer", status: 200, body: '{"result":"success","domainid":1}' }],
  ["not_found", { kind: "error", text: "Domain ID Not Found" }],
])("what was not set is %s, and nobody is told", async (code, fault) => {
  faults.plan(fault, { action: "UpdateClientDomain", times: 1 });
  expect(await codeOf(owner.setDomainAutoRenew(name, false))).toBe(code);
  expect(row.doesNotRenew).toBe(false);
  expect(outbox.sent).toEqual([]);
  expect(JSON.stringify(lines)).not.toContain("Ana");
});
