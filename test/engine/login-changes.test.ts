import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { themeFrom } from "../../shared/pages/theme.ts";
import { addressBook } from "../../shared/platform/addresses.ts";
import { clientArea } from "../../workers/billing/client-area/client-area.ts";
import { CALL, valueIn } from "../billing-contract/questions.ts";
import { SAMPLE_BRAND } from "../support/sample-brand.ts";
import { UNSET_ADDRESSES } from "../support/unset-addresses.ts";
import { actingEngine, DAY_MS, quickHash as deriveKey, MINUTE_MS } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const EMAIL = "nina@change.example";
const PASSWORD = "a long enough password";
const NEXT = "another long password";
const LOGIN = { ...CALL, loginId: 901 };
const session = { address: "203.0.113.7", formToken: "of-the-session" };

const { db, sql } = await actingScene("DELETE FROM mailed_codes", "DELETE FROM email_changes");
/** The marks of failed sign-in attempts. A successful attempt is added and then removed. */
const failed: unknown[] = [];
const signInLimit: NonNullable<Parameters<typeof actingEngine>[1]>["signInLimit"] = {
  async count(login) {
    failed.push(login?.mark);
    return { giveBack: async () => void failed.pop() };
  },
};
const { engine, mails, at, settled, renew } = actingEngine(db, { deriveKey, signInLimit });
beforeEach(async () => {
  await renew();
  failed.length = 0;
  const salt = "00".repeat(16);
  const hash = (await deriveKey(PASSWORD, Uint8Array.fromHex(salt))).toHex();
  await sql.run("DELETE FROM logins WHERE id = 901");
  await sql.run(
    `INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism)
     VALUES (901, ?, 'fr', ?, ?, 2, 1, 1)`,
    ...[EMAIL, hash, salt],
  );
  await sql.run("INSERT INTO account_logins VALUES (901, 1001, 0)");
});

const signIn = async (password: string, email = EMAIL) =>
  (await valueIn(engine.signIn(CALL, { email, password, address: session.address, marks: [] }))).outcome;
const ended: string[] = [];
const asked = (changes: object = {}) => ({
  ...session,
  ...{ present: PASSWORD, password: NEXT, brand: "Maple Hosting", endConnections: null },
  endSessions: async () => void ended.push("sessions"),
  ...changes,
});
const change = (changes: object = {}) => valueIn(engine.changePassword(LOGIN, asked(changes)));

describe("a password change by a signed-in customer", () => {
  test("replaces the password, ends sessions and optionally connections, and causes an e-mail", async () => {
    ended.length = 0;
    const login = { id: 901, email: EMAIL, language: "fr" };
    expect(await change()).toEqual({ outcome: "changed", login, mark: "mark" });
    await settled();
    expect([await signIn(PASSWORD), await signIn(NEXT)]).toEqual(["refused", "signed_in"]);
    expect(ended).toEqual(["sessions"]);
    const endConnections = async () => void ended.push("connections");
    await change({ present: NEXT, password: PASSWORD, endConnections });
    await settled();
    expect(ended).toEqual(["sessions", "connections", "sessions"]);
    expect(mails.sent).toEqual(
      [false, true].map((connectionsEnded) => ["passwordChanged", EMAIL, "fr", { at: at.now, connectionsEnded }]),
    );
  });

  test("needs the current password, and counts wrong passwords for the session", async () => {
    expect(await change({ present: "a guess at the password" })).toEqual({ outcome: "refused" });
    expect(failed).toEqual(["of-the-session"]);
    expect(await change({ password: "short" })).toEqual({ outcome: "unfit", fault: "too_short" });
    expect(failed).toEqual(["of-the-session"]);
    const knowing = actingEngine(db, { deriveKey, signInLimit, isLeaked: async (password) => password === NEXT });
    const leaked = await valueIn(knowing.engine.changePassword(LOGIN, asked()));
    expect(leaked).toEqual({ outcome: "unfit", fault: "is_leaked" });
    expect(await signIn(PASSWORD)).toBe("signed_in");
    const limited = actingEngine(db, { deriveKey, signInLimit: { count: async () => ({ retryAfter: 60 }) } });
    const late = await valueIn(limited.engine.changePassword(LOGIN, asked()));
    expect(late).toEqual({ outcome: "too_many", retryAfter: 60 });
  });

  test("happens once for two simultaneous forms, and once for a form that is sent twice", async () => {
    const both = await Promise.all([
      change({ password: "the first of two" }),
      change({ password: "the second of two" }),
    ]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["changed", "refused"]);
    const [winner] = ["the first of two", "the second of two"].filter((_, index) => both[index]?.outcome === "changed");
    const twice = asked({ present: winner });
    const send = async () => (await valueIn(engine.changePassword(LOGIN, twice))).outcome;
    const atOnce = await Promise.all([send(), send()]);
    expect([...atOnce.toSorted(), await send()]).toEqual(["changed", "repeated", "repeated"]);
    await settled();
    expect(mails.of("passwordChanged")).toHaveLength(2);
  });

  test("keeps the old password if a session or connection cannot be ended", async () => {
    const unreachable = () => Promise.reject(new Error("unreachable"));
    for (const ends of [{ endSessions: unreachable }, { endConnections: unreachable }])
      expect((await engine.changePassword(LOGIN, asked(ends))).ok).toBe(false);
    expect(await signIn(PASSWORD)).toBe("signed_in");
  });
});

