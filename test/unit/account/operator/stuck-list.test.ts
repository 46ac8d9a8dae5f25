import { expect, test } from "vitest";
import { stuckList } from "../../../../workers/account/operator/stuck-list.ts";
import { sqliteD1 } from "../../../engine/support/sqlite-d1.ts";
import { Migrations } from "../../../support/migrations.ts";

const REFERENCE = "--begins-with-dashes.mws4w580";
const NOW = Date.parse("2026-11-22T17:00:00Z");
const DAY = 86_400_000;
const PLACE = { account: 1001, reference: REFERENCE };
const SCHEMA = new Migrations("workers/account/migrations").all.flatMap(({ statements }) => statements).join(";\n");

/** Creates the list with one stuck action in each billing system, all with the same reference. */
async function listWith(...billingSystems: string[]) {
  const db = sqliteD1(SCHEMA);
  for (const billingSystem of billingSystems) {
    await db
      .prepare(
        "INSERT INTO stuck_actions VALUES (?, 1001, ?, 11, 'renewDomain', 'domain:ana.dev', 'STUCK', 'late', ?, ?, ?)",
      )
      .bind(billingSystem, REFERENCE, NOW - 3 * DAY, NOW - 2 * DAY, NOW)
      .run();
  }
  return { db, list: stuckList(db, "shop", () => NOW) };
}
const done = { ...PLACE, outcome: "done" as const, order: 7001, because: "it's; 'there' – é" };

test("an instruction is stored once, unchanged, and only for a stuck action", async () => {
  const { list } = await listWith("shop");
  expect(await list.settle(done)).toMatchObject({ isDone: true, text: expect.stringContaining("as order 7001") });
  expect(await list.settle(done), "one at a time").toMatchObject({
    isDone: false,
    text: expect.stringContaining("already being carried out"),
  });
  for (const other of [{ reference: "x' OR 1 --" }, { account: 1002 }]) {
    expect(await list.settle({ ...done, ...other })).toMatchObject({
      isDone: false,
      text: expect.stringContaining("no stuck action"),
    });
  }
  const { stuck, instructions } = await list.action(PLACE);
  expect(stuck).toMatchObject([{ account: 1001, stuckSince: "2026-11-20T17:00:00Z", instruction: "asked" }]);
  expect(instructions).toEqual([
    {
      ...{ askedAt: "2026-11-22T17:00:00Z", outcome: "done", order: 7001, state: "asked" },
      ...{ because: "it's; 'there' – é", result: null, billingWasTold: true },
    },
  ]);
});

test("an order that an instruction assigned to another action is refused, unless that instruction failed", async () => {
  const { db, list } = await listWith("shop", "other");
  await db
    .prepare(
      "INSERT INTO stuck_actions SELECT 'shop', 1001, 'second.ref', 11, operation, target, state, reason, 1, 2, 3 FROM stuck_actions WHERE billing_system = 'shop'",
    )
    .run();
  expect(await list.settle(done)).toMatchObject({ isDone: true });
  const second = { ...done, reference: "second.ref" };
  expect((await list.settle(second)).text).toContain(`account 1001, reference ${REFERENCE}`);
  await db.prepare("UPDATE settle_instructions SET state = 'refused'").run();
  expect(await list.settle(second)).toMatchObject({ isDone: true });
});

test("an action of a former billing system is neither listed nor settled", async () => {
  const { list } = await listWith("other");
  expect(await list.stuck()).toEqual([]);
  expect(await list.settle(done)).toMatchObject({ isDone: false, text: expect.stringContaining("no stuck action") });
});

test("the action that has been stuck longest comes first, and ended actions keep their instruction", async () => {
  const { db, list } = await listWith("shop");
  await list.settle(done);
  expect(await list.stuck()).toMatchObject([{ reference: REFERENCE, reason: "late" }]);
  await db.prepare("DELETE FROM stuck_actions").run();
  expect(await list.action(PLACE)).toMatchObject({ stuck: [], instructions: [{ outcome: "done" }] });
});
