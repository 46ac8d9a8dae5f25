import { describe, expect, test } from "vitest";
import { TRANSFER } from "../billing-contract/customer.ts";
import { codeOf, LOGINS, valueIn } from "../billing-contract/questions.ts";
import { actingEngine } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";
import { watchedDatabase } from "./support/watched-database.ts";

const { db, sql, owner, customer } = await actingScene();
const other = customer(LOGINS.totp, 1003);

/** Returns the sorted result codes of simultaneous calls. */
const codesOf = async (asked: Parameters<typeof codeOf>[0][]) => (await Promise.all(asked.map(codeOf))).toSorted();
const named = async (name: string) => (await owner.domains()).filter((domain) => domain.name === name).length;

test("if two accounts order a free transfer of the same domain, only one order succeeds", async () => {
  const more = { ...TRANSFER, authCode: null, acceptTerms: "2026-09-01+uk.2024-01-01" };
  const codes = await codesOf([owner, other].map((by) => by.orderDomain("taken-duel.uk", more, "free-duel")));
  expect(codes).toEqual(["not_available", "ok"]);
});

describe("an action", () => {
  /** Creates an engine on a database that runs `second` in place of its second batch. */
  function engineWith(second: (run: () => Promise<D1Result[]>) => Promise<D1Result[]>) {
    const seen = { batches: 0 };
    const watched = watchedDatabase(db, { batch: (run) => (++seen.batches === 2 ? second(run) : run()) });
    return { ...actingEngine(watched), seen };
  }

  test("is refused if the permission is revoked between its read and its write", async () => {
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
  ])(
    "has an unknown outcome if the database fails %s, and a lookup of its reference finds the outcome",
    async (_, written, state) => {
      const failing = engineWith(async (run) => {
        if (written) await run();
        throw new Error("D1_ERROR: Network connection lost.");
      });
      const order = (by: typeof owner) => codeOf(by.orderDomain(`free-${state}.com`, {}, `fails-${state}`));
      expect(await order(failing.owner)).toBe("billing_unavailable");
      expect(await valueIn(owner.findWrite(`fails-${state}`))).toMatchObject({ state });
      expect(await order(owner)).toBe("ok");
      expect(await named(`free-${state}.com`)).toBe(1);
    },
  );
});

test("if the database fails before the write, the problem states that nothing was done", async () => {
  const failing = watchedDatabase(db, { batch: () => Promise.reject(new Error("D1_ERROR: Network connection lost.")) });
  const answer = await actingEngine(failing).owner.orderDomain("free-unread.com", {}, "unread");
  expect(answer).toEqual({ ok: false, problem: { code: "billing_unavailable", retryAfter: 5, isUndone: true } });
  expect(await named("free-unread.com")).toBe(0);
});
