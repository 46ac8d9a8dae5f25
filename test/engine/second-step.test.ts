import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import { stepOfCode } from "../../workers/billing/engine/sign-in/one-time-codes.ts";
import { RecordedMails } from "./support/acting.ts";
import { engineAt } from "./support/engine.ts";
import { LOGINS, valueIn } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const CREDENTIALS = { email: "totp@maple.example", password: "maple-totp", address: "203.0.113.7" };
const LOGIN = { id: LOGINS.totp, email: "totp@maple.example", language: "en" };
const SIGNED_IN = { outcome: "signed_in", login: LOGIN };
const REFUSED = { outcome: "refused" };
const EXPIRED = { outcome: "expired" };
const STEP_MS = 30_000;

const { db, sql } = await seededBilling();
let now: number;
let engine: BillingSystem;
let mails: RecordedMails;
let sending: Promise<unknown>[];

beforeEach(async () => {
  now = 1_800_000_015_000;
  mails = new RecordedMails();
  sending = [];
  const waitUntil = (work: Promise<unknown>) => void sending.push(work);
  engine = engineAt(db, () => now, "UTC", { deriveKey: knownPassword, mails, waitUntil });
  await db.batch([
    db.prepare("UPDATE logins SET totp_last_step = NULL"),
    db.prepare("DELETE FROM sign_in_challenges"),
    db.prepare("DELETE FROM wrong_codes"),
  ]);
});

/** Every password is right, without the work: what a password takes is tested elsewhere. */
async function knownPassword(): Promise<Uint8Array> {
  const query = db.prepare("SELECT password_hash FROM logins WHERE id = ?").bind(LOGINS.totp);
  return Uint8Array.fromHex((await query.first<string>("password_hash")) ?? "");
}

const codeAt = (timestamp: number) => TOTP.generate({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP"), timestamp });
const send = (challenge: string, code: string) =>
  valueIn(engine.signInSecondStep({ challenge, code, address: "203.0.113.7" }));

/** Six digits that are no code of these minutes. */
function wrongCode(): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeAt(now + steps * STEP_MS));
  const wrong = Array.from({ length: 6 }, (_, digit) => String(digit).repeat(6)).find((code) => !right.includes(code));
  return wrong ?? "";
}

async function challenged(): Promise<string> {
  const signIn = await valueIn(engine.signIn(CREDENTIALS));
  if (signIn.outcome !== "second_step") throw new Error(signIn.outcome);
  return signIn.challenge;
}

// RFC 6238, appendix B; the last six of its eight digits.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i seconds the code is %s", (seconds, code) => {
  const secret = Secret.fromLatin1("12345678901234567890").base32;
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test.each([
  [-2, REFUSED],
  [-1, SIGNED_IN],
  [0, SIGNED_IN],
  [1, SIGNED_IN],
  [2, REFUSED],
])("a code %i steps off", async (steps, outcome) => {
  expect(await send(await challenged(), codeAt(now + steps * STEP_MS))).toEqual(outcome);
});

