import { afterAll, beforeAll, expect, test } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { CallRounds, type QuestionCost } from "./support/call-rounds.ts";
import { ALL, BIG, CALL, COLLEAGUE, EVERYTHING, OWNER } from "./support/reading.ts";
import { Customer } from "./support/sign-in.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/*
 * What each question costs WHMCS, to the call of the addon. An answer takes as many rounds as the longest
 * chain of calls that wait for each other.
 */
const rounds = new CallRounds();
const whmcs = await startWhmcs({ now: () => Date.parse("2026-05-20T15:00:00Z") }, {}, rounds);
const { billing, simulator } = whmcs;
const { memberships, clients } = simulator.state;

beforeAll(async () => {
  await whmcs.runScheduledWork();
  // Departments are kept for ten minutes.
  await billing.listTickets(OWNER, ALL);
});
afterAll(() => whmcs.stop());

type Ask = (billing: BillingSystem, by: typeof OWNER) => Promise<{ ok: boolean }>;

/** The calls, and the rounds of all together. */
const QUESTIONS: [name: string, ask: Ask, calls: Record<string, number>, rounds: number][] = [
  ["authorize", (to, by) => to.authorize(by), { ask: 1 }, 1],
  ["readAccount", (to, by) => to.readAccount(by), { ask: 1 }, 1],
  ["readHolding", (to, by) => to.readHolding(by), { ask: 1 }, 1],
  [
    "readConsentFacts",
    (to, { loginId, ...call }) =>
      to.readConsentFacts({ ...call, loginId }, { accountId: 1001, domains: EVERYTHING, services: EVERYTHING }),
    { user: 1, ask: 1 },
    2,
  ],
  ["listServices", (to, by) => to.listServices(by, EVERYTHING), { ask: 1 }, 1],
  ["readService", (to, by) => to.readService(by, 3001), { ask: 1 }, 1],
  ["listDomains", (to, by) => to.listDomains(by, EVERYTHING), { ask: 1 }, 1],
  ["listInvoices, paid", (to, by) => to.listInvoices(by, { ...ALL, status: "paid" }), { ask: 1 }, 1],
  ["listInvoices, with balances", (to, by) => to.listInvoices(by, ALL), { ask: 2 }, 2],
  ["listInvoices, unpaid", (to, by) => to.listInvoices(by, { ...ALL, status: "unpaid" }), { ask: 2 }, 2],
  // Long ago, without an invoice: its service tells that it is completed.
  ["readOrder", (to, by) => to.readOrder(by, 1), { ask: 2 }, 2],
  ["listTickets", (to, by) => to.listTickets(by, ALL), { ask: 1 }, 1],
];

async function costOf(ask: Ask, by: typeof OWNER): Promise<QuestionCost> {
  return rounds.costOf(async () => expect(await ask(billing, by)).toMatchObject({ ok: true }));
}

test.each(QUESTIONS)("%s costs an owner and a colleague the same", async (_, ask, calls, inRounds) => {
  for (const by of [OWNER, COLLEAGUE]) expect(await costOf(ask, by)).toEqual({ calls, rounds: inRounds });
});

test("a full page of 250 domains is followed by one more call: counts are not relied on", async () => {
  const ask: Ask = (to, by) => to.listDomains(by, EVERYTHING);
  expect(await costOf(ask, BIG)).toEqual({ calls: { ask: 2 }, rounds: 2 });
});

test("a sign-in exchanges its code, and nothing else", async () => {
  const signIn = () => new Customer(whmcs, "contact").signIn(billing);
  const cost = await rounds.costOf(async () => expect(await signIn()).toMatchObject({ outcome: "signed_in" }));
  expect(cost).toEqual({ calls: { exchange: 1 }, rounds: 1 });
});

test("the accounts of a login are one call", async () => {
  const user = { id: 501, email: "many@maple.example" };
  const [first] = clients;
  const [known] = simulator.state.users;
  if (!first || !known) throw new Error("the seed has nobody");
  simulator.state.users.push({ ...known, ...user });
  for (let id = 2001; id <= 2012; id++) {
    clients.push({ ...first, id, email: user.email });
    memberships.push({ userId: user.id, clientId: id, isOwner: true, permissions: [] });
  }
  const ask: Ask = (to) => to.listManagedAccounts({ ...CALL, loginId: user.id });
  expect(await costOf(ask, OWNER)).toEqual({ calls: { user: 1 }, rounds: 1 });
});

test("the catalogue, its status and what the billing system is ask WHMCS nothing", async () => {
  const questions = [
    () => billing.readCatalogue(CALL, { currency: "CAD", language: "en" }),
    () => billing.checkHealth(CALL),
    () => billing.describe(CALL),
    () => billing.askRegistrar(CALL, "maple.example"),
  ];
  for (const ask of questions) expect(await rounds.costOf(ask)).toEqual({ calls: {}, rounds: 0 });
});
