import { expect, test } from "vitest";
import { Erasures } from "../../../workers/operator/erasures/erasures.ts";
import { migratedDatabase } from "../../engine/support/seeded-billing.ts";

const MINUTE = 60_000;
const PLACES = { connections: [], accounts: [], applications: [] } as never;

test("an erasure under way that is begun anew cannot be called off: part of it is done", async () => {
  let now = Date.parse("2026-11-23T03:00:00Z");
  const erasures = new Erasures(migratedDatabase("workers/operator/migrations"), "shop", () => now);
  const ask = async (id: number) => (await erasures.ask({ kind: "login", id }, PLACES, 0)) ?? "";
  const [underWay, done] = [await ask(11), await ask(12)];
  const step = { note: "", places: PLACES, isInPart: false };
  await erasures.advance({ ...step, id: underWay, state: "objects" });
  await erasures.advance({ ...step, id: done, state: "done" });
  now += MINUTE;
  await erasures.again(await erasures.repeatable(null), 10 * MINUTE);
  expect((await erasures.due(9)).map(({ id }) => id)).toEqual([underWay]);
  expect([await erasures.callOff(underWay, false), await erasures.callOff(done, false)]).toEqual([false, true]);
  expect((await erasures.repeatable(null)).map(({ id }) => id).sort()).toEqual([underWay, done].sort());
});
