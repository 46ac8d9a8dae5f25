import { expect, test } from "vitest";
import { act, answerUnder, audit, eachWithNewAccount, isReplayed, renew } from "../support/account-api.ts";
import { control } from "../support/account-world.ts";
import type { CrashPoint } from "../support/crash-points.ts";
import { type Mood, script } from "../support/scripted-billing.ts";

eachWithNewAccount();

/** Whether the action can have been done, must have been, or cannot. */
const POINTS: [CrashPoint, "done" | "not done" | "either"][] = [
  ["as it is claimed", "not done"],
  ["while preparing", "not done"],
  ["as it is sent", "either"],
  ["in flight", "either"],
  ["answered, not written", "done"],
  ["written, not returned", "done"],
  ["while searching", "done"],
  ["found, not written", "done"],
];
const MOODS: Mood[] = ["well", { late: 30 }, "silent"];
const SEARCHED: CrashPoint[] = ["while searching", "found, not written"];

const CASES = POINTS.flatMap(([point, expected]) =>
  MOODS.filter((mood) =>
    SEARCHED.includes(point) ? mood === "silent" : mood !== "silent" || point === "in flight",
  ).map((mood) => ({ point, expected, mood })),
);

test.each(CASES)("stopped $point ($mood): done at most once, and settled", async ({ point, expected, mood }) => {
  const before = control.crashes;
  script.moods = [mood];
  control.crash = point;

  const first = await renew("key");
  const isSettled = ({ status, headers }: Response) => status !== 503 && headers.get("Retry-After") === null;
  const settled = await answerUnder("key", isSettled);
  expect(control.crashes, "the object was stopped").toBe(before + 1);

  // Of one key comes one action, whatever was answered when.
  expect(script.done).toHaveLength(settled.status === 201 ? 1 : 0);
  if (settled.status !== 201) expect(await settled.json()).toMatchObject({ code: "refused" });
  if (expected === "done") expect(script.done).toHaveLength(1);
  // What was not sent left its key free: the repetition did it.
  if (expected === "not done") expect(settled.status).toBe(201);
  if (first.status === 201) expect(settled.status).toBe(201);

  // And it stays so.
  const again = await renew("key");
  expect(again.status).toBe(settled.status);
  expect(isReplayed(again)).toBe(true);
  expect(script.done).toHaveLength(settled.status === 201 ? 1 : 0);
});

test("an action that was stopped before it was sent is closed in the log, and its key is free", async () => {
  const order = () => act("/account/orders/plan", { plan: "web-start" }, { key: "key" });
  control.crash = "while preparing";
  expect((await order()).status).toBe(503);
  expect(await audit("orderPlan")).toMatchObject([{ outcome: "failed", status: 503, target: "plan:web-start" }]);
  expect((await order()).status).toBe(201);
  expect(await audit("orderPlan")).toMatchObject([{ outcome: "succeeded", status: 201 }, { outcome: "failed" }]);
});
