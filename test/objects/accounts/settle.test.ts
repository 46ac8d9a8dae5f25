import { beforeEach, expect, test, vi } from "vitest";
import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import { carryOutInstructions } from "../../../workers/account/stuck-writes/carry-out-instructions.ts";
import { SettleInstructions } from "../../../workers/account/stuck-writes/settle-instructions.ts";
import { StuckWrites } from "../../../workers/account/stuck-writes/stuck-writes.ts";
import {
  account,
  accountStub,
  ageJournal,
  answerUnder,
  audit,
  eachWithNewAccount,
  isReplayed,
  renew,
  runAlarm,
} from "../support/account-api.ts";
import { control, now } from "../support/account-world.ts";
import { bindings } from "../support/bindings.ts";
import { script } from "../support/scripted-billing.ts";

eachWithNewAccount();

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const db = bindings.INDEX;
const instructions = new SettleInstructions(db, "shop");
const stuckWrites = new StuckWrites(db, "shop");
beforeEach(async () => {
  await db.exec("DELETE FROM settle_instructions; DELETE FROM settled_actions;");
});

/** Returns the rows of the test account in the operator's list. */
async function listed() {
  const { results } = await db.prepare("SELECT * FROM stuck_actions WHERE account_id = ?").bind(account).all();
  return results;
}
const isListed = (rows: number) =>
  vi.waitFor(async () => expect(await listed()).toHaveLength(rows), { timeout: 15_000 });

/** Stores an instruction as the operator's command does. */
async function instruct(outcome: "done" | "nothing", orderId: number | null = null, reference = script.asked[0]) {
  await db
    .prepare(
      `INSERT INTO settle_instructions (billing_system, account_id, reference, outcome, order_id, because, asked_at)
       VALUES ('shop', ?, ?, ?, ?, 'looked it up', ?)`,
    )
    .bind(account, reference, outcome, orderId, now())
    .run();
}

/** Carries out the instructions once, as the account Worker does every minute. */
async function runMinute(): Promise<void> {
  const accountOf = (id: number) => accountStub(id) as unknown as AccountPort;
  await carryOutInstructions({ instructions, accountOf, billing: bindings.BILLING, now }, "run");
}

/** Returns the result of the newest instruction for the test account. */
async function outcome() {
  const query = `SELECT state, result, done_at, told_at FROM settle_instructions LEFT JOIN settled_actions ON instruction_id = id
    WHERE account_id = ? ORDER BY id DESC`;
  type Outcome = { state: string; result: string; done_at: number | null; told_at: number | null };
  return db.prepare(query).bind(account).first<Outcome>();
}

async function settle(...told: Parameters<typeof instruct>) {
  await instruct(...told);
  await runMinute();
  return outcome();
}

/** Leaves a renewal stuck because the billing system finds several outcomes. */
async function stuckAsSeveral(): Promise<void> {
  Object.assign(script, { moods: ["silent"], finds: "several" });
  expect((await renew("key")).status).toBe(503);
  await ageJournal(HOUR);
  await runAlarm();
  await isListed(1);
}

test("the list shows account, operation, target, reason and age of each stuck action, and no sent data", async () => {
  await stuckAsSeveral();
  expect(await listed()).toEqual([
    {
      ...{
        billing_system: "shop",
        account_id: account,
        reference: script.asked[0],
        login_id: 11,
        operation: "renewDomain",
      },
      ...{ target: "domain:studio-ana.ca", state: "STUCK", reason: "ambiguous" },
      ...{ sent_at: expect.any(Number), since: expect.any(Number), seen_at: expect.any(Number) },
    },
  ]);
  script.finds = "the truth";
  await answerUnder("key");
  await isListed(0);
});

test("a lost row returns with the daily alert, and a row whose removal failed is deleted after a few days", async () => {
  await stuckAsSeveral();
  await db.prepare("DELETE FROM stuck_actions").run();
  control.shift += DAY + 60_000;
  await runAlarm();
  await isListed(1);
  await stuckWrites.purge(now() + 2 * DAY);
  expect(await listed()).toHaveLength(1);
  await stuckWrites.purge(now() + 4 * DAY);
  expect(await listed()).toEqual([]);
});

test("after the instruction “done”, a request with the key gets 409 with the order number, and blocked commands continue", async () => {
  await stuckAsSeveral();
  const waiting = renew("other");
  expect(await settle("done", 7001)).toEqual({
    state: "carried_out",
    result: expect.stringContaining("it was done, as order 7001"),
    done_at: expect.any(Number),
    told_at: expect.any(Number),
  });
  const answer = await renew("key");
  expect([answer.status, isReplayed(answer)]).toEqual([409, true]);
  expect(await answer.json()).toMatchObject({ code: "refused", detail: expect.stringContaining("as order 7001") });
  expect((await waiting).status, "the blocked command").toBe(201);
  const [, settled] = await audit("renewDomain");
  expect(settled).toMatchObject({ outcome: "succeeded", status: 201, code: "settled_by_provider" });
  await isListed(0);
  expect(script.asked, "nothing was sent again").toHaveLength(2);
});

test("an instruction is retried every minute for an hour while the billing system does not respond", async () => {
  await stuckAsSeveral();
  script.findsNothing = true;
  expect(await settle("nothing")).toMatchObject({ state: "asked", result: expect.stringContaining("did not answer") });
  await runMinute();
  expect(await outcome()).toMatchObject({ state: "asked" });
  control.shift += HOUR;
  await runMinute();
  expect(await outcome()).toMatchObject({ state: "refused", result: expect.stringContaining("for an hour") });
  expect((await renew("key")).headers.get("Retry-After")).toBe("300");
});

test("an instruction that ran twice because its result was not recorded has the same result", async () => {
  await stuckAsSeveral();
  await settle("done", 7001);
  const detailNow = async () => ((await (await renew("key")).json()) as { detail: string }).detail;
  const detail = await detailNow();
  await db.prepare("UPDATE settle_instructions SET state = 'asked' WHERE account_id = ?").bind(account).run();
  await runMinute();
  expect(await outcome()).toMatchObject({ state: "carried_out", result: expect.stringContaining("as order 7001") });
  expect(await detailNow()).toBe(detail);
});

test("the billing system receives a settlement once it is reachable", async () => {
  await stuckAsSeveral();
  script.findsNothing = true;
  await settle("done", 7001);
  expect(script.settled, "not carried out yet").toEqual([]);
  script.findsNothing = false;
  script.hearsNothing = true;
  await runMinute();
  expect(await outcome()).toMatchObject({ state: "carried_out", told_at: null });
  script.hearsNothing = false;
  for (let minute = 0; minute < 3; minute++) await runMinute();
  const about = { operation: "renewDomain", target: "domain:studio-ana.ca" };
  expect(script.settled).toEqual([{ ...about, reference: script.asked[0], outcome: "done", orderId: 7001 }]);
  expect(await outcome()).toMatchObject({ told_at: expect.any(Number) });
});

test("the billing system does not receive a refused instruction", async () => {
  await stuckAsSeveral();
  expect(await settle("nothing", null, "of-nobody")).toMatchObject({ state: "refused" });
  await runMinute();
  expect(script.settled).toEqual([]);
});
