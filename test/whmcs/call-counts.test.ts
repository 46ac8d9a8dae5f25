import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { keepLogin } from "../../workers/billing-whmcs/sign-in/logins.ts";
import { CallRounds, type QuestionCost } from "./support/call-rounds.ts";
import { ALL, BIG, COLLEAGUE, EVERYTHING, OWNER } from "./support/reading.ts";
import { Customer } from "./support/sign-in.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

/*
 * What each question costs WHMCS, to the call: docs/performance.md has the times. An answer takes as many rounds as the longest chain
 * of calls that wait for each other, or for one of the four places that an account has.
 */
const rounds = new CallRounds();
const whmcs = await startWhmcs({ now: () => Date.parse("2026-05-20T15:00:00Z") }, {}, rounds);
const { billing, simulator } = whmcs;
const { memberships, clients } = simulator.state;

const ACCOUNT = { GetClientsDetails: 1 };
const COLLEAGUES = { ...ACCOUNT, GetUserPermissions: 1 };

beforeAll(async () => {
  for (const { id, email } of simulator.state.users) await know(id, email);
  await whmcs.runScheduledWork();
  // Departments are kept for ten minutes, and who owned an account is a hint of what to ask.
  for (const by of [OWNER, BIG]) await billing.listTickets(by, ALL);
});
afterAll(() => whmcs.stop());

/** As if the user had signed in before. */
async function know(id: number, email: string): Promise<void> {
  const own = memberships.filter(({ userId }) => userId === id).map(({ clientId, isOwner }) => ({ clientId, isOwner }));
  const managed = own.map(({ clientId, isOwner }) => ({ id: clientId, isOwner }));
  await keepLogin(whmcs.db, { id, email, language: "en" }, null, { id, email, clients: managed });
}

type Ask = (billing: BillingSystem, by: typeof OWNER) => Promise<{ ok: boolean }>;

/** Beside what tells who may see it: the calls, and the rounds of all together. */
const QUESTIONS: [name: string, ask: Ask, calls: Record<string, number>, rounds: number][] = [
  ["authorize", (to, by) => to.authorize(by), {}, 1],
  ["readAccount", (to, by) => to.readAccount(by), {}, 1],
  ["readHolding", (to, by) => to.readHolding(by.loginId, by.accountId), {}, 1],
  ["listServices", (to, by) => to.listServices(by, EVERYTHING), { GetClientsProducts: 1 }, 1],
  ["readService", (to, by) => to.readService(by, 3001), { GetClientsProducts: 1 }, 1],
  ["listDomains", (to, by) => to.listDomains(by, EVERYTHING), { GetClientsDomains: 1 }, 1],
  ["listInvoices, paid", (to, by) => to.listInvoices(by, { ...ALL, status: "paid" }), { GetInvoices: 1 }, 1],
  [
    "listInvoices, four unpaid and one cancelled",
    (to, by) => to.listInvoices(by, ALL),
    { GetInvoices: 1, GetInvoice: 5 },
    3,
  ],
  // Long ago, without an invoice: its service tells that it is completed.
  ["readOrder", (to, by) => to.readOrder(by, 1), { GetOrders: 1, GetClientsProducts: 1 }, 2],
  ["listTickets", (to, by) => to.listTickets(by, ALL), { GetTickets: 1, GetClientsProducts: 1 }, 1],
];

const UNPAID: Ask = (to, by) => to.listInvoices(by, { ...ALL, status: "unpaid" });

async function costOf(ask: Ask, by: typeof OWNER): Promise<QuestionCost> {
  return rounds.costOf(async () => expect(await ask(billing, by)).toMatchObject({ ok: true }));
}

describe.each([
  { who: "the owner", by: OWNER, gate: ACCOUNT },
  { who: "a colleague", by: COLLEAGUE, gate: COLLEAGUES },
])("$who", ({ by, gate }) => {
  test.each(QUESTIONS)("%s", async (_, ask, calls, inRounds) => {
    expect(await costOf(ask, by)).toEqual({ calls: { ...gate, ...calls }, rounds: inRounds });
  });
});

