import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { CallRounds, type QuestionCost } from "./support/call-rounds.ts";
import { ALL, BIG, COLLEAGUE, EVERYTHING, logLines, OWNER } from "./support/reading.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const NOW = Date.parse("2026-05-20T15:00:00Z");
const rounds = new CallRounds();
const whmcs = await startWhmcs({ now: () => NOW, addonVersion: 2 }, {}, rounds);
const plain = await startWhmcs({ now: () => NOW, state: structuredClone(whmcs.simulator.state) });
const { simulator } = whmcs;
const { faults } = simulator;
let lines: Record<string, unknown>[];

beforeAll(async () => {
  await whmcs.runScheduledWork();
  await plain.runScheduledWork();
  lines = logLines();
});
afterEach(() => {
  faults.clear();
  lines.length = 0;
});
afterAll(() => Promise.all([whmcs.stop(), plain.stop()]));

type Ask = (billing: BillingSystem, by: typeof OWNER) => Promise<{ ok: boolean }>;

const ONE = { calls: { "addon ask": 1 }, rounds: 1 };
const TWO = { calls: { "addon ask": 2 }, rounds: 2 };

/** What a new isolate asks for each question, and in how many rounds. */
const QUESTIONS: [name: string, ask: Ask, cost: QuestionCost][] = [
  ["authorize", (to, by) => to.authorize(by), ONE],
  ["readAccount", (to, by) => to.readAccount(by), ONE],
  ["readHolding", (to, by) => to.readHolding(by.loginId, by.accountId), ONE],
  ["listServices", (to, by) => to.listServices(by, EVERYTHING), ONE],
  ["readService", (to, by) => to.readService(by, 3001), ONE],
  ["listDomains", (to, by) => to.listDomains(by, EVERYTHING), ONE],
  ["listInvoices, paid", (to, by) => to.listInvoices(by, { ...ALL, status: "paid" }), ONE],
  // Which balances are to be asked for is known by the list alone.
  ["listInvoices, with balances", (to, by) => to.listInvoices(by, ALL), TWO],
  ["listInvoices, unpaid", (to, by) => to.listInvoices(by, { ...ALL, status: "unpaid" }), TWO],
  ["listTickets", (to, by) => to.listTickets(by, ALL), ONE],
];

describe.each([
  { who: "the owner", by: OWNER },
  { who: "a colleague", by: COLLEAGUE },
])("$who", ({ by }) => {
  test.each(QUESTIONS)("%s: as many round trips, and the answer of the plain API", async (_, ask, cost) => {
    let answer: unknown;
    const { billing } = whmcs.again();
    const told = await rounds.costOf(async () => {
      answer = await ask(billing, by);
    });
    expect(answer).toMatchObject({ ok: true });
    expect(withoutNames(answer)).toEqual(withoutNames(await ask(plain.again().billing, by)));
    expect(told).toEqual(cost);
  });
});

/** Which of two databases answered is of no interest. */
function withoutNames(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer, (key, value) => (key === "installation" ? undefined : value)));
}

test("a page of eight unpaid invoices is two round trips", async () => {
  const { billing } = whmcs.again();
  const cost = await rounds.costOf(() => billing.listInvoices(BIG, { ...ALL, status: "unpaid" }));
  expect(cost).toEqual(TWO);
});

test("a known owner's account alone is asked for by the API, as others may ask it too", async () => {
  const { billing } = whmcs.again();
  await billing.authorize(OWNER);
  expect(await rounds.costOf(() => billing.authorize(OWNER))).toEqual({ calls: { GetClientsDetails: 1 }, rounds: 1 });
});

test("a login that does not manage the account is refused by the API as well before it loses it", async () => {
  const stranger = { ...OWNER, loginId: 14 };
  const { billing } = whmcs.again();
  let answer: unknown;
  const { calls } = await rounds.costOf(async () => {
    answer = await billing.listServices(stranger, EVERYTHING);
  });
  expect(answer).toMatchObject({ ok: false, problem: { code: "access_lost" } });
  expect(calls).toEqual({ "addon ask": 1, GetClientsDetails: 1, GetUserPermissions: 1, GetClientsProducts: 1 });
});

