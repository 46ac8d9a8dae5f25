import { beforeEach, describe, expect, test } from "vitest";
import { CALL, valueIn } from "../billing-contract/questions.ts";
import { actingEngine } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const EMAIL = "nina@change.example";
const PASSWORD = "a long enough password";
const NEXT = "another long password";
const LOGIN = { ...CALL, loginId: 901 };
const session = { address: "203.0.113.7", formToken: "of-the-session" };

const { db, sql } = await actingScene("DELETE FROM mailed_codes");
/** A hash that needs no work, and still is of the password and its salt. */
const deriveKey = async (password: string, salt: Uint8Array) =>
  new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(password + salt.toHex())));
/** What was counted as attempts and not given back, by login or mark. */
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

describe("a password that is changed by who is signed in", () => {
  test("takes the place of the one before; sessions end, connections where it is asked, and the login is mailed", async () => {
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

  test("needs the present one, whose wrong ones count for the session", async () => {
    expect(await change({ present: "a guess at the password" })).toEqual({ outcome: "refused" });
    expect(failed).toEqual(["of-the-session"]);
    expect(await change({ password: "short" })).toEqual({ outcome: "unfit", fault: "too_short" });
    expect(failed).toEqual(["of-the-session"]);
    expect(await signIn(PASSWORD)).toBe("signed_in");
    const limited = actingEngine(db, { deriveKey, signInLimit: { count: async () => ({ retryAfter: 60 }) } });
    const late = await valueIn(limited.engine.changePassword(LOGIN, asked()));
    expect(late).toEqual({ outcome: "too_many", retryAfter: 60 });
  });

  test("of two at once one wins; the same form sent twice is one change", async () => {
    const both = await Promise.all([
      change({ password: "the first of two" }),
      change({ password: "the second of two" }),
    ]);
    expect(both.map(({ outcome }) => outcome).toSorted()).toEqual(["changed", "refused"]);
    const [winner] = ["the first of two", "the second of two"].filter((_, index) => both[index]?.outcome === "changed");
    const twice = asked({ present: winner });
    await valueIn(engine.changePassword(LOGIN, twice));
    expect(await valueIn(engine.changePassword(LOGIN, twice))).toMatchObject({ outcome: "changed" });
    await settled();
    expect(mails.of("passwordChanged")).toHaveLength(2);
  });

  test("stays where a session or connection cannot be ended", async () => {
    const unreachable = () => Promise.reject(new Error("unreachable"));
    for (const ends of [{ endSessions: unreachable }, { endConnections: unreachable }])
      expect((await engine.changePassword(LOGIN, asked(ends))).ok).toBe(false);
    expect(await signIn(PASSWORD)).toBe("signed_in");
  });
});