describe("a second step", () => {
  const codeOf = (secret: string) => TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: at.now });
  const given = (code: string, present = PASSWORD) => ({ ...session, present, code });
  const turnOn = async () => {
    const fresh = await valueIn(engine.newSecondStep(LOGIN));
    const on = await valueIn(engine.turnSecondStepOn(LOGIN, { ...fresh, ...given(codeOf(fresh.secret)) }));
    if (on.outcome !== "on") throw new Error(on.outcome);
    at.now += MINUTE_MS;
    return { ...fresh, recoveryCodes: on.recoveryCodes };
  };
  const turnOff = (code: string, present?: string) => valueIn(engine.turnSecondStepOff(LOGIN, given(code, present)));
  const challenged = async () => {
    const step = await valueIn(engine.signIn(CALL, { email: EMAIL, password: PASSWORD, ...session, marks: [] }));
    return step.outcome === "second_step" ? step.challenge : expect.fail(step.outcome);
  };
  const enter = async (code: string, challenge?: string) => {
    const sent = { challenge: challenge ?? (await challenged()), code, address: session.address, marks: [] };
    return (await valueIn(engine.signInSecondStep(CALL, sent))).outcome;
  };
  const left = async () => (await valueIn(engine.readLogin(LOGIN))).recoveryCodes;

  test("is turned on with the right password and code, is then required, and causes an e-mail", async () => {
    const fresh = await valueIn(engine.newSecondStep(LOGIN));
    const turn = (code: string, changes: object = {}) =>
      valueIn(engine.turnSecondStepOn(LOGIN, { ...fresh, ...given(code), ...changes }));
    const code = codeOf(fresh.secret);
    expect(await turn(code === "000000" ? "111111" : "000000")).toEqual({ outcome: "wrong_code" });
    expect(await turn(code, { present: "a guess at the password" })).toEqual({ outcome: "refused" });
    expect(await turn(code, { secret: "AAAA" })).toEqual({ outcome: "wrong_code" });
    expect([await left(), await signIn(PASSWORD)]).toEqual([null, "signed_in"]);
    expect(await turn(code)).toMatchObject({ outcome: "on" });
    await settled();
    expect(await enter(code)).toBe("refused");
    at.now += MINUTE_MS;
    expect(await enter(codeOf(fresh.secret))).toBe("signed_in");
    expect(mails.sent).toEqual([["loginChanged", EMAIL, "fr", { kind: "secondStepOn" }]]);
  });

  test("has ten recovery codes, stored as hashes; a repeated form returns the same codes, another form none", async () => {
    const { recoveryCodes, ...fresh } = await turnOn();
    expect(new Set(recoveryCodes).size).toBe(10);
    const code = codeOf(fresh.secret);
    at.now += 10 * MINUTE_MS;
    const again = await valueIn(engine.turnSecondStepOn(LOGIN, { ...fresh, ...given(code) }));
    expect(again).toEqual({ outcome: "on", recoveryCodes });
    const other = await valueIn(engine.newSecondStep(LOGIN));
    const late = await valueIn(engine.turnSecondStepOn(LOGIN, { ...other, ...given(codeOf(other.secret)) }));
    expect(late).toEqual({ outcome: "already" });
    const stored = JSON.stringify(await sql.rows("SELECT * FROM recovery_codes"));
    for (const code of recoveryCodes) expect(stored).not.toContain(code);
  });

  test("accepts each recovery code once, even from two simultaneous callers", async () => {
    const { recoveryCodes } = await turnOn();
    const [first = "", second = ""] = recoveryCodes;
    await settled();
    mails.sent.length = 0;
    expect(await enter(first)).toBe("signed_in");
    expect([await enter(first), await left()]).toEqual(["refused", 9]);
    await settled();
    expect(mails.sent).toEqual([["loginChanged", EMAIL, "fr", { kind: "recoveryCodeUsed", left: 9 }]]);
    const [one, other] = [await challenged(), await challenged()];
    const both = await Promise.all([enter(second, one), enter(second, other)]);
    expect(both.toSorted()).toEqual(["refused", "signed_in"]);
    expect(await left()).toBe(8);
  });

  test("does not use up a recovery code that is entered for an expired challenge", async () => {
    const { recoveryCodes, secret } = await turnOn();
    const challenge = await challenged();
    expect(await enter(codeOf(secret), challenge)).toBe("signed_in");
    expect([await enter(recoveryCodes[0] ?? "", challenge), await left()]).toEqual(["expired", 10]);
  });

  test("is turned off only with the password and a code, and its recovery codes are then deleted", async () => {
    const { recoveryCodes, secret } = await turnOn();
    const [first = "", second = ""] = recoveryCodes;
    expect(await turnOff(codeOf(secret), "a guess at the password")).toEqual({ outcome: "refused" });
    expect(await turnOff("123456789012")).toEqual({ outcome: "wrong_code" });
    expect(await enter(first)).toBe("signed_in");
    expect(await turnOff(first)).toEqual({ outcome: "wrong_code" });
    const both = await Promise.all([turnOff(second), turnOff(second)]);
    expect([...both, await turnOff(second)]).toEqual(Array(3).fill({ outcome: "off" }));
    expect([await left(), await signIn(PASSWORD)]).toEqual([null, "signed_in"]);
    expect(await sql.value("SELECT count(*) FROM recovery_codes WHERE login_id = 901")).toBe(0);
  });

  test("cannot be turned off after ten wrong codes until the login signs in again, and the login gets an e-mail", async () => {
    const { secret, recoveryCodes } = await turnOn();
    await settled();
    mails.sent.length = 0;
    for (let time = 1; time <= 10; time++) expect(await turnOff("123456789012")).toEqual({ outcome: "wrong_code" });
    expect(await turnOff(codeOf(secret))).toEqual({ outcome: "sign_in_again" });
    await settled();
    expect(mails.sent).toEqual([["codesGuessed", EMAIL, "fr", { at: at.now }]]);
    expect(await enter(codeOf(secret))).toBe("signed_in");
    expect(await turnOff(recoveryCodes[0] ?? "")).toEqual({ outcome: "off" });
  });
});