test("spaces in a code do not matter; anything else that is not six digits is refused", async () => {
  const challenge = await challenged();
  const code = codeAt(now);
  for (const bad of ["", code.slice(1), `${code}0`, `-${code.slice(1)}`]) {
    expect(await send(challenge, bad)).toEqual(REFUSED);
  }
  expect(await send(challenge, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual(SIGNED_IN);
});

describe("a code is accepted once", () => {
  test("not again with a new challenge, which still takes the next code", async () => {
    const code = codeAt(now);
    expect(await send(await challenged(), code)).toEqual(SIGNED_IN);
    const second = await challenged();
    expect(await send(second, code)).toEqual(REFUSED);
    now += STEP_MS;
    expect(await send(second, code)).toEqual(REFUSED);
    expect(await send(second, codeAt(now))).toEqual(SIGNED_IN);
  });

  test("nor one of an earlier step", async () => {
    expect(await send(await challenged(), codeAt(now + STEP_MS))).toEqual(SIGNED_IN);
    expect(await send(await challenged(), codeAt(now))).toEqual(REFUSED);
  });

  test("nor twice at once", async () => {
    const challenges = [await challenged(), await challenged(), await challenged()];
    const outcomes = await Promise.all(challenges.map((challenge) => send(challenge, codeAt(now))));
    expect(outcomes.filter(({ outcome }) => outcome === "signed_in")).toHaveLength(1);
  });
});

describe("a challenge", () => {
  test("is used once, also by two right codes at once", async () => {
    const challenge = await challenged();
    const codes = [codeAt(now - STEP_MS), codeAt(now), codeAt(now + STEP_MS)];
    const outcomes = await Promise.all(codes.map((code) => send(challenge, code)));
    expect(outcomes.filter(({ outcome }) => outcome === "signed_in")).toHaveLength(1);
    now += STEP_MS * 4;
    expect(await send(challenge, codeAt(now))).toEqual(EXPIRED);
  });

  test("is over after five minutes", async () => {
    const [first, second] = [await challenged(), await challenged()];
    now += 299_999;
    expect(await send(first, codeAt(now))).toEqual(SIGNED_IN);
    now += 1;
    expect(await send(second, codeAt(now + STEP_MS))).toEqual(EXPIRED);
  });

  test("is over after five attempts, and the last says so", async () => {
    const challenge = await challenged();
    for (let attempt = 1; attempt <= 4; attempt++) expect(await send(challenge, wrongCode())).toEqual(REFUSED);
    expect(await send(challenge, wrongCode())).toEqual(EXPIRED);
    expect(await send(challenge, codeAt(now))).toEqual(EXPIRED);
  });

  test("takes a right code at the fifth attempt", async () => {
    const challenge = await challenged();
    for (let attempt = 1; attempt <= 4; attempt++) await send(challenge, wrongCode());
    expect(await send(challenge, codeAt(now))).toEqual(SIGNED_IN);
  });

  test("has five attempts, however many come at once", async () => {
    const challenge = await challenged();
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => send(challenge, wrongCode())));
    expect(outcomes.filter(({ outcome }) => outcome === "refused")).toHaveLength(4);
    expect(await send(challenge, codeAt(now))).toEqual(EXPIRED);
  });

  test("that was never given is over", async () => {
    expect(await send("", codeAt(now))).toEqual(EXPIRED);
    expect(await send("x".repeat(43), codeAt(now))).toEqual(EXPIRED);
  });

  test("is new every time, and is not what is kept", async () => {
    const challenges = await Promise.all([challenged(), challenged(), challenged()]);
    expect(new Set(challenges).size).toBe(3);
    const results = await sql.rows("SELECT * FROM sign_in_challenges");
    expect(results).toHaveLength(3);
    for (const challenge of challenges) expect(JSON.stringify(results)).not.toContain(challenge);
  });

  test("of a login that is gone is gone with it", async () => {
    const challenge = await challenged();
    await sql.run("UPDATE sign_in_challenges SET login_id = ?", LOGINS.big);
    expect(await send(challenge, codeAt(now))).toEqual(EXPIRED);
  });

  test("that is over is cleared away with the next one", async () => {
    await challenged();
    now += 300_000;
    await challenged();
    expect(await sql.value("SELECT count(*) AS kept FROM sign_in_challenges")).toBe(1);
  });
});

