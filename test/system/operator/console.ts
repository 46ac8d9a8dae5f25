import { execFile } from "node:child_process";
import process from "node:process";
import { expect, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";
import { AccountClient, EVERY_SCOPE } from "../../support/account-client.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import type { World } from "../../support/world.ts";
import { OperatorClient } from "./operator-client.ts";

/** Defines the tests of lookups and acts in the console. @param world a system with the operator console */
export function operatorConsole(world: World): void {
  const operator = new OperatorClient(() => world);
  const api = new AccountClient({ scopes: EVERY_SCOPE }, () => world.origin);
  const BECAUSE = "the customer asked on the telephone";

  /** Uses a token and returns the id of its connection, which it finds through the request id. */
  async function connectionOf(token: string, login: string): Promise<string> {
    const answer = await api.request("/account", token);
    const requestId = answer.headers.get("X-Request-Id") ?? "";
    expect(answer.status).toBe(200);
    await expect
      .poll(async () => (await operator.read("request", { request: requestId, login })).body.tables.calls, {
        interval: 200,
      })
      .toHaveLength(1);
    const { body } = await operator.read("request", { request: requestId, login });
    return String(body.tables.calls?.[0]?.connection);
  }
  const loginOf = async (email: string) => {
    const { body } = await operator.read("login", { login: email });
    return String(body.tables.logins?.[0]?.login);
  };

  test("an e-mail address finds its login, and a request id finds its call and connection without secrets", async () => {
    const token = await api.connect();
    const login = await loginOf("owner@maple.example");
    const connection = await connectionOf(token, login);
    const found = await operator.read("connection", { connection });
    expect(found.body.tables.connection).toMatchObject([{ connection, account: 1001, endedAt: null }]);
    expect(found.body.tables.calls).toMatchObject([{ operation: "getAccount", status: 200 }]);
    expect(found.text).not.toContain(token);
    const requestId = String(found.body.tables.calls?.[0]?.requestId);
    for (const request of [requestId.toUpperCase(), `urn:uuid:${requestId}`])
      expect((await operator.read("request", { request })).body.tables.calls).toMatchObject([{ connection }]);
    const none = (await operator.read("request", { request: crypto.randomUUID() })).body;
    expect(none.notes[0]).toMatch(/^No call or action that was looked at has the id /);
    const account = await operator.read("account", { account: 1001 });
    expect(account.body.tables.connections?.map((row) => row.connection)).toContain(connection);
    expect(account.body.tables.account).toMatchObject([{ account: 1001, owner: login }]);
    const application = String(found.body.tables.connection?.[0]?.application);
    const { tables } = (await operator.read("application", { application })).body;
    expect(tables.connections).toHaveLength(1);
    expect(tables.application).toMatchObject([{ application, name: tables.connections?.[0]?.name }]);
    const unknown = await operator.read("application", { application: "nobody" });
    expect(unknown.body.notes).toEqual(["No application has this client id."]);
  });

  test("a connection that an operator ends stops immediately, and the customer sees who ended it", async () => {
    const token = await api.connect();
    const connection = await connectionOf(token, await loginOf("owner@maple.example"));
    const end = { by: "connection", id: connection, because: BECAUSE };
    expect(await operator.act("end", end)).toMatchObject({ status: 200, body: { done: true } });
    expect((await api.request("/account", token)).status).toBe(401);
    expect(await operator.act("end", end)).toMatchObject({ status: 409, body: { done: false } });
    expect(await operator.act("end", { ...end, id: "A".repeat(22) })).toMatchObject({ status: 409 });
    expect(await operator.act("end", { ...end, by: "login", id: "x" })).toMatchObject({ status: 400 });

    const visitor = new PageVisitor(world.origin);
    const signIn = await visitor.open("/connected-assistants?lang=en");
    const page = await visitor.submit(signIn, "password", { email: "owner@maple.example", password: "maple-owner" });
    expect(page.html).toContain("Done by Maple Hosting");
    expect(page.html).not.toContain(BECAUSE);
    const mails = await world.mailsTo("owner@maple.example", 2);
    expect(mails.map(({ text }) => text).join("\n")).toContain("We ended it.");
  });

  test("several connections end only with the right code, and only if they did not change since the preview", async () => {
    const token = await api.connect({ login: "nocard" });
    const login = await loginOf("nocard@maple.example");
    const end = { by: "login", id: login, because: BECAUSE };
    const preview = await operator.propose("end", end);
    expect(preview).toMatchObject({
      status: 409,
      body: {
        done: false,
        confirm: expect.stringMatching(/^[0-9a-z]+-[0-9a-f]{8}$/),
        text: expect.stringContaining("1 active"),
      },
    });
    const confirm = String(preview.body.confirm);
    for (const wrong of ["00000000", "yes"])
      expect(await operator.propose("end", { ...end, confirm: wrong })).toMatchObject({
        status: 409,
        body: { confirm: expect.any(String) },
      });
    const other = await api.connect();
    await api.connect({ login: "nocard" });
    expect(await operator.propose("end", { ...end, confirm })).toMatchObject({
      status: 409,
      body: { text: expect.stringMatching(/changed since.*2 active/) },
    });
    expect((await api.request("/account", token)).status, "it has not ended").toBe(200);
    const acts = async () => (await operator.read("acts", { subject: `login:${login}` })).body.tables.acts;
    expect(await acts()).toEqual([]);

    const { confirm: now } = (await operator.propose("end", end)).body;
    expect(await operator.propose("end", { ...end, confirm: String(now) })).toMatchObject({
      status: 200,
      body: { text: expect.stringContaining("2 connections ended") },
    });
    expect((await api.request("/account", token)).status).toBe(401);
    expect((await api.request("/account", other)).status, "another customer's connection").toBe(200);
    expect(await acts()).toMatchObject([{ outcome: "done" }]);
  });

  test("a key rotation needs a confirmation, cannot be repeated immediately, and keeps connections and sessions", async () => {
    const token = await api.connect();
    const visitor = new PageVisitor(world.origin);
    const signIn = await visitor.open("/connected-assistants?lang=en");
    await visitor.submit(signIn, "password", { email: "nocard@maple.example", password: "maple-nocard" });
    for (const of of ["account", "marks"]) {
      const rotation = { of, because: BECAUSE };
      const preview = await operator.propose("rotate", rotation);
      expect(preview.body).toMatchObject({ done: false, text: expect.stringMatching(/^This is the first rotation/) });
      expect(await operator.act("rotate", rotation)).toMatchObject({ status: 200, body: { done: true } });
      expect(await operator.act("rotate", rotation)).toMatchObject({ status: 409, body: { done: false } });
    }
    expect((await api.request("/account", token)).status).toBe(200);
    expect((await visitor.open("/connected-assistants?lang=en")).html).toContain("nocard@maple.example");
  });

  test("customers see on their page that an operator unlocked their sign-in or exported their data", async () => {
    const visitor = new PageVisitor(world.origin);
    const credentials = { email: "nocard@maple.example", password: "maple-nocard" };
    const own = Number(await loginOf(credentials.email));
    await operator.act("unlock", { login: own, because: BECAUSE });
    await operator.read("export", { kind: "login", id: own });
    const page = await visitor.submit(await visitor.open("/connected-assistants?lang=en"), "password", credentials);
    expect(page.html).toContain("we unlocked your sign-in, ");
    expect(page.html).toContain("we exported the data that we keep about you.");
    const nobody = await operator.act("unlock", { login: 999_999, because: BECAUSE });
    expect(nobody).toMatchObject({ status: 409, body: { text: "There is no login 999999." } });
  });

  test("an operator can resend a failed e-mail once", async () => {
    const token = await api.connect({ login: "nocard" });
    const connection = await connectionOf(token, await loginOf("nocard@maple.example"));
    const before = (await world.mailsTo("nocard@maple.example")).length;
    await world.accounts
      .prepare("INSERT INTO failed_mails VALUES (77, ?, 'embedded', 0, 1, 'made', ?, 'r-1')")
      .bind(connection, Date.now())
      .run();
    expect((await operator.read("mails")).body.tables.ofConnections).toMatchObject([{ mail: 77, kind: "made" }]);
    const again = { of: "connections", mail: 77, because: BECAUSE };
    expect(await operator.act("mail", again)).toMatchObject({ status: 200 });
    await world.mailsTo("nocard@maple.example", before + 1);
    expect(await operator.act("mail", again)).toMatchObject({ status: 409 });
    expect(await operator.act("mail", { ...again, of: "billing", mail: 999_999 })).toMatchObject({ status: 409 });
  });

  test("a paused registry host gets no requests until it is resumed", async () => {
    const statusOf = async (name: string) => ((await (await world.check(name)).json()) as { status: string }).status;
    expect(await statusOf("taken-before.ca")).toBe("taken");
    const { body } = await operator.read("hosts");
    const hosts = body.tables.hosts?.map(({ host }) => String(host)).filter((host) => /fury\.ca|cira/.test(host)) ?? [];
    expect(hosts.length).toBeGreaterThan(0);
    for (const host of hosts) {
      expect(await operator.act("pause", { host, minutes: 5, because: BECAUSE })).toMatchObject({ status: 200 });
    }
    expect((await operator.read("hosts")).body.tables.hosts?.[0]).toMatchObject({
      pausedUntil: expect.any(String),
      why: "paused by an operator",
      failedAt: null,
    });
    const { circuits } = (await operator.read("status")).body.tables;
    expect(circuits).toContainEqual(expect.objectContaining({ name: hosts[0], why: "paused by an operator" }));
    const status = (await (await world.system.fetch(`${world.origin}/api/v1/status`)).json()) as { status: string };
    expect(status.status, "a pause is no outage").toBe("ok");
    await statusOf("taken-paused.ca");
    const asked = () => world.registry.questions("taken-paused.ca");
    expect(asked()).toEqual([]);
    for (const host of hosts) await operator.act("resume-host", { host, because: BECAUSE });
    expect(await statusOf("taken-resumed.ca")).toBe("taken");
    const long = { host: hosts[0], minutes: 99_999, because: BECAUSE };
    const tooLong = { status: 409, body: { text: expect.stringMatching(/^A pause lasts at most/) } };
    expect(await operator.propose("pause", long)).toMatchObject(tooLong);
    const unknown = { host: "whois.nowhere.example:43", minutes: 5, because: BECAUSE };
    expect(await operator.act("pause", unknown)).toMatchObject({ status: 409, body: { done: false } });
  });

  const heldStores = async () => (await operator.read("held")).body;

  test.each(["account-database", "billing-database", "operator-database"] as const)(
    "the %s stays on hold until it is resumed, and neither act can be repeated",
    async (store) => {
      const act = { store, because: "restoring to this morning, ticket 14" };
      expect(await heldStores()).toMatchObject({ tables: { held: [] }, notes: ["No store is on hold."] });
      expect(await operator.act("resume", act)).toMatchObject({ status: 409, body: { done: false } });
      expect(await operator.act("hold", { store })).toMatchObject({ status: 400 });
      const none = await operator.propose("hold", { ...act, store: "shop-database" });
      expect(none).toMatchObject({ status: 409, body: { text: expect.stringContaining("There is no such store") } });
      const { confirm } = (await operator.propose("hold", act)).body;
      expect(await operator.propose("hold", { ...act, confirm })).toMatchObject({
        status: 200,
        body: { done: true, text: expect.stringContaining("Wait a minute before you restore") },
      });
      expect(await operator.act("hold", act)).toMatchObject({ status: 409, body: { done: false } });
      expect(await heldStores()).toMatchObject({
        tables: { held: [{ store, since: expect.stringMatching(/^\d{4}-.+Z$/) }] },
      });
      expect(await operator.act("resume", act)).toMatchObject({ status: 200, body: { done: true } });
      const again = await operator.propose("hold", { ...act, confirm });
      expect(again, "a code works once").toMatchObject({ status: 409, body: { confirm: expect.any(String) } });
      expect((await heldStores()).tables.held).toEqual([]);
      const { body } = await operator.read("acts", { subject: `store:${store}` });
      expect(body.tables.acts?.map(({ act: name, outcome }) => [name, outcome])).toEqual([
        ["resume", "done"],
        ["hold", "refused"],
        ["hold", "done"],
        ["resume", "refused"],
      ]);
    },
  );

  test("a lookup of a customer first records the customer's number, and it shows nothing if the record fails", async () => {
    const login = await loginOf("owner@maple.example");
    const readsOf = async (subject: string) => (await operator.read("reads", { subject })).body.tables.reads;
    const count = (await readsOf(`login:${login}`))?.length ?? 0;
    const { text } = await operator.read("login", { login: "owner@maple.example" });
    expect(text).toContain("owner@maple.example");
    await operator.read("export", { kind: "login", id: login });
    const [exported, found, ...others] = (await readsOf(`login:${login}`)) ?? [];
    expect([exported, found].map((row) => row?.command).toSorted()).toEqual(["export", "login"]);
    expect(found).toMatchObject({ who: "demonstration", request_id: expect.any(String) });
    expect(others).toHaveLength(count);
    expect((await operator.read("reads")).text).not.toContain("@maple.example");
    await operator.read("status");
    await world.operator.prepare("ALTER TABLE operator_reads RENAME TO away").run();
    const hidden = await Promise.all([
      operator.read("account", { account: 1001 }),
      operator.read("export", { kind: "login", id: login }),
      operator.read("status"),
    ]);
    await world.operator.prepare("ALTER TABLE away RENAME TO operator_reads").run();
    expect(hidden.map(({ status }) => status)).toEqual([502, 502, 200]);
  });

  test("a page names a part of the system that does not respond and shows the others", async () => {
    await world.billing.prepare("ALTER TABLE notices RENAME TO away").run();
    const [status, mails, start] = await Promise.all([
      operator.read("status"),
      operator.read("mails"),
      operator.ask("/"),
    ]);
    await world.billing.prepare("ALTER TABLE away RENAME TO notices").run();
    const note = expect.stringContaining("The billing Worker did not answer");
    expect(status).toMatchObject({ status: 200, body: { notes: [note] } });
    const counts = new Map(status.body.tables.counts?.map(({ what, count }) => [what, count]));
    expect(counts.has("paid orders older than an hour")).toBe(false);
    expect(counts.get("stuck actions")).toEqual(expect.any(Number));
    expect(status.body.tables.scheduledWork?.map(({ work }) => work)).toContain("erasures");
    expect(mails).toMatchObject({ status: 200, body: { tables: { ofConnections: expect.any(Array) }, notes: [note] } });
    expect(start).toMatchObject({ status: 200, text: expect.stringContaining("The billing Worker did not answer") });
  });

  test("the status counts stores on hold, failed e-mails and open erasures, and the first page shows problems", async () => {
    expect(await world.system.getWorker("frontdesk-account").scheduled("* * * * *")).toBe("ok");
    await operator.act("hold", { store: "operator-database", because: BECAUSE });
    await world.accounts
      .prepare("INSERT INTO failed_mails VALUES (78, 'x', 'embedded', 0, 1, 'made', ?, 'r-1')")
      .bind(1)
      .run();
    await world.operator
      .prepare("INSERT INTO erasures VALUES ('late', 'login', 'embedded', 999, 1, 1, 'begun', '{}', '', NULL)")
      .run();
    const [status, start, account] = await Promise.all([
      operator.read("status"),
      operator.ask("/"),
      operator.read("account", { account: 1003 }),
    ]);
    await world.operator.prepare("DELETE FROM erasures WHERE id = 'late'").run();
    await world.accounts.prepare("DELETE FROM failed_mails WHERE id = 78").run();
    await operator.act("resume", { store: "operator-database", because: BECAUSE });
    const counts = status.body.tables.counts?.filter(({ count }) => count !== 0).map(({ what }) => what);
    expect(counts).toEqual([
      "stores on hold",
      "mails about connections that failed in the last 7 days",
      "open erasures",
      "erasures open for more than an hour",
    ]);
    const mail = { at: "1970-01-01T00:00:00Z", problem: "mail failed", kind: "connection made", account: 1, mail: 78 };
    expect(status.body.tables.problems).toContainEqual({ ...mail, requestId: "r-1" });
    expect(start.text).toContain("Newest problems");
    expect(start.text).toContain("until you resume them");
    expect(account.body.notes).toEqual([]);
  });

  /** Runs `npm run operate` with these words on this system. */
  function operate(...words: string[]): Promise<{ code: number; said: string; complained: string }> {
    const env = { ...process.env, PORT: new URL(world.origin).port, OPERATOR_ORIGIN: "" };
    const limits = { timeout: 120_000, killSignal: "SIGKILL" } as const;
    return new Promise((resolve) => {
      execFile(
        process.execPath,
        ["scripts/commands.ts", "operate", ...words],
        { cwd: PROJECT, env, ...limits },
        (error, said, complained) => resolve({ code: error ? Number(error.code) : 0, said, complained }),
      );
    });
  }

  test("the command line uses the same console and exits with 1 if an act is refused or not confirmed", async () => {
    const [end, unlock] = await Promise.all([
      operate("end", "login", await loginOf("owner@maple.example"), "--because", BECAUSE),
      operate("unlock", "999999", "--because", BECAUSE),
    ]);
    expect(end).toMatchObject({
      code: 1,
      said: "",
      complained: expect.stringMatching(/active connections?.*--confirm [\w-]+/s),
    });
    expect(unlock).toMatchObject({ code: 1, said: "", complained: "There is no login 999999.\n" });
  });
}
