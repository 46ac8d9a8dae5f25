import { describe, expect, test } from "vitest";
import type { WriteOperation } from "../../shared/billing-contract/writes.ts";
import { TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, LOGINS, valueIn } from "../billing-contract/questions.ts";
import { actingEngine } from "./support/acting.ts";
import type { Customer } from "./support/customer.ts";
import { actingScene } from "./support/scene.ts";
import { watchedDatabase } from "./support/watched-database.ts";

const { db, sql, owner, customer } = await actingScene(
  "UPDATE services SET next_due_on = '2027-06-20' WHERE id IN (2101, 2102)",
);
const other = customer(LOGINS.totp, 1003);

/** The codes of what was asked at once. */
const codesOf = async (asked: Parameters<typeof codeOf>[0][]) => (await Promise.all(asked.map(codeOf))).toSorted();
const named = async (name: string) => (await owner.domains()).filter((domain) => domain.name === name).length;

test("two accounts that want one name at no cost: one has it", async () => {
  const more = { ...TRANSFER, authCode: null, acceptTerms: "2026-09-01+uk.2024-01-01" };
  const codes = await codesOf([owner, other].map((by) => by.orderDomain("taken-duel.uk", more, "free-duel")));
  expect(codes).toEqual(["not_available", "ok"]);
});

describe("between reading and writing", () => {
  /** The engine on a database whose second transaction is another one. */
  function engineWith(second: (run: () => Promise<D1Result[]>) => Promise<D1Result[]>) {
    const seen = { batches: 0 };
    const watched = watchedDatabase(db, { batch: (run) => (++seen.batches === 2 ? second(run) : run()) });
    return { ...actingEngine(watched), seen };
  }

  test("a permission that goes stops the action", async () => {
    await sql.run("INSERT INTO account_login_permissions VALUES (12, 1001, 'orders')");
    const raced = engineWith(async (run) => {
      await sql.run("DELETE FROM account_login_permissions WHERE permission = 'orders'");
      return run();
    });
    const result = await raced.customer(LOGINS.contact, 1001, "orders").orderDomain("free-gone.com");
    expect(result).toEqual({ ok: false, problem: { code: "permission_denied", permission: "orders" } });
    expect(raced.seen.batches).toBe(3);
    expect(await named("free-gone.com")).toBe(0);
  });

  test.each([
    ["before anything was written", false, "absent"],
    ["after everything was written", true, "done"],
  ])("a database that fails %s: the answer is unknown, the reference says what applies", async (_, written, state) => {
    const failing = engineWith(async (run) => {
      if (written) await run();
      throw new Error("D1_ERROR: Network connection lost.");
    });
    const order = (by: typeof owner) => codeOf(by.orderDomain(`free-${state}.com`, {}, `fails-${state}`));
    expect(await order(failing.owner)).toBe("billing_unavailable");
    expect(await valueIn(owner.findWrite(`fails-${state}`))).toMatchObject({ state });
    expect(await order(owner)).toBe("ok");
    expect(await named(`free-${state}.com`)).toBe(1);
  });
});

test("a database that cannot be read before the write: nothing was done, and the answer says so", async () => {
  const failing = watchedDatabase(db, { batch: () => Promise.reject(new Error("D1_ERROR: Network connection lost.")) });
  const answer = await actingEngine(failing).owner.orderDomain("free-unread.com", {}, "unread");
  expect(answer).toEqual({ ok: false, problem: { code: "billing_unavailable", retryAfter: 5, isUndone: true } });
  expect(await named("free-unread.com")).toBe(0);
});

const TABLES = ["orders", "invoices", "cancellations"] as const;
/** How many rows each table has, in that order. */
const rows = () => Promise.all(TABLES.map((table) => sql.count(table)));
const ORDERED = [1, 1, 0];

/** What an action of each round is about: another one, so that the first round leaves the second what it needs. */
const ROUNDS = {
  together: { word: "together", domain: "studio-ana.ca", serviceId: 2101, planId: "web-pro" },
  after: { word: "after", domain: "ana.dev", serviceId: 2102, planId: "wp-plus" },
};
type Subject = (typeof ROUNDS)["together"];
type Act = (by: Customer, reference: string, subject: Subject) => Promise<{ ok: boolean }>;

/** Each action, and what it makes besides a mail. */
const ACTIONS: [operation: WriteOperation, makes: number[], act: Act][] = [
  ["orderDomain", ORDERED, (by, reference, { word }) => by.orderDomain(`free-${word}.com`, {}, reference)],
  ["orderDomain", ORDERED, (by, reference, { word }) => by.orderDomain(`taken-${word}.com`, TRANSFER, reference)],
  ["orderPlan", ORDERED, (by, reference, { word }) => by.orderPlan("web-plus", { domain: `${word}.com` }, reference)],
  ["renewDomain", ORDERED, (by, reference, { domain }) => by.renewDomain(domain, {}, reference)],
  ["changePlan", ORDERED, (by, reference, { serviceId, planId }) => by.changePlan(serviceId, planId, {}, reference)],
  [
    "cancelService",
    [0, 0, 1],
    (by, reference, { serviceId }) => by.cancelService(serviceId, "end_of_period", null, reference),
  ],
  ["transferDomainOut", [0, 0, 0], (by, reference, { domain }) => by.transferDomainOut(domain, reference)],
];

describe.each(["together", "after"] as const)("one action that is delivered twice, %s", (round) => {
  test.each(ACTIONS)("%s: done once, mailed once, answered alike", async (operation, makes, act) => {
    // Two isolates on one database, with one registrar and each its mails.
    const one = actingEngine(db);
    const other = actingEngine(db, { registrar: one.registrar });
    for (const name of ["studio-ana.ca", "ana.dev"]) one.registrar.hold(name);
    const reference = crypto.randomUUID();
    const deliver = ({ owner }: typeof one) => act(owner, reference, ROUNDS[round]);
    const before = await rows();
    const answers =
      round === "together"
        ? await Promise.all([deliver(one), deliver(other)])
        : [await deliver(one), await deliver(other)];
    await Promise.all([one.settled(), other.settled()]);

    // Of what is done at a registrar, the one that comes second may be told to ask again.
    const [done, ...rest] = answers.filter(({ ok }) => ok);
    expect(done, JSON.stringify(answers)).toBeDefined();
    for (const again of [...rest, await deliver(other)]) expect(again).toEqual(done);
    if (operation !== "transferDomainOut" || round === "after") expect(rest).toHaveLength(1);

    const after = await rows();
    expect(after.map((count, table) => count - (before[table] ?? 0))).toEqual(makes);
    expect(one.mails.sent.length + other.mails.sent.length).toBe(1);
    const results = await sql.rows("SELECT operation, state FROM actions WHERE reference = ?", reference);
    expect(results).toEqual([{ operation, state: "done" }]);
  });
});