describe("wrong codes in a row", () => {
  const MINUTE_MS = 60_000;
  const waitFor = (seconds: number) => ({ outcome: "too_many", retryAfter: seconds });
  /** Wrong codes, each of them looked at; a new challenge for every fifth. */
  async function wrong(times: number) {
    for (let at = 0; at < times; at += 5) {
      const challenge = await challenged();
      for (let one = at; one < Math.min(at + 5, times); one++) {
        expect((await send(challenge, wrongCode())).outcome).toMatch(/^(?:refused|expired)$/);
      }
    }
  }

  test("ten: then even a right one is not looked at for a minute, whatever the challenge", async () => {
    await wrong(10);
    const challenge = await challenged();
    expect(await send(challenge, codeAt(now))).toEqual(waitFor(60));
    now += MINUTE_MS - 1;
    expect(await send(challenge, codeAt(now))).toEqual(waitFor(1));
    now += 1;
    expect(await send(challenge, codeAt(now))).toEqual(SIGNED_IN);
  });

  test("nine: a right one ends the row", async () => {
    await wrong(9);
    expect(await send(await challenged(), codeAt(now))).toEqual(SIGNED_IN);
    now += STEP_MS;
    await wrong(9);
    expect(await send(await challenged(), codeAt(now))).toEqual(SIGNED_IN);
    await Promise.all(sending);
    expect(mails.sent).toEqual([]);
  });

  test.each([
    [10, 60],
    [11, 120],
    [20, 61_440],
    [21, 86_400],
    [1_000, 86_400],
  ])("the wait doubles, up to a day: after %i it is %i seconds", async (inRow, seconds) => {
    await sql.run("INSERT INTO wrong_codes (login_id, in_row, wait_until) VALUES (?, ?, 0)", LOGINS.totp, inRow - 1);
    await wrong(1);
    expect(await send(await challenged(), codeAt(now))).toEqual(waitFor(seconds));
  });

  test("twelve at once are ten", async () => {
    await wrong(8);
    const challenges = await Promise.all(Array.from({ length: 12 }, challenged));
    const outcomes = await Promise.all(challenges.map((challenge) => send(challenge, wrongCode())));
    expect(outcomes.filter(({ outcome }) => outcome === "refused")).toHaveLength(2);
    expect(outcomes.filter(({ outcome }) => outcome === "too_many")).toHaveLength(10);
  });

  test("are told to the login once, by mail", async () => {
    await wrong(10);
    await Promise.all(sending);
    for (let wait = MINUTE_MS; wait <= 8 * MINUTE_MS; wait *= 2) {
      now += wait;
      await wrong(1);
      await Promise.all(sending);
    }
    expect(mails.sent).toEqual([["codesGuessed", "totp@maple.example", "en", { at: 1_800_000_015_000 }]]);
  });

  // Whether both codes find the challenge open is up to the scheduler: where they do not, there is no tenth to count.
  test("are told once where the tenth came for a challenge that another code had just used up", {
    retry: 3,
  }, async () => {
    await wrong(4);
    const second = await challenged();
    for (let attempt = 1; attempt <= 4; attempt++) expect(await send(second, wrongCode())).toEqual(REFUSED);
    expect(await Promise.all([send(second, wrongCode()), send(second, wrongCode())])).toEqual([EXPIRED, EXPIRED]);
    await Promise.all(sending);
    for (let wait = MINUTE_MS; wait <= 8 * MINUTE_MS; wait *= 2) {
      now += wait;
      await wrong(1);
      await Promise.all(sending);
    }
    expect(mails.sent).toEqual([["codesGuessed", "totp@maple.example", "en", { at: 1_800_000_015_000 }]]);
  });

  test("are told with the next one where the mail was not taken", async () => {
    mails.fails = true;
    await wrong(10);
    await Promise.all(sending);
    mails.fails = false;
    for (let wait = MINUTE_MS; wait <= 4 * MINUTE_MS; wait *= 2) {
      now += wait;
      await wrong(1);
      await Promise.all(sending);
      expect(mails.sent).toHaveLength(1);
    }
  });

  test("a mail that cannot be sent changes no answer", async () => {
    mails.fails = true;
    await wrong(10);
    await Promise.all(sending);
    mails.isOn = false;
    expect(await send(await challenged(), codeAt(now))).toEqual(waitFor(60));
  });
});

test("attempts at codes are counted by the challenge's login, whatever its name, and given back when right", async () => {
  const counted: string[] = [];
  const signInLimit = {
    count: async (email: string | null, address: string) => {
      counted.push(`${email} ${address}`);
      return { giveBack: async () => void counted.push("given back") };
    },
  };
  const limited = engineAt(db, () => now, "UTC", { deriveKey: knownPassword, signInLimit });
  const challenge = await challenged();
  const address = "203.0.113.7";
  await limited.signInSecondStep({ challenge, code: wrongCode(), address });
  await limited.signInSecondStep({ challenge, code: codeAt(now), address });
  await limited.signInSecondStep({ challenge: "", code: codeAt(now), address });
  expect(counted).toEqual([
    "totp@maple.example 203.0.113.7",
    "totp@maple.example 203.0.113.7",
    "given back",
    "null 203.0.113.7",
  ]);
});
