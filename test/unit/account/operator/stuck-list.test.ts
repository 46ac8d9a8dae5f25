import { expect, test } from "vitest";
import { StuckList } from "../../../../workers/account/operator/stuck-list.ts";
import { sqliteD1 } from "../../../engine/support/sqlite-d1.ts";
import { Migrations } from "../../../support/migrations.ts";

const REFERENCE = "--begins-with-dashes.mws4w580";
const NOW = Date.parse("2026-11-22T17:00:00Z");
const DAY = 86_400_000;
const PLACE = { account: 1001, reference: REFERENCE, installation: null };
const SCHEMA = new Migrations("workers/account/migrations").all.flatMap(({ statements }) => statements).join(";\n");

/** The list with a stuck action of that reference in each billing system. */
async function listWith(...installations: string[]) {
  const db = sqliteD1(SCHEMA);
  for (const installation of installations) {
    await db
      .prepare(
        "INSERT INTO stuck_actions VALUES (?, 1001, ?, 11, 'renewDomain', 'domain:ana.dev', 'STUCK', 'late', ?, ?, ?)",
      )
      .bind(installation, REFERENCE, NOW - 3 * DAY, NOW - 2 * DAY, NOW)
      .run();
  }
  return { db, list: new StuckList(db, () => NOW) };
}
const done = { ...PLACE, outcome: "done" as const, order: 7001, because: "it's; 'there' – é" };

test("an instruction is written once, as it was said, for what is stuck alone", async () => {
  const { list } = await listWith("");
  expect(await list.settle(done)).toMatchObject({ isDone: true, text: expect.stringContaining("as order 7001") });
  expect(await list.settle(done), "one at a time").toMatchObject({
    isDone: false,
    text: expect.stringContaining("on its way"),
  });
  for (const other of [{ installation: "other" }, { reference: "x' OR 1 --" }, { account: 1002 }]) {
    expect(await list.settle({ ...done, ...other })).toMatchObject({
      isDone: false,
      text: expect.stringContaining("no stuck action"),
    });
  }
  const { stuck, instructions } = await list.action(PLACE);
  expect(stuck).toMatchObject([{ account: 1001, stuckSince: "2026-11-20T17:00:00Z", instruction: "asked" }]);
  expect(instructions).toEqual([
    {
      ...{ askedAt: "2026-11-22T17:00:00Z", installation: "", outcome: "done", order: 7001, state: "asked" },
      ...{ because: "it's; 'there' – é", result: null, billingWasTold: true },
    },
  ]);
});

test("an order that was named for another action is taken, unless it was named in vain or is another billing system's", async () => {
  const { db, list } = await listWith("", "other");
  await db
    .prepare(
      "INSERT INTO stuck_actions SELECT '', 1001, 'second.ref', 11, operation, target, state, reason, 1, 2, 3 FROM stuck_actions WHERE installation = ''",
    )
    .run();
  expect(await list.settle({ ...done, installation: "" })).toMatchObject({ isDone: true });
  const second = { ...done, reference: "second.ref" };
  expect((await list.settle(second)).text).toContain(`account 1001, reference ${REFERENCE}`);
  expect(await list.settle({ ...done, installation: "other" })).toMatchObject({ isDone: true });
  await db.prepare("UPDATE settle_instructions SET state = 'refused'").run();
  expect(await list.settle(second)).toMatchObject({ isDone: true });
});

test("where several billing systems have the action, it asks which, and writes nothing meanwhile", async () => {
  const { list } = await listWith("", "other");
  expect(await list.settle(done)).toEqual({
    isDone: false,
    text: 'Several billing systems have this: say which installation, "" or other.',
  });
  expect((await list.action(PLACE)).instructions).toEqual([]);
  expect(await list.settle({ ...done, installation: "other" })).toMatchObject({ isDone: true });
});

test("what is stuck is listed the longest first, and what ended is still shown with what was said of it", async () => {
  const { db, list } = await listWith("");
  await list.settle(done);
  expect(await list.all()).toMatchObject([{ reference: REFERENCE, reason: "late" }]);
  await db.prepare("DELETE FROM stuck_actions").run();
  expect(await list.action(PLACE)).toMatchObject({ stuck: [], instructions: [{ outcome: "done" }] });
});
