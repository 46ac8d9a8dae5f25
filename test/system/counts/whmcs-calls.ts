import { afterAll, beforeAll, expect } from "vitest";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import { CallRounds } from "../../whmcs/support/call-rounds.ts";
import { ALL, CALL, COLLEAGUE, EVERYTHING, OWNER } from "../../whmcs/support/reading.ts";
import { Customer } from "../../whmcs/support/sign-in.ts";
import { startWhmcs, type TestWhmcs } from "../../whmcs/support/whmcs-system.ts";
import type { Counted } from "./counted.ts";

type Ask = (to: BillingSystem, by: typeof OWNER) => Promise<{ ok: boolean }>;

/** The queries about an account. They cost the same for a colleague and for the owner. */
const QUESTIONS: [name: string, ask: Ask][] = [
  ["authorize", (to, by) => to.authorize(by)],
  ["readAccount", (to, by) => to.readAccount(by)],
  ["readHolding", (to, by) => to.readHolding(by)],
  [
    "readConsentFacts",
    (to, { loginId, ...call }) =>
      to.readConsentFacts({ ...call, loginId }, { accountId: 1001, domains: EVERYTHING, services: EVERYTHING }),
  ],
  ["listServices", (to, by) => to.listServices(by, EVERYTHING)],
  ["readService", (to, by) => to.readService(by, 3001)],
  ["listDomains", (to, by) => to.listDomains(by, EVERYTHING)],
  ["listInvoices", (to, by) => to.listInvoices(by, ALL)],
  // This is an old order without an invoice. Its service shows that it was completed.
  ["readOrder", (to, by) => to.readOrder(by, 1)],
  ["listOrders", (to, by) => to.listOrders(by, ALL)],
  ["listEvents", (to, by) => to.listEvents(by, { after: 0, limit: 25, within: { kind: "account" } })],
  ["listTickets", (to, by) => to.listTickets(by, ALL)],
];

/** The queries without an account, and one about a large account. */
const OTHERS: [name: string, ask: (to: BillingSystem) => Promise<{ ok: boolean }>][] = [
  [
    "listDomains of an account with 250",
    (to) => to.listDomains({ ...OWNER, loginId: 15, accountId: 1005 }, EVERYTHING),
  ],
  ["readCatalogue", (to) => to.readCatalogue(CALL, { currency: "CAD", language: "en" })],
  ["checkHealth", (to) => to.checkHealth(CALL)],
  ["describe", (to) => to.describe(CALL)],
  ["askRegistrar", (to) => to.askRegistrar(CALL, "maple.example")],
];

/** Counts what each query costs on WHMCS: the number of calls, and the longest chain of consecutive calls. */
export function whmcsCalls(): Counted {
  const rounds = new CallRounds();
  let whmcs: TestWhmcs;
  beforeAll(async () => {
    whmcs = await startWhmcs({ now: () => Date.parse("2026-05-20T15:00:00Z") }, {}, rounds);
    await whmcs.runScheduledWork();
    // This call fills the cache of departments, which lasts for ten minutes.
    await whmcs.billing.listTickets(OWNER, ALL);
  });
  afterAll(() => whmcs.stop());

  const costOf = async (ask: (to: BillingSystem) => Promise<unknown>, expected: object = { ok: true }) => {
    const { calls, rounds: inRounds } = await rounds.costOf(async () =>
      expect(await ask(whmcs.billing)).toMatchObject(expected),
    );
    return inRounds === 0 ? {} : { ...calls, rounds: inRounds };
  };
  return [
    ...QUESTIONS.map(([name, ask]): Counted[0] => [
      name,
      async () => {
        const cost = await costOf((to) => ask(to, OWNER));
        expect(await costOf((to) => ask(to, COLLEAGUE)), "a colleague's is the owner's").toEqual(cost);
        return cost;
      },
    ]),
    ...OTHERS.map(([name, ask]): Counted[0] => [name, () => costOf(ask)]),
    ["a sign-in", () => costOf((to) => new Customer(whmcs, "contact").signIn(to), { outcome: "signed_in" })],
    ["listManagedAccounts of a login with twelve", () => costOf((to) => to.listManagedAccounts(withTwelve(whmcs)))],
  ];
}

function withTwelve({ simulator: { state } }: TestWhmcs) {
  const [client] = state.clients;
  const [user] = state.users;
  if (!client || !user) throw new Error("the seed has nobody");
  const email = "many@maple.example";
  state.users.push({ ...user, id: 501, email });
  for (let id = 2001; id <= 2012; id++) {
    state.clients.push({ ...client, id, email });
    state.memberships.push({ userId: 501, clientId: id, isOwner: true, permissions: [] });
  }
  return { ...CALL, loginId: 501 };
}
