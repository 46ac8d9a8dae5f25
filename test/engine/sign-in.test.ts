import { describe, expect, test } from "vitest";
import { deriveByScrypt, NO_PASSWORD } from "../../workers/billing/engine/sign-in/password.ts";
import { CALL } from "../billing-contract/questions.ts";
import { quickPasswords } from "../support/quick-passwords.ts";
import { engineAt } from "./support/engine.ts";
import { loggedErrors } from "./support/scene.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const REFUSED = { ok: true, value: { outcome: "refused" } };
const QUICK = { cost: 2, blockSize: 1, parallelism: 1 };

const { db } = await seededBilling();
await db.batch(quickPasswords(db));
/** An engine with a password derivation that costs little. */
const quick = engineAt(db, Date.now(), "UTC", { deriveKey: (password, salt) => deriveByScrypt(password, salt, QUICK) });

let callers = 0;
/** Signs in, each time from a new network address. */
const signIn = (email: string, password: string, engine = quick) =>
  engine.signIn(CALL, { email, password, address: `198.51.100.${++callers}`, marks: [] });

test("the e-mail address is not case-sensitive", async () => {
  expect(await signIn("Owner@MAPLE.example", "maple-owner")).toMatchObject({
    value: { outcome: "signed_in", login: { email: "owner@maple.example" } },
  });
});

test.each([
  ["the password in another case", "owner@maple.example", "Maple-owner"],
  ["no password", "owner@maple.example", ""],
  ["a space after the password", "owner@maple.example", "maple-owner "],
  ["a very long password", "owner@maple.example", "x".repeat(100_000)],
  ["no login", "", ""],
  ["a pattern", "%@maple.example", "maple-owner"],
  ["a piece of SQL", "' OR 1=1 --", "maple-owner"],
  ["a wrong password on a login with a second step", "totp@maple.example", "maple-owner"],
])("%s gets the same refusal", async (_, email, password) => {
  expect(await signIn(email, password)).toEqual(REFUSED);
});

test("a password gives the same key in composed and decomposed Unicode", async () => {
  const [composed, decomposed] = await Promise.all(
    ["caf\u00E9", "cafe\u0301"].map((password) => deriveByScrypt(password, new Uint8Array(16), QUICK)),
  );
  expect(composed).toEqual(decomposed);
});

test("the derivation is scrypt and reproduces the test vector in RFC 7914 §12", async () => {
  const salt = new TextEncoder().encode("SodiumChloride");
  const key = await deriveByScrypt("pleaseletmein", salt, { cost: 16_384, blockSize: 8, parallelism: 1 });
  expect(new Uint8Array(key).toHex()).toBe("7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2");
});

test("an unknown login costs the same work as a known one, and is refused even if its placeholder hash matches", async () => {
  const { db: seeded } = await seededBilling();
  const work: object[] = [];
  const counted = engineAt(seeded, Date.now(), "UTC", {
    deriveKey: async (_, salt, { cost, blockSize, parallelism }) => {
      work.push({ cost, blockSize, parallelism, saltBytes: salt.length });
      return NO_PASSWORD.hash;
    },
  });
  expect(await signIn("owner@maple.example", "wrong", counted)).toEqual(REFUSED);
  expect(await signIn("nobody@maple.example", "wrong", counted)).toEqual(REFUSED);
  expect(work).toEqual(Array(2).fill({ cost: 16_384, blockSize: 8, parallelism: 5, saltBytes: 16 }));
});

describe("a failure", () => {
  const lines = loggedErrors();

  test("reveals nothing about the input", async () => {
    const engine = engineAt(db, Date.now(), "UTC", {
      deriveKey: () => Promise.reject(new RangeError("out of memory at maple-owner\n for owner@maple.example")),
    });
    const credentials = { email: "owner@maple.example", password: "maple-owner", address: "unknown", marks: [] };
    const result = await engine.signIn({ requestId: "r-1" }, credentials);
    expect(result).toEqual({ ok: false, problem: { code: "billing_unavailable", retryAfter: 5 } });
    const cause = { name: "RangeError", where: expect.stringContaining("sign-in.test.ts") };
    expect(lines).toEqual([{ event: "billing_failed", request_id: "r-1", method: "signIn", cause }]);
    expect(JSON.stringify(lines)).not.toMatch(/memory|maple/);
  });
});
