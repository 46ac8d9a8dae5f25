import { beforeEach, describe, expect, test } from "vitest";
import { CALL, LOGINS, valueIn } from "../billing-contract/questions.ts";
import { actingEngine, quickHash as deriveKey, MINUTE_MS } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const PASSWORD = "a long enough password";
const brand = "Maple Hosting";
const address = "203.0.113.7";
const DETAILS = {
  firstName: "Nina",
  lastName: "Roy",
  company: null,
  street: ["12 rue Principale"],
  city: "Québec",
  postalCode: "g1r 1a1",
  province: "QC",
  country: "CA",
  businessNumber: "732829320 tq 0001",
  phone: "+1 418 555 0199",
};

const { db, sql } = await actingScene(
  "DELETE FROM mailed_codes",
  "DELETE FROM account_logins WHERE login_id IN (SELECT id FROM logins WHERE email LIKE '%@new.example')",
  "DELETE FROM logins WHERE email LIKE '%@new.example'",
);
const { engine, mails, at, settled, renew } = actingEngine(db, { deriveKey });
beforeEach(renew);

type Purpose = "sign_up" | "new_password";
const ask = async (purpose: Purpose, email: string, formToken: string = crypto.randomUUID()) => {
  const mailed = await valueIn(engine.mailCode(CALL, { purpose, email, address, language: "fr", formToken }));
  await settled();
  return "id" in mailed ? mailed.id : expect.fail("no code was mailed");
};
const confirm = (purpose: Purpose, id: string, code: string) =>
  valueIn(engine.confirmCode(CALL, { purpose, id, code }));
const codeIn = () => (mails.of("code").at(-1)?.[3] as { code: string } | undefined)?.code ?? "";
const wrong = (code: string) => (code === "00000000" ? "11111111" : "00000000");
const create = (id: string, changes: object = {}, on = engine) =>
  valueIn(
    on.createAccount(CALL, {
      id,
      password: PASSWORD,
      brand,
      details: DETAILS,
      currency: "CAD",
      language: "fr",
      address,
      ...changes,
    }),
  );
const choose = (id: string, password = PASSWORD) =>
  valueIn(engine.setNewPassword(CALL, { id, password, brand, endSessions: async () => {}, endConnections: null }));
const signIn = async (email: string, password = PASSWORD) =>
  (await valueIn(engine.signIn(CALL, { email, password, address, marks: [] }))).outcome;
const confirmedId = async (purpose: Purpose, email: string) => {
  const id = await ask(purpose, email);
  expect(await confirm(purpose, id, codeIn())).toBe("confirmed");
  return id;
};
const counts = () =>
  Promise.all(["logins", "accounts", "account_logins"].map((table) => sql.value(`SELECT count(*) FROM ${table}`)));

