import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { stepOfCode } from "../../workers/billing/engine/sign-in/second-step.ts";
import { CALL, LOGINS, valueIn } from "../billing-contract/questions.ts";
import { actingEngine, MINUTE_MS } from "./support/acting.ts";
import { actingScene } from "./support/scene.ts";

const address = "203.0.113.7";
const CREDENTIALS = { email: "totp@maple.example", password: "maple-totp", address };
const SIGNED_IN = {
  outcome: "signed_in",
  login: { id: LOGINS.totp, email: "totp@maple.example", language: "en" },
  mark: "mark",
};
const REFUSED = { outcome: "refused" };
const EXPIRED = { outcome: "expired" };
const STEP_MS = 30_000;

const { db, sql } = await actingScene(
  "UPDATE logins SET totp_last_step = NULL",
  "DELETE FROM sign_in_challenges",
  "UPDATE logins SET wrong_codes = 0, codes_wait_until = 0, codes_told_at = NULL",
);
/** Derives a key that matches every password, at no cost. Other files test passwords. */
const deriveKey = async () => {
  const hash = await sql.value<string>("SELECT password_hash FROM logins WHERE id = ?", LOGINS.totp);
  return Uint8Array.fromHex(hash ?? "");
};
const { engine, mails, at, settled, renew } = actingEngine(db, { deriveKey });
const START = 1_800_000_015_000;
beforeEach(async () => {
  await renew();
  at.now = START;
});

