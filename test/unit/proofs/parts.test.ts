import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { campaignTables } from "../../system/faults/campaign-tables.ts";
import type { CampaignResult } from "../../system/faults/harness/campaign.ts";
import { partsTable, versionOf } from "../../system/proofs/parted-campaign.ts";
import { type PartReport, readParts, sumOf, writePart } from "../../system/proofs/parts.ts";

let folder = "";
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "parts-")), "reports");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

const OPTIONS = { faults: 20, kills: 4 };
const RUN = { campaign: "orders", seed: 7, parts: 3, options: OPTIONS, version: "abc1234" };

/** Returns a sample report for one part of seed 7. */
function reportOf(part: number, violations: { key: string; faults: string[] }[] = []): PartReport<CampaignResult> {
  const ends = { done: 1_000 * part, open: 0 };
  const counts = { faults: 20 + part, kills: 4, killsInAction: 2, keys: 1_000 * part, requests: 50, replays: 9 };
  const byFault = { lost: 10 * part, ...(part === 2 && { late: 5 }) };
  return {
    ...{ campaign: "orders", part, seed: 6 + part, options: OPTIONS },
    ...{ machine: part === 3 ? "another machine" : "one machine", version: "abc1234", date: "2026-11-23" },
    result: { report: { ...counts, byFault, ends, violations, seconds: 99.6 }, facts: { orders: part } },
  };
}

describe("the reports of a proof's parts", () => {
  test("are read in the order of the parts, with null for missing parts", () => {
    expect(readParts(folder, RUN)).toEqual([null, null, null]);
    writePart(folder, reportOf(3));
    writePart(folder, reportOf(1));
    expect(readParts(folder, RUN)).toEqual([reportOf(1), null, reportOf(3)]);
  });

  test.each([
    ["campaign", { campaign: "whole" }],
    ["seed", { seed: 8 }],
    ["size", { options: { faults: 20, kills: 5 } }],
    ["commit", { version: "def5678" }],
  ])("are refused if they have another %s", (_, other) => {
    writePart(folder, { ...reportOf(1), ...other });
    expect(() => readParts(folder, RUN)).toThrow("of another run");
  });

  test("are added up by field, and their lists of violations are joined", () => {
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
});

test("the version of a part is the commit, and marks uncommitted changes except those to evidence pages", async () => {
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=n@example.com", ...words], {
      cwd: folder,
      timeout: 10_000,
    });
  mkdirSync(join(folder, "docs"), { recursive: true });
  for (const file of ["code.ts", "docs/page.md"]) writeFileSync(join(folder, file), "before");
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "first");
  const commit = await versionOf(folder);
  expect(commit).toMatch(/^[\da-f]{8}$/u);
  writeFileSync(join(folder, "docs/page.md"), "after");
  expect(await versionOf(folder)).toBe(commit);
  writeFileSync(join(folder, "code.ts"), "after");
  expect(await versionOf(folder)).toBe(`${commit}-dirty`);
  git("add", ".");
  expect(await versionOf(folder)).toBe(`${commit}-dirty`);
});

describe("the table of a campaign in parts", () => {
  const campaign = campaignTables("npm run prove -- faults --long --seed 7", ["lost", "late"]);
  test("proves the campaign if no part has a violation", () => {
    const { markdown, isProved } = partsTable(campaign, [reportOf(1), reportOf(2), reportOf(3)]);
    expect(isProved).toBe(true);
    expect(markdown).toContain(
      "3 of 3 parts, 66 injected faults and 12 hard kills, 6 of them in the middle of an action",
    );
  });

  const violation = { key: "key-n4-0", faults: ["one key, 2 times", "never settled"] };
  test.each<[string, (PartReport<CampaignResult> | null)[], string]>([
    ["without one of its parts", [reportOf(1), null, null], "1 of 3 parts (not run: 2–3), 21 injected faults"],
    ["without any parts", [null, null, null], "none of the 3 parts was run"],
    [
      "with a violation",
      [reportOf(1), reportOf(2, [violation]), reportOf(3)],
      "1 violation.\n\n- part 2, seed 8: key-n4-0: one key, 2 times; never settled",
    ],
    [
      "with parts that ran on uncommitted changes",
      [1, 2, 3].map((part) => ({ ...reportOf(part), version: "abc1234-dirty" })),
      "- not proved: run with uncommitted changes",
    ],
  ])("proves nothing %s, and states the reason", (_, parts, why) => {
    const { markdown, isProved } = partsTable(campaign, parts);
    expect(isProved).toBe(false);
    expect(markdown).toContain(why);
  });
});