describe("opening an account", () => {
  test("the mailed code opens an account, and its owner can sign in with the password", async () => {
    const id = await ask("sign_up", "nina@new.example");
    expect(mails.sent).toEqual([["code", "nina@new.example", "fr", { purpose: "sign_up", code: codeIn() }]]);
    expect(codeIn()).toMatch(/^\d{8}$/);
    expect(await confirm("sign_up", id, `${codeIn().slice(0, 4)} ${codeIn().slice(4)}`)).toBe("confirmed");
    const created = await create(id);
    expect(created).toMatchObject({ outcome: "created", login: { email: "nina@new.example", language: "fr" } });
    expect(await signIn("Nina@new.example")).toBe("signed_in");
    const loginId = created.outcome === "created" ? created.login.id : 0;
    const [account] = await valueIn(engine.listManagedAccounts({ ...CALL, loginId }));
    expect(account).toMatchObject({ name: "Nina Roy" });
    const details = await valueIn(
      engine.readAccountDetails({ ...CALL, loginId, accountId: account?.id ?? 0, permissions: ["profile"] }),
    );
    expect(details).toMatchObject({
      country: "CA",
      province: "QC",
      businessNumber: "732829320 TQ 0001",
      contact: { postalCode: "G1R 1A1", phone: "+14185550199" },
    });
  });

  test("a form that is sent twice, simultaneously or later, opens one account", async () => {
    const id = await confirmedId("sign_up", "twice@new.example");
    const before = await counts();
    const both = await Promise.all([create(id), create(id)]);
    const again = await create(id);
    expect(new Set([...both, again].map((one) => JSON.stringify(one))).size).toBe(1);
    expect(await counts()).toEqual(before.map((count) => Number(count) + 1));
    expect(await create(id, { password: "another long password" })).toEqual({ outcome: "over" });
  });

  test("a used code works for one more minute, and other codes for the address expire immediately", async () => {
    const other = await confirmedId("sign_up", "minute@new.example");
    const id = await confirmedId("sign_up", "minute@new.example");
    expect(await create(id)).toMatchObject({ outcome: "created" });
    expect(await create(other)).toEqual({ outcome: "over" });
    at.now += MINUTE_MS;
    expect(await create(id)).toEqual({ outcome: "over" });
  });

  test("a repeated form is limited like a sign-in, and does not sign in to a login with a second step", async () => {
    const id = await confirmedId("sign_up", "guarded@new.example");
    await create(id);
    const limited = actingEngine(db, { deriveKey, signInLimit: { count: async () => ({ retryAfter: 60 }) } });
    expect(await create(id, {}, limited.engine)).toEqual({ outcome: "over" });
    await sql.run("UPDATE logins SET totp_secret = 'JBSWY3DPEHPK3PXP' WHERE email = 'guarded@new.example'");
    expect(await create(id)).toEqual({ outcome: "over" });
  });

  test.each([
    ["a short password", { password: "elevenchars" }, ["/password"]],
    ["the provider's name as the password", { password: "maple hosting 2026" }, ["/password"]],
    ["its own address as the password", { password: "nobody-else@new.example" }, ["/password"]],
    [
      "an address without a city and a telephone number that is too short",
      { details: { ...DETAILS, city: " ", phone: "5550199" } },
      ["/city", "/phone"],
    ],
  ])("%s is refused, and opens no account", async (_, changes, pointers) => {
    const id = await confirmedId("sign_up", "nobody-else@new.example");
    const before = await counts();
    const refused = await create(id, changes);
    expect(refused.outcome === "refused" && refused.invalid.map(({ pointer }) => pointer)).toEqual(pointers);
    expect(await counts()).toEqual(before);
    expect(await create(id)).toMatchObject({ outcome: "created" });
  });

  test("an unconfirmed code, or a code for another purpose, opens no account", async () => {
    const id = await ask("sign_up", "early@new.example");
    expect(await create(id)).toEqual({ outcome: "over" });
    const other = await confirmedId("new_password", "owner@maple.example");
    expect(await create(other)).toEqual({ outcome: "over" });
    expect(await choose(await confirmedId("sign_up", "early@new.example"))).toEqual({ outcome: "over" });
  });

  test("an address that already has a login gets an e-mail that says so, and the browser gets the usual responses", async () => {
    const id = await ask("sign_up", "OWNER@maple.example");
    expect(mails.sent).toEqual([["accountExists", "owner@maple.example", "en"]]);
    for (const code of ["00000000", ""]) expect(await confirm("sign_up", id, code)).toBe("refused");
    expect(await create(id)).toEqual({ outcome: "over" });
  });
});

test("a login chooses the language of its e-mails", async () => {
  const login = { ...CALL, loginId: LOGINS.totp };
  const before = await valueIn(engine.readLogin(login));
  await valueIn(engine.setLanguage(login, "fr"));
  expect(await valueIn(engine.readLogin(login))).toEqual({ ...before, language: "fr" });
  await valueIn(engine.setLanguage(login, before.language));
});

describe("a new password", () => {
  test("replaces the old password once, causes an e-mail, and keeps the second step", async () => {
    const id = await confirmedId("new_password", "totp@maple.example");
    const login = expect.objectContaining({ email: "totp@maple.example" });
    expect(await choose(id, "short")).toEqual({ outcome: "unfit", fault: "too_short" });
    expect(await choose(id)).toEqual({ outcome: "changed", login });
    await settled();
    expect(mails.of("passwordChanged")).toEqual([
      ["passwordChanged", "totp@maple.example", "en", { at: at.now, connectionsEnded: false }],
    ]);
    expect(await signIn("totp@maple.example")).toBe("second_step");
    expect(await signIn("totp@maple.example", "maple-totp")).toBe("refused");
    expect(await choose(id, "a third long password")).toEqual({ outcome: "over" });
  });

  test("is set once by a form that is sent twice, simultaneously or within a minute, with the same outcome", async () => {
    const id = await confirmedId("new_password", "totp@maple.example");
    const both = await Promise.all([choose(id), choose(id)]);
    expect([...both, await choose(id)].map(({ outcome }) => outcome)).toEqual(["changed", "changed", "changed"]);
    await settled();
    expect(mails.of("passwordChanged")).toHaveLength(1);
    at.now += MINUTE_MS;
    expect(await choose(id)).toEqual({ outcome: "over" });
  });

  test("is not set if the login's sessions cannot be ended", async () => {
    const id = await confirmedId("new_password", "totp@maple.example");
    const endSessions = () => Promise.reject(new Error("unreachable"));
    const ends = { endSessions, endConnections: null };
    const failed = await engine.setNewPassword(CALL, { id, password: "a password never set", brand, ...ends });
    expect(failed.ok).toBe(false);
    expect(await signIn("totp@maple.example", "a password never set")).toBe("refused");
    expect(await choose(id)).toMatchObject({ outcome: "changed" });
  });

  test("ends a sign-in that waits for its second step", async () => {
    await choose(await confirmedId("new_password", "totp@maple.example"));
    expect(await signIn("totp@maple.example")).toBe("second_step");
    await choose(await confirmedId("new_password", "totp@maple.example"));
    expect(await sql.value("SELECT count(*) FROM sign_in_challenges")).toBe(0);
  });

  test("for an unknown address causes no e-mail, does not count against the limit, and accepts no code", async () => {
    let given = 0;
    const giveBack = async () => void given++;
    const counting = actingEngine(db, { deriveKey, codeLimit: async () => ({ giveBack }) });
    for (const email of ["stranger@new.example", "totp@maple.example"])
      await valueIn(
        counting.engine.mailCode(CALL, { purpose: "new_password", email, address, language: "fr", formToken: email }),
      );
    expect(given).toBe(1);
    const id = await ask("new_password", "stranger@new.example");
    expect(mails.sent).toEqual([]);
    expect(await confirm("new_password", id, "00000000")).toBe("refused");
    expect(await choose(id)).toEqual({ outcome: "over" });
  });
});