const codeAt = (timestamp: number) => TOTP.generate({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP"), timestamp });
const send = (challenge: string, code: string, to = engine) =>
  valueIn(to.signInSecondStep(CALL, { challenge, code, address, marks: [] }));

/** Returns six digits that are not a code of the current step or of two steps before or after it. */
function wrongCode(): string {
  const right = [-2, -1, 0, 1, 2].map((steps) => codeAt(at.now + steps * STEP_MS));
  const wrong = Array.from({ length: 6 }, (_, digit) => String(digit).repeat(6)).find((code) => !right.includes(code));
  return wrong ?? "";
}

async function challenged(): Promise<string> {
  const signIn = await valueIn(engine.signIn(CALL, { ...CREDENTIALS, marks: [] }));
  if (signIn.outcome !== "second_step") throw new Error(signIn.outcome);
  return signIn.challenge;
}

/** Sends wrong codes for one challenge, and expects a refusal for each. */
async function refused(challenge: string, times: number): Promise<void> {
  for (let time = 1; time <= times; time++) expect(await send(challenge, wrongCode())).toEqual(REFUSED);
}

// The vectors are from RFC 6238, appendix B. A code here is the last six of their eight digits.
test.each([
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
])("at %i seconds, the code is %s", (seconds, code) => {
  const secret = Secret.fromLatin1("12345678901234567890").base32;
  expect(stepOfCode(secret, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test.each([
  [-2, REFUSED],
  [-1, SIGNED_IN],
  [0, SIGNED_IN],
  [1, SIGNED_IN],
  [2, REFUSED],
])("a code that is %i steps off is accepted only within one step", async (steps, outcome) => {
  expect(await send(await challenged(), codeAt(at.now + steps * STEP_MS))).toEqual(outcome);
});

test("a code may contain spaces; anything other than six digits is refused", async () => {
  const challenge = await challenged();
  const code = codeAt(at.now);
  for (const bad of ["", code.slice(1), `${code}0`, `-${code.slice(1)}`]) {
    expect(await send(challenge, bad)).toEqual(REFUSED);
  }
  expect(await send(challenge, `${code.slice(0, 3)} ${code.slice(3)}`)).toEqual(SIGNED_IN);
});

describe("an accepted code", () => {
  test("is refused for a new challenge, which accepts the next code", async () => {
    const code = codeAt(at.now);
    expect(await send(await challenged(), code)).toEqual(SIGNED_IN);
    const second = await challenged();
    expect(await send(second, code)).toEqual(REFUSED);
    at.now += STEP_MS;
    expect(await send(second, code)).toEqual(REFUSED);
    expect(await send(second, codeAt(at.now))).toEqual(SIGNED_IN);
  });

  test("makes the codes of earlier steps invalid", async () => {
    expect(await send(await challenged(), codeAt(at.now + STEP_MS))).toEqual(SIGNED_IN);
    expect(await send(await challenged(), codeAt(at.now))).toEqual(REFUSED);
  });

  test("is accepted for only one of several simultaneous challenges", async () => {
    const challenges = [await challenged(), await challenged(), await challenged()];
    const outcomes = await Promise.all(challenges.map((challenge) => send(challenge, codeAt(at.now))));
    expect(outcomes.filter(({ outcome }) => outcome === "signed_in")).toHaveLength(1);
  });
});

describe("a challenge", () => {
  test("is used once, even by several valid codes at the same time", async () => {
    const challenge = await challenged();
    const codes = [codeAt(at.now - STEP_MS), codeAt(at.now), codeAt(at.now + STEP_MS)];
    const outcomes = await Promise.all(codes.map((code) => send(challenge, code)));
    expect(outcomes.filter(({ outcome }) => outcome === "signed_in")).toHaveLength(1);
    at.now += STEP_MS * 4;
    expect(await send(challenge, codeAt(at.now))).toEqual(EXPIRED);
  });

  test("expires after five minutes", async () => {
    const [first, second] = [await challenged(), await challenged()];
    at.now += 299_999;
    expect(await send(first, codeAt(at.now))).toEqual(SIGNED_IN);
    at.now += 1;
    expect(await send(second, codeAt(at.now + STEP_MS))).toEqual(EXPIRED);
  });

  test("expires with the fifth wrong code, and the result says so", async () => {
    const challenge = await challenged();
    await refused(challenge, 4);
    expect(await send(challenge, wrongCode())).toEqual(EXPIRED);
    expect(await send(challenge, codeAt(at.now))).toEqual(EXPIRED);
  });

  test("accepts a valid code at the fifth attempt", async () => {
    const challenge = await challenged();
    await refused(challenge, 4);
    expect(await send(challenge, codeAt(at.now))).toEqual(SIGNED_IN);
  });

  test("has five attempts, however many arrive at the same time", async () => {
    const challenge = await challenged();
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => send(challenge, wrongCode())));
    expect(outcomes.filter(({ outcome }) => outcome === "refused")).toHaveLength(4);
    expect(await send(challenge, codeAt(at.now))).toEqual(EXPIRED);
  });

  test.each(["", "x".repeat(43)])("is treated as expired if it was never issued: %j", async (challenge) => {
    expect(await send(challenge, codeAt(at.now))).toEqual(EXPIRED);
  });

  test("is new each time, and is not stored in clear text", async () => {
    const challenges = await Promise.all([challenged(), challenged(), challenged()]);
    expect(new Set(challenges).size).toBe(3);
    const results = await sql.rows("SELECT * FROM sign_in_challenges");
    expect(results).toHaveLength(3);
    for (const challenge of challenges) expect(JSON.stringify(results)).not.toContain(challenge);
  });

  test("is treated as expired if its login has no second step", async () => {
    const challenge = await challenged();
    await sql.run("UPDATE sign_in_challenges SET login_id = ?", LOGINS.big);
    expect(await send(challenge, codeAt(at.now))).toEqual(EXPIRED);
  });

  test("is deleted after it has expired, when the next one is created", async () => {
    await challenged();
    at.now += 300_000;
    await challenged();
    expect(await sql.count("sign_in_challenges")).toBe(1);
  });
});

describe("wrong codes in a row", () => {
  const waitFor = (seconds: number) => ({ outcome: "too_many", retryAfter: seconds });
  const MAIL = ["codesGuessed", "totp@maple.example", "en", { at: START }];
  /** Sends wrong codes, and expects that the engine checks each of them. A challenge is used for five codes. */
  async function wrong(times: number): Promise<void> {
    for (let before = 0; before < times; before += 5) {
      const challenge = await challenged();
      for (let one = before; one < Math.min(before + 5, times); one++) {
        expect((await send(challenge, wrongCode())).outcome).toMatch(/^(?:refused|expired)$/);
      }
    }
    await settled();
  }
  /** Sends wrong codes, each at the end of a wait. Each wait is twice as long as the previous one. */
  async function wrongAfterWaits(times: number): Promise<void> {
    for (let time = 0; time < times; time++) {
      at.now += MINUTE_MS * 2 ** time;
      await wrong(1);
    }
  }

  test("block even a valid code for a minute after the tenth, for any challenge", async () => {
    await wrong(10);
    const challenge = await challenged();
    expect(await send(challenge, codeAt(at.now))).toEqual(waitFor(60));
    at.now += MINUTE_MS - 1;
    expect(await send(challenge, codeAt(at.now))).toEqual(waitFor(1));
    at.now += 1;
    expect(await send(challenge, codeAt(at.now))).toEqual(SIGNED_IN);
  });

  test("are counted from zero again after a valid code", async () => {
    await wrong(9);
    expect(await send(await challenged(), codeAt(at.now))).toEqual(SIGNED_IN);
    at.now += STEP_MS;
    await wrong(9);
    expect(await send(await challenged(), codeAt(at.now))).toEqual(SIGNED_IN);
    expect(mails.sent).toEqual([]);
  });

  test.each([
    [10, 60],
    [11, 120],
    [20, 61_440],
    [21, 86_400],
    [1_000, 86_400],
  ])("double the wait each time, up to a day: %i wrong codes cause %i seconds", async (inRow, seconds) => {
    await sql.run("UPDATE logins SET wrong_codes = ? WHERE id = ?", inRow - 1, LOGINS.totp);
    await wrong(1);
    expect(await send(await challenged(), codeAt(at.now))).toEqual(waitFor(seconds));
  });

  test("are checked only up to the tenth, even if twelve arrive at the same time", async () => {
    await wrong(8);
    const challenges = await Promise.all(Array.from({ length: 12 }, challenged));
    const outcomes = await Promise.all(challenges.map((challenge) => send(challenge, wrongCode())));
    expect(outcomes.filter(({ outcome }) => outcome === "refused")).toHaveLength(2);
    expect(outcomes.filter(({ outcome }) => outcome === "too_many")).toHaveLength(10);
  });

  test("cause one e-mail to the login", async () => {
    await wrong(10);
    await wrongAfterWaits(4);
    expect(mails.sent).toEqual([MAIL]);
  });

  test("cause one e-mail even if the tenth is for a challenge whose attempts another code has just used up", async () => {
    await wrong(4);
    const challenge = await challenged();
    await refused(challenge, 4);
    // The engine counts an attempt after it finds the challenge and before it uses one of the challenge's attempts.
    let arrived = 0;
    const met = Promise.withResolvers<void>();
    const meet = () => {
      if (++arrived === 2) met.resolve();
      return met.promise;
    };
    const signInLimit = { count: () => meet().then(() => ({ giveBack: async () => {} })) };
    const meeting = actingEngine(db, { deriveKey, mails, signInLimit });
    meeting.at.now = at.now;
    const both = [1, 2].map(() => send(challenge, wrongCode(), meeting.engine));
    expect(await Promise.all(both)).toEqual([EXPIRED, EXPIRED]);
    await meeting.settled();
    await wrongAfterWaits(4);
    expect(mails.sent).toEqual([MAIL]);
  });

  test("cause one e-mail with the next wrong code if the first e-mail failed", async () => {
    mails.fails = true;
    await wrong(10);
    mails.fails = false;
    for (const wait of [1, 2, 4]) {
      at.now += wait * MINUTE_MS;
      await wrong(1);
      expect(mails.sent).toHaveLength(1);
    }
  });

  test("have the same results if the e-mail fails", async () => {
    mails.fails = true;
    await wrong(10);
    mails.isOn = false;
    expect(await send(await challenged(), codeAt(at.now))).toEqual(waitFor(60));
  });
});

test("code attempts are counted for the challenge's login, and a valid code is not counted", async () => {
  const counted: string[] = [];
  const signInLimit = {
    count: async (login: { email: string } | null, from: string) => {
      counted.push(`${login?.email} ${from}`);
      return { giveBack: async () => void counted.push("given back") };
    },
  };
  const limited = actingEngine(db, { deriveKey, signInLimit });
  limited.at.now = at.now;
  const challenge = await challenged();
  await send(challenge, wrongCode(), limited.engine);
  await send(challenge, codeAt(at.now), limited.engine);
  await send("", codeAt(at.now), limited.engine);
  const ofLogin = `totp@maple.example ${address}`;
  expect(counted).toEqual([ofLogin, ofLogin, "given back", `undefined ${address}`]);
});
