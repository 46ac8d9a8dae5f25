import { expect, test } from "vitest";
import { AccountClient, EVERY_SCOPE } from "../../support/account-client.ts";
import type { World } from "../../support/world.ts";
import { OperatorClient } from "./operator-client.ts";

/** Exports and erasures. @param world with the operator console */
export function erasures(world: World): void {
  const operator = new OperatorClient(() => world);
  const api = new AccountClient({ scopes: EVERY_SCOPE }, () => world.origin);
  const BECAUSE = "asked for in writing, ticket 12";

  const loginOf = async (email: string) =>
    Number((await operator.read("login", { login: email })).body.tables.logins?.[0]?.login);
  const run = async () =>
    expect(await world.system.getWorker("frontdesk-operator").scheduled("*/5 * * * *")).toBe("ok");
  const exportOf = async (id: number, kind = "login") => (await operator.read("export", { kind, id })).body.tables;
  const rowsAbout = (tables: Awaited<ReturnType<typeof exportOf>>) =>
    ["connections", "calls", "actions", "approvals", "orderSums"].flatMap((name) => tables[name] ?? []);
  const stateOf = async (id: number) =>
    (await operator.read("erasures")).body.tables.erasures?.find(({ subject }) => subject === id);

  test("an export has what is kept about a login; an erasure ends it all, and nothing of others", async () => {
    const login = await loginOf("contact@maple.example");
    const [token, others] = await Promise.all([api.connect({ login: "contact" }), api.connect()]);
    // This login may not see the profile: a refused call is in the log as well.
    expect((await api.request("/account", token)).status).toBe(403);
    await expect.poll(async () => (await exportOf(login)).calls ?? [], { interval: 200 }).toHaveLength(1);
    const before = await operator.read("export", { kind: "login", id: login });
    expect(before.body.tables.connections).toContainEqual(expect.objectContaining({ login, endedAt: null }));
    expect(before.body.tables.login).toMatchObject([{ email: "contact@maple.example" }]);
    for (const secret of [token, "password", "scrypt", "totp"]) expect(before.text).not.toContain(secret);

    const asked = await operator.act("erase", { kind: "login", id: login, because: BECAUSE });
    expect(asked).toMatchObject({ status: 200, body: { done: true } });
    expect(await operator.act("erase", { kind: "login", id: login, because: BECAUSE })).toMatchObject({ status: 409 });
    await run();
    expect(await stateOf(login)).toMatchObject({ state: "done" });
    expect((await api.request("/account", token)).status).toBe(401);
    expect(rowsAbout(await exportOf(login))).toEqual([]);
    expect((await api.request("/account", others)).status).toBe(200);
    const { results } = await world.accounts.prepare("SELECT * FROM connections WHERE login_id = ?").bind(login).all();
    expect(results).toEqual([]);
  });

  test("what is in use stays at the billing system, and the erasure says so", async () => {
    const login = await loginOf("owner@maple.example");
    const token = await api.connect();
    expect((await api.request("/account", token)).status).toBe(200);
    await operator.act("erase", { kind: "login", id: login, because: BECAUSE });
    await run();
    expect(await stateOf(login)).toMatchObject({ state: "done", note: expect.stringContaining("still in use") });
    expect(await loginOf("owner@maple.example")).toBe(login);
    const later = await api.connect();
    expect((await api.request("/account", later)).status).toBe(200);
  });

  test("who has an action open is not erased: asked then it is refused, asked before it waits until it is settled", {
    timeout: 120_000,
  }, async () => {
    const login = await loginOf("owner@maple.example");
    const token = await api.connect();
    const order = (key: string) =>
      api.callTool("order_plan", { plan: "web-start", accept_terms: "2026-09-01", idempotency_key: key }, token);
    expect(await operator.act("erase", { kind: "login", id: login, because: BECAUSE })).toMatchObject({ status: 200 });

    const key = crypto.randomUUID();
    await world.setMood("acts-and-throws");
    expect((await order(key)).status).toBe(503);
    await world.setMood("throws");
    const { body, text } = await operator.read("journal", { account: 1001 });
    const open = body.tables.journal?.filter(({ settledAt }) => settledAt === null);
    expect(open).toMatchObject([{ operation: "orderPlan", login }]);
    expect(text).not.toContain(key);
    await run();
    expect(await stateOf(login)).toMatchObject({
      state: "objects",
      note: expect.stringContaining("1 actions are open"),
    });
    expect((await api.request("/account", token)).status, "its connections are over").toBe(401);
    const other = { kind: "account", id: 1001, because: BECAUSE };
    expect(await operator.act("erase", other)).toMatchObject({
      status: 409,
      body: { text: expect.stringContaining("not settled") },
    });

    await world.setMood("well");
    await expect
      .poll(
        async () => {
          await run();
          return (await stateOf(login))?.state;
        },
        { timeout: 90_000, interval: 1_000 },
      )
      .toBe("done");
    expect(rowsAbout(await exportOf(login))).toEqual([]);
  });

  test("what was connected after an erasure was asked for is forgotten as well", async () => {
    const login = await loginOf("big@maple.example");
    expect(await operator.act("erase", { kind: "login", id: login, because: BECAUSE })).toMatchObject({ status: 200 });
    const token = await api.connect({ login: "big" });
    await run();
    expect(await stateOf(login)).toMatchObject({ state: "done" });
    expect((await api.request("/account", token)).status).toBe(401);
    expect(rowsAbout(await exportOf(login))).toEqual([]);
  });

  test("an erasure that was called off, or has ended, is not called off; a restored list is erased again as it is accepted", async () => {
    const login = await loginOf("nocard@maple.example");
    const token = await api.connect({ login: "nocard" });
    expect((await api.request("/account", token)).status).toBe(200);
    const { results: rows } = await world.accounts
      .prepare("SELECT * FROM connections WHERE login_id = ?")
      .bind(login)
      .all();
    await operator.act("erase", { kind: "login", id: login, because: BECAUSE });
    await world.operator
      .prepare("UPDATE erasures SET begins_at = begins_at + 600000 WHERE subject_id = ?")
      .bind(login)
      .run();
    const waiting = await stateOf(login);
    await run();
    expect(await stateOf(login)).toMatchObject({ state: "asked" });
    const off = { erasure: String(waiting?.erasure), because: BECAUSE };
    expect(await operator.act("call-off", off)).toMatchObject({ status: 200 });
    expect(await operator.act("call-off", off)).toMatchObject({ status: 409 });
    expect((await api.request("/account", token)).status).toBe(200);

    await operator.act("erase", { kind: "login", id: login, because: BECAUSE });
    await run();
    expect(rowsAbout(await exportOf(login))).toEqual([]);
    // The database is put back to the day before.
    const [row = {}] = rows;
    const columns = Object.keys(row);
    await world.accounts
      .prepare(`INSERT INTO connections (${columns.join()}) VALUES (${columns.map(() => "?").join()})`)
      .bind(...Object.values(row))
      .run();
    await world.accounts.prepare("INSERT INTO held_stores VALUES ('account-database', 1)").run();
    expect(await operator.act("accept", { store: "account-database", because: "restored yesterday" })).toMatchObject({
      status: 200,
      body: { text: expect.stringContaining("are carried out again") },
    });
    const { results } = await world.accounts.prepare("SELECT * FROM connections WHERE login_id = ?").bind(login).all();
    expect(results).toEqual([]);
  });
}