test("unpaid invoices are three lists and a call for each; a colleague's fifth call waits for a place", async () => {
  const calls = { GetInvoices: 3, GetInvoice: 4 };
  expect(await costOf(UNPAID, OWNER)).toEqual({ calls: { ...ACCOUNT, ...calls }, rounds: 2 });
  expect(await costOf(UNPAID, COLLEAGUE)).toEqual({ calls: { ...COLLEAGUES, ...calls }, rounds: 3 });
});

test("a page of invoices has eight unpaid ones at most, four at a time", async () => {
  const calls = { ...ACCOUNT, GetInvoices: 3, GetInvoice: 8 };
  expect(await costOf(UNPAID, BIG)).toEqual({ calls, rounds: 3 });
});

test("a full page of 250 domains is followed by one more call: counts are not relied on", async () => {
  const ask: Ask = (to, by) => to.listDomains(by, EVERYTHING);
  expect(await costOf(ask, BIG)).toEqual({ calls: { ...ACCOUNT, GetClientsDomains: 2 }, rounds: 2 });
});

describe("a new isolate", () => {
  test("asks for an owner's permissions too, and for the departments, in the same round", async () => {
    const { billing: fresh } = whmcs.again();
    const calls = { ...COLLEAGUES, GetTickets: 1, GetClientsProducts: 1, GetSupportDepartments: 1 };
    expect(await rounds.costOf(() => fresh.listTickets(OWNER, ALL))).toEqual({ calls, rounds: 1 });
  });

  test("reads no services for tickets again once none is about any", async () => {
    const kept = simulator.state.tickets;
    simulator.state.tickets = kept.map((ticket) => ({ ...ticket, about: "" }));
    const ask: Ask = (to, by) => to.listTickets(by, ALL);
    await costOf(ask, OWNER);
    expect(await costOf(ask, OWNER)).toEqual({ calls: { ...ACCOUNT, GetTickets: 1 }, rounds: 1 });
    simulator.state.tickets = kept;
    // One that is about a service since: it is named all the same.
    const listed = await billing.listTickets(OWNER, ALL);
    expect(listed.ok && listed.value.items.some(({ service }) => service !== null)).toBe(true);
    expect((await costOf(ask, OWNER)).rounds).toBe(1);
  });
});

test("a sign-in asks for its user once, and tells whether there is an account", async () => {
  const { billing: fresh } = whmcs.again();
  const cost = (signIn: () => Promise<unknown>) =>
    rounds.costOf(async () =>
      expect(await signIn()).toMatchObject({
        outcome: "signed_in",
        login: { id: COLLEAGUE.loginId },
        hasAccounts: true,
      }),
    );
  const colleague = () => new Customer(whmcs, "contact").signIn(fresh);
  const first = { GetUsers: 1, GetClients: 1, GetClientsDetails: 1 };
  expect(await cost(colleague)).toEqual({ calls: first, rounds: 2 });
  expect(await cost(colleague)).toEqual({ calls: { GetUsers: 1 }, rounds: 1 });
  const { billing: later } = whmcs.again();
  const again = () => new Customer(whmcs, "contact").signIn(later);
  expect(await cost(again)).toEqual({ calls: { GetUsers: 1, GetClientsDetails: 1 }, rounds: 2 });
});