describe("a change of the e-mail address", () => {
  const NEW = "nina@elsewhere.example";
  const ask = (email: string, changes: object = {}) =>
    valueIn(engine.mailEmailCode(LOGIN, { ...session, present: PASSWORD, email, language: "fr", ...changes }));
  const idFor = async (email: string) => {
    const mailed = await ask(email);
    await settled();
    return mailed.outcome === "mailed" ? mailed.id : expect.fail(mailed.outcome);
  };
  const codeIn = () => (mails.of("code").at(-1)?.[3] as { code: string } | undefined)?.code ?? "";
  const tokenIn = () => (mails.of("loginChanged").at(-1)?.[3] as { token: string } | undefined)?.token ?? "";
  const give = (id: string, code = codeIn()) => valueIn(engine.changeEmail(LOGIN, { id, code }));
  const undo = (token: string) => valueIn(engine.undoEmailChange(CALL, { token, endSessions: asked().endSessions }));
  const change = async (email: string) => {
    await give(await idFor(email));
    await settled();
    return tokenIn();
  };

  test("takes effect for the login and its accounts once the code is entered, and the old address gets an e-mail", async () => {
    const ofAccount = "SELECT email FROM accounts WHERE id = 1003";
    await sql.run("INSERT INTO account_logins (login_id, account_id, owner) VALUES (901, 1003, 1)");
    await sql.run("UPDATE accounts SET email = ? WHERE id = 1003", EMAIL);
    const id = await idFor(NEW);
    expect(mails.sent).toEqual([["code", NEW, "fr", { purpose: "new_email", code: codeIn() }]]);
    expect(await give(id, codeIn() === "00000000" ? "11111111" : "00000000")).toEqual({ outcome: "refused" });
    expect(await signIn(PASSWORD)).toBe("signed_in");
    const both = await Promise.all([give(id), give(id)]);
    expect([...both, await give(id)]).toEqual(Array(3).fill({ outcome: "changed", email: NEW }));
    await settled();
    expect([await signIn(PASSWORD), await signIn(PASSWORD, NEW)]).toEqual(["refused", "signed_in"]);
    expect(await sql.value(ofAccount)).toBe(NEW);
    const token = expect.stringMatching(/^[\w-]{43}$/);
    expect(mails.of("loginChanged")).toEqual([
      ["loginChanged", EMAIL, "fr", { kind: "emailChanged", email: NEW, token }],
    ]);
    expect(await undo(tokenIn())).toMatchObject({
      outcome: "undone",
    });
    expect(await sql.value(ofAccount)).toBe(EMAIL);
  });

  test("needs the password, and has the same limits as other codes", async () => {
    expect(await ask(NEW, { present: "a guess at the password" })).toEqual({ outcome: "refused" });
    const counted: unknown[] = [];
    const codeLimit = async (asked: object) => ({ retryAfter: 60 * counted.push(asked) });
    const limited = actingEngine(db, { deriveKey, codeLimit });
    const given = { ...session, present: PASSWORD, email: NEW, language: "fr" } as const;
    const refused = await valueIn(limited.engine.mailEmailCode(LOGIN, given));
    expect(refused).toEqual({ outcome: "too_many_codes", retryAfter: 60 });
    expect(counted).toMatchObject([{ purpose: "new_email", loginId: 901 }]);
    expect([mails.sent, limited.mails.sent]).toEqual([[], []]);
  });

  test("is refused if another login has the address, and the browser gets the usual responses", async () => {
    const id = await idFor("owner@maple.example");
    expect(mails.sent).toEqual([["accountExists", "owner@maple.example", "en"]]);
    expect(await give(id, "00000000")).toEqual({ outcome: "refused" });
    const late = await idFor(NEW);
    await sql.run("UPDATE logins SET email = ? WHERE id = 14", NEW);
    expect(await give(late)).toEqual({ outcome: "over" });
    await sql.run("UPDATE logins SET email = 'nocard@maple.example' WHERE id = 14");
    expect(await signIn(PASSWORD)).toBe("signed_in");
  });

  test("can be undone with all later changes for 72 hours through the e-mail's link, which also ends sessions", async () => {
    const undone = (email: string) => ({ outcome: "undone", login: { id: 901, email } });
    const token = await change(NEW);
    const later = await change("thief@elsewhere.example");
    ended.length = 0;
    at.now += 3 * DAY_MS - MINUTE_MS;
    await engine.runScheduledJobs();
    expect(await undo(later)).toEqual(undone(NEW));
    expect([await undo(token), await undo(token)]).toEqual([undone(EMAIL), undone(EMAIL)]);
    expect(ended).toHaveLength(2);
    expect(await undo(later)).toEqual({ outcome: "over" });
    at.now += MINUTE_MS;
    expect(await undo(token)).toEqual({ outcome: "over" });
    at.now += 1;
    await engine.runScheduledJobs();
    expect(await sql.value("SELECT count(*) FROM email_changes")).toBe(0);
  });

  test("that is undone revokes the password, and a second step from the last 30 days, but not a password that is set later", async () => {
    const isOn = async () => (await valueIn(engine.readLogin(LOGIN))).recoveryCodes !== null;
    const turnOn = async () => {
      const fresh = await valueIn(engine.newSecondStep(LOGIN));
      const code = TOTP.generate({ secret: Secret.fromBase32(fresh.secret), timestamp: at.now });
      await valueIn(engine.turnSecondStepOn(LOGIN, { ...fresh, ...session, present: PASSWORD, code }));
    };
    await turnOn();
    at.now += 30 * DAY_MS - MINUTE_MS;
    const token = await change(NEW);
    await undo(token);
    expect([await signIn(PASSWORD), await isOn()]).toEqual(["refused", false]);
    const asked = { purpose: "new_password", email: EMAIL, language: "fr", ...session } as const;
    const mailed = await valueIn(engine.mailCode(CALL, asked));
    const id = "id" in mailed ? mailed.id : expect.fail("too many");
    await settled();
    await valueIn(engine.confirmCode(CALL, { purpose: "new_password", id, code: codeIn() }));
    const chosen = { id, password: PASSWORD, brand: "", endSessions: async () => {}, endConnections: null };
    expect(await valueIn(engine.setNewPassword(CALL, chosen))).toMatchObject({ outcome: "changed" });
    await undo(token);
    expect(await signIn(PASSWORD)).toBe("signed_in");
    await turnOn();
    at.now += 30 * DAY_MS;
    await undo(await change(NEW));
    expect([await signIn(PASSWORD), await isOn()]).toEqual(["refused", true]);
  });

  test("is not offered if no e-mail with an undo link can be sent", async () => {
    const open = async (changesEmails: boolean) => {
      const given = {
        theme: themeFrom(SAMPLE_BRAND),
        engine,
        now: () => at.now,
        mailsCodes: true,
        changesEmails,
        payment: {},
      };
      const area = clientArea(given as never, addressBook(UNSET_ADDRESSES));
      const signedIn = { loginId: 14, email: "nocard@maple.example", at: at.now };
      const visitor = { formToken: "token", signedIn, session: {}, actions: {} } as never;
      const request = new Request("http://localhost/client-area/account/email");
      return (await area.fetch(request, { visitor, signIns: {} })).status;
    };
    expect([await open(true), await open(false)]).toEqual([200, 404]);
  });

  test("cannot be undone if another login has the old address", async () => {
    const token = await change(NEW);
    await sql.run("UPDATE logins SET email = ? WHERE id = 14", EMAIL);
    expect(await undo(token)).toEqual({ outcome: "over" });
    await sql.run("UPDATE logins SET email = 'nocard@maple.example' WHERE id = 14");
  });
});
