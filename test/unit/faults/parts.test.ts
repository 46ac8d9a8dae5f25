import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Parts, readParts, runParts, sumOf } from "../../system/faults/parts.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "parts-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

const begun: Parts<{ kills: number }, string> = { options: { kills: 40 }, seed: 7, parts: 3, reports: [] };

test("a campaign that was interrupted is resumed with the parts that are missing", async () => {
  const file = join(folder, "interrupted", "whole.json");
  const first = runParts(file, begun, async (_, seed) => {
    if (seed === 8) throw new Error("the machine was switched off");
    return `seed ${seed}`;
  });
  await expect(first).rejects.toThrow("switched off");

  const asked: [number, number][] = [];
  const reports = await runParts(file, readParts<{ kills: number }, string>(file), async ({ kills }, seed) => {
    asked.push([kills, seed]);
    return `seed ${seed}`;
  });
  expect(asked).toEqual([
    [40, 8],
    [40, 9],
  ]);
  expect(reports).toEqual(["seed 7", "seed 8", "seed 9"]);
});

test("there is nothing to resume where no campaign was begun", () => {
  expect(() => readParts(join(folder, "none.json"))).toThrow("no campaign to resume");
});

test("reports are summed by member, and lists of violations are joined", () => {
  const [one, other] = [
    { seed: "a", kills: 40, byFault: { lost: 1 }, violations: [{ key: "k1" }] },
    { seed: "b", kills: 39, byFault: { lost: 2, late: 1 }, violations: [{ key: "k2" }] },
  ];
  expect(sumOf<object>([one, other])).toEqual({
    seed: "a",
    kills: 79,
    byFault: { lost: 3, late: 1 },
    violations: [{ key: "k1" }, { key: "k2" }],
  });
});