test("an invoice of another account is none, whatever the list says", async () => {
  const foreign = simulator.state.invoices.find(({ clientId }) => clientId === BIG.accountId);
  const { billing } = whmcs.again();
  faults.plan(
    { kind: "changed", change: (members) => ({ ...members, userid: BIG.accountId, invoiceid: foreign?.id }) },
    { action: "GetInvoice" },
  );
  const answer = await billing.listInvoices(OWNER, { ...ALL, status: "unpaid" });
  expect(JSON.stringify(answer)).not.toContain(`"id":${foreign?.id},`);
});

test.each<[string, Fault]>([
  ["a page with 500", { kind: "html_500" }],
  ["a connection that breaks", { kind: "reset" }],
  ["a refusal of a call that it does not know", unknownCall()],
  [
    "an answer with fewer answers than questions",
    { kind: "answer", status: 200, body: '{"result":"success","answers":[]}' },
  ],
])("after %s each call is sent by itself", async (_, fault) => {
  const { billing } = whmcs.again();
  faults.plan(fault, { action: "ask", times: 1 });
  let answer: unknown;
  const { calls } = await rounds.costOf(async () => {
    answer = await billing.listServices(COLLEAGUE, EVERYTHING);
  });
  expect(answer).toMatchObject({ ok: true });
  expect(calls).toMatchObject({ GetClientsDetails: 1, GetUserPermissions: 1, GetClientsProducts: 1 });
  expect(lines).toContainEqual(expect.objectContaining({ event: "billing_bridge_failed", call: "ask" }));
});

function unknownCall(): Fault {
  const body = '{"result":"error","error":"unknown_call","message":"Invalid API Action"}';
  return { kind: "answer", status: 400, body };
}

test("an endpoint that is shut keeps no question from its answer, however many are asked", async () => {
  const { billing } = whmcs.again();
  const page = { status: 403, headers: {}, body: "<html>Forbidden</html>" };
  simulator.pages.set("/modules/addons/frontdesk/bridge.php", page);
  try {
    for (let round = 0; round < 3; round++) {
      const asked = Array.from({ length: 3 }, () => [
        billing.listServices(OWNER, EVERYTHING),
        billing.listServices(COLLEAGUE, EVERYTHING),
        billing.listDomains(OWNER, EVERYTHING),
        billing.listTickets(OWNER, ALL),
      ]);
      for (const answer of await Promise.all(asked.flat())) expect(answer).toMatchObject({ ok: true });
    }
  } finally {
    simulator.pages.clear();
  }
  const opened = lines.filter(({ event }) => event === "billing_circuit_opened");
  expect(opened.filter(({ endpoint }) => endpoint !== "addon")).toEqual([]);
});

test("one call that WHMCS fails in costs what it was for", async () => {
  const { billing } = whmcs.again();
  faults.plan({ kind: "error", text: "planted" }, { action: "GetClientsProducts", times: 1 });
  expect(await billing.listServices(OWNER, EVERYTHING)).toMatchObject({ problem: { code: "billing_unavailable" } });
  expect(await billing.listServices(OWNER, EVERYTHING)).toMatchObject({ ok: true });
});

describe("permissions", () => {
  const asks = { ...COLLEAGUE, permissions: ["domains" as const] };
  const rows = simulator.state.memberships;

  test("are those of this moment: one that is taken away is refused with the next question", async () => {
    const { billing } = whmcs.again();
    const row = rows.find(({ userId, clientId }) => userId === asks.loginId && clientId === asks.accountId);
    if (!row) throw new Error("the colleague is none");
    const kept = row.permissions;
    expect(await billing.listDomains(asks, EVERYTHING)).toMatchObject({ ok: true });
    row.permissions = kept.filter((name) => name !== "domains");
    expect(await billing.listDomains(asks, EVERYTHING)).toMatchObject({ problem: { code: "permission_denied" } });
    row.permissions = kept;
  });
});
