import { expect, test } from "vitest";
import { AccountClient, EVERY_SCOPE } from "../../support/account-client.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import type { World } from "../../support/world.ts";
import { OperatorClient } from "./operator-client.ts";

/** Defines the tests of exports and erasures. @param world a system with the operator console */
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
    ["connections", "calls", "actions", "approvals"].flatMap((name) => tables[name] ?? []);
  const stateOf = async (id: number) =>
    (await operator.read("erasures")).body.tables.erasures?.find(({ subject }) => subject === id);

  /** Returns the input of the command that the console suggests to repeat the erasure of a login. */
  const repeatOf = (text: string, id: number) => {
    const command = new RegExp(`erase login ${id} --until (\\S+Z)`);
    const [, until = ""] = command.exec(text) ?? [];
    return { kind: "login", id, until, because: BECAUSE };
  };

  test("an export has all stored data about a login, and an erasure deletes exactly that data", async () => {
    const login = await loginOf("contact@maple.example");
    const [token, others] = await Promise.all([api.connect({ login: "contact" }), api.connect()]);
    // This login may not see the profile. The log contains refused calls too.
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

  test("an export lists the sessions of a login, and an erasure ends only these sessions", async () => {
    const pages = ["/connected-assistants?lang=en", "/client-area?lang=en"] as const;
    const signedIn = async (name: string) => {
      const visitor = new PageVisitor(world.origin);
      await visitor.signIn(await visitor.open(pages[0]), name);
      return visitor;
    };
    const isAskedToSignIn = async (visitor: PageVisitor) => {
      const opened = await Promise.all(pages.map((page) => visitor.open(page)));
      return opened.map(({ html }) => html.includes('name="password"'));
    };
    const login = await loginOf("big@maple.example");
    const [visitor, other] = await Promise.all([signedIn("big"), signedIn("nocard")]);
    expect(await isAskedToSignIn(visitor)).toEqual([false, false]);
    const exported = await operator.read("export", { kind: "login", id: login });
    expect(exported.body.tables.sessions).toMatchObject([{ signedInAt: expect.stringMatching(/^\d{4}-.+Z$/) }]);
    for (const cookie of visitor.cookies.values()) expect(exported.text).not.toContain(cookie);

    await operator.act("erase", { kind: "login", id: login, because: BECAUSE });
    await run();
    expect(await stateOf(login)).toMatchObject({ state: "done_in_part" });
    expect(await isAskedToSignIn(visitor)).toEqual([true, true]);
    expect(await isAskedToSignIn(other)).toEqual([false, false]);
    expect(await exportOf(login)).toMatchObject({ sessions: [] });
  });

  test("an unknown login cannot be erased or exported", async () => {
    const nobody = { kind: "login", id: 987_654 };
    const text = expect.stringContaining("There is no data about login 987654");
    expect(await operator.act("erase", { ...nobody, because: BECAUSE })).toMatchObject({
      status: 400,
      body: { detail: text },
    });
    expect(await operator.read("export", nobody)).toMatchObject({ status: 400, body: { detail: text } });
    expect(await stateOf(nobody.id)).toBeUndefined();
  });

  test("an open action delays an earlier erasure and prevents a new one", async () => {
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
      state: "begun",
      note: expect.stringContaining("1 actions are open"),
    });
    expect((await api.request("/account", token)).status, "its connections have ended").toBe(401);
    const other = { kind: "account", id: 1001, because: BECAUSE };
    expect(await operator.act("erase", other)).toMatchObject({
      status: 409,
      body: { text: expect.stringContaining("not settled") },
    });

    await world.setMood("well");
  });

  test("a cancelled erasure cannot be cancelled again, and a restored store lists finished erasures to repeat", async () => {
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
    // Simulates a restore of the database to the day before.
    const [row = {}] = rows;
    const columns = Object.keys(row);
    await world.accounts
      .prepare(`INSERT INTO connections (${columns.join()}) VALUES (${columns.map(() => "?").join()})`)
      .bind(...Object.values(row))
      .run();
    const database = { store: "account-database", because: "restored yesterday" };
    await operator.act("hold", database);
    const proposed = await operator.propose("resume", database);
    expect(proposed).toMatchObject({ status: 409 });
    expect(await operator.act("erase", repeatOf(String(proposed.body.text), login))).toMatchObject({ status: 200 });
    await run();
    expect(await operator.act("resume", database)).toMatchObject({ status: 200 });
    const { results } = await world.accounts.prepare("SELECT * FROM connections WHERE login_id = ?").bind(login).all();
    expect(results).toEqual([]);
  });

  test("erasures on hold erase nothing, and the confirmation of a resumption states their number", async () => {
    const login = await loginOf("big@maple.example");
    const token = await api.connect({ login: "big" });
    const subject = { kind: "login", id: login, because: BECAUSE };
    await operator.act("erase", subject);
    const { erasure = "" } = (await stateOf(login)) ?? {};
    const off = { erasure: String(erasure), because: BECAUSE };
    const set = (values: string) => world.operator.prepare(`UPDATE erasures SET ${values} WHERE id = ?`).bind(erasure);
    await set("begins_at = begins_at + 600000").run();
    expect(await operator.act("call-off", off)).toMatchObject({ status: 200 });
    await run();
    await operator.act("hold", { store: "operator-database", because: BECAUSE });
    // Simulates a restore of the database to a time before the cancellation.
    await set("state = 'asked', done_at = NULL, begins_at = 1").run();
    await run();
    expect(await stateOf(login)).toMatchObject({ state: "asked" });
    expect((await api.request("/account", token)).status).toBe(200);
    expect((await operator.read("held")).body.tables.held).toMatchObject([{ store: "operator-database" }]);
    const text = expect.stringContaining("resume it first");
    const contact = { kind: "login", id: await loginOf("owner@maple.example"), because: BECAUSE };
    expect(await operator.act("erase", contact)).toMatchObject({ status: 409, body: { text } });
    const other = { store: "account-database", because: "restored yesterday" };
    await operator.act("hold", other);
    expect(await operator.propose("resume", other)).toMatchObject({ status: 409, body: { text } });
    await operator.act("resume", other);

    const own = { store: "operator-database", because: "restored yesterday" };
    expect(await operator.propose("resume", own)).toMatchObject({
      status: 409,
      body: { text: expect.stringMatching(/Erasures that continue once it resumes: [1-9]\./) },
    });
    expect(await operator.act("call-off", off)).toMatchObject({ status: 200 });
    expect(await operator.act("resume", own)).toMatchObject({ status: 200 });
    await run();
    expect(await stateOf(login)).toMatchObject({ state: "called_off" });
    expect((await api.request("/account", token)).status).toBe(200);
  });
}