describe("a code", () => {
  test("expires after ten wrong attempts, including simultaneous ones", async () => {
    const id = await ask("sign_up", "guess@new.example");
    const guesses = await Promise.all(Array.from({ length: 12 }, () => confirm("sign_up", id, wrong(codeIn()))));
    expect(guesses.filter((guess) => guess === "refused")).toHaveLength(9);
    expect(await confirm("sign_up", id, codeIn())).toBe("over");
  });

  test("expires after 15 minutes; its confirmation lasts an hour", async () => {
    const late = await ask("sign_up", "late@new.example");
    const code = codeIn();
    at.now += 15 * MINUTE_MS;
    expect(await confirm("sign_up", late, code)).toBe("over");
    const id = await confirmedId("sign_up", "late@new.example");
    at.now += 59 * MINUTE_MS;
    expect(await create(id, { password: "short" })).toMatchObject({ outcome: "refused" });
    at.now += MINUTE_MS;
    expect(await create(id)).toEqual({ outcome: "over" });
  });

  test("is mailed once for a form that is sent twice; after a minute, the same form causes a new code", async () => {
    const twice = () => ask("sign_up", "double@new.example", "token");
    const ids = await Promise.all([twice(), twice()]);
    expect(new Set([...ids, await twice()]).size).toBe(1);
    expect(mails.sent).toHaveLength(1);
    const first = codeIn();
    expect(await ask("sign_up", "double@new.example", "another browser's")).not.toBe(ids[0]);
    expect(await confirm("sign_up", ids[0], first)).toBe("confirmed");
    expect(await twice()).toBe(ids[0]);
    expect(mails.sent).toHaveLength(3);
    at.now += MINUTE_MS;
    await twice();
    expect(mails.sent).toHaveLength(4);
    expect(await create(ids[0])).toEqual({ outcome: "over" });
    expect(await confirm("sign_up", ids[0], codeIn())).toBe("confirmed");
  });

  test("is deleted by scheduled work once it has expired", async () => {
    await ask("sign_up", "forgotten@new.example");
    at.now += 15 * MINUTE_MS;
    await engine.runScheduledJobs();
    expect(await sql.value("SELECT count(*) FROM mailed_codes")).toBe(0);
  });

  test("does not last longer if it is confirmed again", async () => {
    const id = await confirmedId("sign_up", "again@new.example");
    at.now += 59 * MINUTE_MS;
    expect(await confirm("sign_up", id, codeIn())).toBe("confirmed");
    at.now += MINUTE_MS;
    expect(await create(id)).toEqual({ outcome: "over" });
  });

  test("is not mailed beyond the limit", async () => {
    const limited = actingEngine(db, { deriveKey, codeLimit: async () => ({ retryAfter: 60 }) });
    const asked = { purpose: "sign_up", email: "many@new.example", address, language: "en", formToken: "" } as const;
    expect(await valueIn(limited.engine.mailCode(CALL, asked))).toEqual({ retryAfter: 60 });
    expect([limited.mails.sent, await sql.value("SELECT count(*) FROM mailed_codes")]).toEqual([[], 0]);
  });

  test("is neither mailed nor confirmed while the database is on hold", async () => {
    const held = actingEngine(db, { deriveKey, holds: { isHeld: async () => true } });
    const asked = { purpose: "sign_up", email: "held@new.example", address, language: "en", formToken: "" } as const;
    expect(await held.engine.mailCode(CALL, asked)).toMatchObject({ ok: false, problem: { code: "changes_held" } });
    expect(held.mails.sent).toEqual([]);
    const id = await ask("sign_up", "held@new.example");
    const given = await held.engine.confirmCode(CALL, { purpose: "sign_up", id, code: codeIn() });
    expect(given).toMatchObject({ ok: false, problem: { code: "changes_held" } });
  });
});

test("the pages to sign up and set a password are announced only for the engine's own client area", async () => {
  const signInOf = async (area?: string) => {
    const { engine } = actingEngine(db, {}, area === undefined ? {} : { CLIENT_AREA_URL: area });
    return (await valueIn(engine.describe(CALL))).signIn;
  };
  expect(await signInOf()).toEqual({ kind: "form", signUp: "/sign-up", newPassword: "/new-password" });
  expect(await signInOf("https://my.provider.example")).toEqual({ kind: "form" });
});
