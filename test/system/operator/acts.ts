import { afterAll, expect, test } from "vitest";
import type { OperatorCommandName } from "../../../workers/operator/commands/command-table.ts";
import { OPERATOR_HOST, type World } from "../../support/world.ts";
import { OperatorClient } from "./operator-client.ts";

const FORM = { "Content-Type": "application/x-www-form-urlencoded" };

/** Defines the tests of acts and their records. @param world a system with the operator console */
export function acts(world: World): void {
  const operator = new OperatorClient(() => world);
  const SETTLE = { account: 1001, reference: "a.b", outcome: "nothing", because: "looked, and it is not there" };

  const hiddenIn = (html: string) =>
    Object.fromEntries(
      [...html.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    );
  const stuck = (reference: string) =>
    world.accounts
      .prepare(
        "INSERT INTO stuck_actions VALUES ('embedded', 1001, ?, 11, 'renewDomain', NULL, 'STUCK', 'late', 1, 2, 3)",
      )
      .bind(reference)
      .run();
  // Later tests count the stuck actions.
  afterAll(async () => void (await world.accounts.prepare("DELETE FROM stuck_actions").run()));

  test("an act is recorded with its operator, reason and outcome, even if it is refused", async () => {
    const refused = await operator.act("settle", SETTLE);
    expect(refused).toMatchObject({
      status: 409,
      body: { done: false, text: expect.stringContaining("no stuck action") },
    });
    const { body } = await operator.read("acts", { subject: "action:1001:a.b" });
    expect(body.tables.acts).toMatchObject([
      {
        who: "demonstration",
        act: "settle",
        because: SETTLE.because,
        outcome: "refused",
        request_id: expect.any(String),
      },
    ]);
  });

  test("an act without a reason or with an invalid input is refused and not recorded", async () => {
    for (const wrong of [{ because: " " }, { account: "x" }, { who: "somebody else" }]) {
      const answer = await operator.act("settle", { ...SETTLE, reference: "wrong.input", ...wrong });
      expect(answer).toMatchObject({ status: 400, body: { code: "invalid_input" } });
    }
    expect((await operator.read("acts", { subject: "action:1001:wrong.input" })).body.tables.acts).toEqual([]);
  });

  test("an act that cannot be recorded is refused", async () => {
    await stuck("un.written");
    await world.operator.prepare("ALTER TABLE operator_acts RENAME TO away").run();
    const answer = await operator.act("settle", { ...SETTLE, reference: "un.written" });
    await world.operator.prepare("ALTER TABLE away RENAME TO operator_acts").run();
    expect(answer).toMatchObject({ status: 502, body: { code: "failed" } });
    const { results } = await world.accounts
      .prepare("SELECT * FROM settle_instructions WHERE reference = 'un.written'")
      .all();
    expect(results).toEqual([]);
  });

  test("an act is still done if its outcome cannot be recorded, and the response reports the missing record", async () => {
    await stuck("un.ended");
    await world.operator
      .prepare("CREATE TRIGGER no_end BEFORE UPDATE ON operator_acts BEGIN SELECT RAISE(ABORT, 'full'); END")
      .run();
    const answer = await operator.act("settle", { ...SETTLE, reference: "un.ended" });
    await world.operator.prepare("DROP TRIGGER no_end").run();
    expect(answer).toMatchObject({
      status: 200,
      body: {
        done: true,
        text: expect.stringMatching(/^Accepted\..+could not be recorded, so acts lists it as begun\.$/),
      },
    });
    const { body } = await operator.read("acts", { subject: "action:1001:un.ended" });
    expect(body.tables.acts).toMatchObject([{ outcome: "begun", result: null }]);
  });

  test.each<[string, Record<string, string>]>([
    ["another origin", { Origin: "https://evil.example" }],
    ["an opaque origin", { Origin: "null" }],
    ["another site", { "Sec-Fetch-Site": "cross-site" }],
    ["another host of the same site", { "Sec-Fetch-Site": "same-site" }],
  ])("an act from %s is refused", async (_, headers) => {
    expect(await operator.act("settle", SETTLE, headers)).toMatchObject({ status: 403, body: { code: "other_site" } });
  });

  test("only a JSON POST or a form from the operator's page can act", async () => {
    expect(await operator.ask("/api/settle")).toMatchObject({ status: 405 });
    const text = await operator.act("settle", SETTLE, { "Content-Type": "text/plain" });
    expect(text).toMatchObject({ status: 415, body: { code: "not_json" } });
    const form = new URLSearchParams({
      account: "1001",
      reference: "a.b",
      outcome: "nothing",
      because: "x",
      token: "0",
    });
    const posted = await operator.ask("/settle", { method: "POST", headers: FORM, body: form.toString() });
    expect(posted).toMatchObject({ status: 403, text: expect.stringContaining("does not belong to this page") });
  });

  test("a link on another site causes no lookup and no record", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site" };
    const looks = async () => (await operator.read("reads")).text;
    const before = await looks();
    expect(await operator.ask("/api/login?login=14", { headers })).toMatchObject({ status: 403 });
    const page = await operator.ask("/login?login=14", { headers });
    expect(page).toMatchObject({ status: 200, text: expect.stringContaining('value="14"') });
    const form = await operator.ask("/export?kind=login&id=14");
    expect(form, "an export needs a POST, since its customer sees it").toMatchObject({
      status: 200,
      text: expect.stringContaining('method="post" action="/export"'),
    });
    expect(await operator.ask("/api/export?kind=login&id=14")).toMatchObject({ status: 405 });
    expect(await looks()).toBe(before);
    expect(await operator.ask("/login?login=14", { headers: { "Sec-Fetch-Site": "none" } })).toMatchObject({
      status: 200,
    });
    expect(await looks()).not.toBe(before);
  });

  test("the page shows the effect of an act before the operator confirms it", async () => {
    const post = (fields: Record<string, string>) =>
      operator.ask("/erase", { method: "POST", headers: FORM, body: new URLSearchParams(fields).toString() });
    const { token = "" } = hiddenIn((await operator.ask("/erase")).text);
    const asked = await post({ token, kind: "account", id: "1003", because: "in writing" });
    expect(asked).toMatchObject({ status: 409, text: expect.stringContaining("This erases account 1003, ") });
    const until = { until: "2026-11-01T00:00:00Z", because: "in writing" };
    expect((await operator.propose("erase", { kind: "account", id: 1003, ...until })).body.text).toMatch(
      /^Only what is older than 2026-11-01T00:00:00.000Z is erased\. This erases/,
    );
    const listed = async () => (await operator.read("erasures")).text;
    expect(await listed()).not.toContain("1003");
    expect(hiddenIn(asked.text)).toMatchObject({ kind: "account", id: "1003", because: "in writing" });
    expect(await post(hiddenIn(asked.text))).toMatchObject({
      status: 200,
      text: expect.stringContaining("Accepted: erasure"),
    });
    expect(await listed()).toContain("1003");
    await world.operator.prepare("DELETE FROM erasures").run();
  });

  test("a refused form keeps its input, and the corrected form settles the stuck action", async () => {
    await stuck("by.form");
    expect((await operator.ask("/")).text).toContain("by.form");
    const page = await operator.ask("/settle");
    expect(page.headers.get("Content-Security-Policy")).toContain("form-action 'self'");
    expect(page.text).toContain('<option value="">');
    expect(page.text).not.toContain("selected");
    const [, token = ""] = /name="token" value="(\w+)"/.exec(page.text) ?? [];
    const typed = { account: "1O01", reference: "by.form", outcome: "nothing", because: "looked there", token };
    const send = (fields: Record<string, string>) =>
      operator.ask("/settle", {
        method: "POST",
        headers: { ...FORM, Origin: `http://${OPERATOR_HOST}`, "Sec-Fetch-Site": "same-origin" },
        body: new URLSearchParams(fields).toString(),
      });
    const wrong = await send(typed);
    expect(wrong).toMatchObject({ status: 400, text: expect.stringContaining("account must be a number.") });
    for (const value of ["1O01", "by.form", "looked there"]) expect(wrong.text).toContain(`value="${value}"`);
    expect(wrong.text).toMatch(/<option value="nothing" selected/);
    const good = { ...typed, account: "1001" };
    expect(await send({ ...good, because: "" })).toMatchObject({
      status: 400,
      text: expect.stringContaining("Give the reason"),
    });
    expect(await send({ ...good, reference: "a.typed" })).toMatchObject({
      status: 409,
      text: expect.stringMatching(/no stuck action[\s\S]*value="a\.typed"/),
    });
    const asked = await send(good);
    expect(asked).toMatchObject({
      status: 409,
      text: expect.stringContaining("This settles renewDomain, account 1001, login 11: nothing was done."),
    });
    expect(await send(hiddenIn(asked.text))).toMatchObject({
      status: 200,
      text: expect.stringContaining("Accepted. Within a minute"),
    });
    const action = await operator.read("action", { account: 1001, reference: "by.form" });
    expect(action.body.tables.instructions).toMatchObject([{ outcome: "nothing", state: "asked" }]);
  });

  test.each<[OperatorCommandName, object, RegExp]>([
    ["payment", { invoice: "9999", amount: "1.00", reference: "bank-9" }, /no invoice 9999/],
    ["refund", { reference: "none" }, /no payment none/],
    ["set-up-done", { service: 999_999, what: "end" }, /has nothing to set up/],
    ["set-up-failed", { service: 999_999, why: "no" }, /has nothing to set up/],
    ["hold", { store: "account:999999" }, /Nothing is stored here for account:999999/],
    ["hold", { store: "account:abc" }, /no such store/],
    ["hold", { store: "connection:zzz" }, /no such store/],
  ])("an act that would fail is refused without a confirmation code: %s %j", async (name, fields, text) => {
    const answer = await operator.propose(name, { ...fields, because: "looked" });
    expect(answer).toMatchObject({ status: 409, body: { done: false, text: expect.stringMatching(text) } });
    expect(answer.body).not.toHaveProperty("confirm");
  });
}