test("the accounts of a login are a call each, four at a time, beside the user; for ten minutes the user alone", async () => {
  const user = { id: 501, email: "many@maple.example" };
  const [first] = clients;
  const [known] = simulator.state.users;
  if (!first || !known) throw new Error("the seed has nobody");
  simulator.state.users.push({ ...known, ...user });
  for (let id = 2001; id <= 2012; id++) {
    clients.push({ ...first, id, email: user.email });
    memberships.push({ userId: user.id, clientId: id, isOwner: true, permissions: [] });
  }
  await know(user.id, user.email);
  const ask: Ask = (to) => to.listManagedAccounts(user.id);
  expect(await costOf(ask, OWNER)).toEqual({ calls: { GetUsers: 1, GetClientsDetails: 12 }, rounds: 4 });
  expect(await costOf(ask, OWNER)).toEqual({ calls: { GetUsers: 1 }, rounds: 1 });
});

describe("a name at its registrar", () => {
  const domain = "studio-ana.ca";
  const own = { ...ACCOUNT, GetClientsDomains: 1 };
  const registrar = { DomainGetNameservers: 1, DomainGetLockingStatus: 1 };
  const nameservers = ["ns1.other.example", "ns2.other.example"];
  const set: Ask = (to) => to.setDomainNameservers(OWNER, { domain, nameservers });
  const renews = (autoRenew: boolean): Ask => {
    return (to) => to.setDomainAutoRenew(OWNER, { domain, autoRenew });
  };
  const renewal = { ...own, GetClientsDomains: 2, UpdateClientDomain: 1 };

  beforeAll(() => {
    const [row] = simulator.state.domains.filter(({ name }) => name === domain);
    if (row) Object.assign(row, { status: "Active", registeredOn: "2024-01-10", doesNotRenew: true });
  });

  // One after another, each by what the one before has left.
  test.each<[string, Ask, Record<string, number>, number]>([
    ["its settings", (to) => to.readRegistrarSettings(OWNER, domain), { ...own, ...registrar }, 2],
    ["its nameservers set", set, { ...own, ...registrar, DomainUpdateNameservers: 1 }, 3],
    ["its nameservers set to what they are", set, { ...own, ...registrar }, 2],
    ["its automatic renewal switched on", renews(true), renewal, 3],
    ["and off, with two unpaid invoices", renews(false), { ...renewal, GetInvoices: 1, GetInvoice: 2 }, 3],
    [
      "its transfer away prepared",
      (to) => to.prepareTransferOut({ ...OWNER, reference: "counted" }, domain),
      { ...own, ...registrar, DomainUpdateLockingStatus: 1, DomainRequestEPP: 1 },
      4,
    ],
  ])("%s", async (_, ask, calls, inRounds) => {
    expect(await costOf(ask, OWNER)).toEqual({ calls, rounds: inRounds });
  });
});

test("the catalogue, its status and what the billing system is ask WHMCS nothing", async () => {
  const questions = [
    () => billing.readCatalogue({ currency: "CAD", language: "en" }),
    () => billing.checkHealth(),
    () => billing.describe(),
    () => billing.askRegistrar("maple.example"),
  ];
  for (const ask of questions) expect(await rounds.costOf(ask)).toEqual({ calls: {}, rounds: 0 });
});

describe("a sign-in", () => {
  const asked = () => simulator.served.map(({ name }) => name).filter((name) => name.endsWith(".php"));

  test("asks for metadata and keys once in ten minutes, and looks at the accounts at the first one alone", async () => {
    const customer = new Customer(whmcs, "owner");
    simulator.served.length = 0;
    const first = await rounds.costOf(async () =>
      expect(await customer.signIn()).toMatchObject({ outcome: "signed_in" }),
    );
    expect(first).toEqual({ calls: { GetUsers: 1, GetClients: 1, GetClientsDetails: 2 }, rounds: 2 });
    expect(asked()).toEqual(["openid-configuration.php", expect.any(String), expect.any(String), "userinfo.php"]);
    simulator.served.length = 0;
    const again = await rounds.costOf(async () =>
      expect(await customer.signIn()).toMatchObject({ outcome: "signed_in" }),
    );
    expect(again).toEqual({ calls: { GetUsers: 1 }, rounds: 1 });
    expect(asked()).toEqual(["token.php", "userinfo.php"]);
  });
});
