import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { FuzzReport } from "../../system/calls/campaign.ts";
import { noCoverage } from "../../system/calls/coverage.ts";
import { fuzzTable } from "../../system/calls/fuzz-table.ts";
import type { CampaignResult } from "../../system/faults/campaigns.ts";
import { circumstances, versionOf } from "../../system/faults/circumstances.ts";
import { longTable } from "../../system/faults/long-table.ts";
import { type PartReport, partsToRun, readParts, sumOf, writePart } from "../../system/faults/parts.ts";

let folder = "";
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), "parts-")), "reports");
});
afterEach(() => rmSync(join(folder, ".."), { recursive: true }));

const OPTIONS = { faults: 20, kills: 4 };
const RUN = { campaign: "orders", seed: 7, parts: 3, options: OPTIONS };
const CAMPAIGN = { arguments: ["--whole"], faults: ["lost", "late"] };

/** What part `part` of seed 7 may have reported. */
function reportOf(part: number, violations: { key: string; faults: string[] }[] = []): PartReport<CampaignResult> {
  const ends = { done: 1_000 * part, open: 0 };
  const counts = { faults: 20 + part, kills: 4, killsInAction: 2, keys: 1_000 * part, requests: 50, replays: 9 };
  const byFault = { lost: 10 * part, ...(part === 2 && { late: 5 }) };
  return {
    ...{ campaign: "orders", part, seed: 6 + part, options: OPTIONS },
    circumstances: { machine: part === 3 ? "another machine" : "one machine", version: "abc1234", date: "2026-11-23" },
    result: { report: { ...counts, byFault, ends, violations, seconds: 99.6 }, facts: { orders: part } },
  };
}

describe("reports of parts", () => {
  test("are read in their order, whichever was run first, with null for what is missing", () => {
    expect(readParts(folder, RUN)).toEqual([null, null, null]);
    writePart(folder, reportOf(3));
    writePart(folder, reportOf(1));
    expect(readParts(folder, RUN)).toEqual([reportOf(1), null, reportOf(3)]);
  });

  test("take the place of those of an earlier run of the same part", () => {
    writePart(folder, reportOf(1, [{ key: "k", faults: ["two orders"] }]));
    writePart(folder, reportOf(1));
    expect(readParts(folder, RUN)).toEqual([reportOf(1), null, null]);
  });

  test("that were not written to their end are not there", () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "part-1.json.new"), '{"campaign":');
    expect(readParts(folder, RUN)).toEqual([null, null, null]);
  });

  test.each([
    ["campaign", { campaign: "whole" }],
    ["seed", { seed: 8 }],
    ["size", { options: { faults: 20, kills: 5 } }],
  ])("of another %s are refused", (_, other) => {
    writePart(folder, { ...reportOf(1), ...other });
    expect(() => readParts(folder, RUN)).toThrow("of another run");
  });
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

/** A report of part `part` that was run with a version. */
function reportWith(version: string, part: number): PartReport<CampaignResult> {
  const report = reportOf(part);
  return { ...report, circumstances: { ...report.circumstances, version } };
}

describe("a resumed campaign", () => {
  const there = [reportWith("abc1234", 1), null, reportWith("def5678", 3), reportWith("abc1234-dirty", 4)];

  test("runs the parts that are missing, of another commit or of uncommitted changes", () => {
    expect(partsToRun(there, "abc1234")).toEqual([2, 3, 4]);
    expect(partsToRun(there, "def5678")).toEqual([1, 2, 4]);
  });

  test("runs every part in a checkout with uncommitted changes", () => {
    expect(partsToRun(there, "abc1234-dirty")).toEqual([1, 2, 3, 4]);
  });
});

describe("the version of a part", () => {
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=n", "-c", "user.email=n@example.com", ...words], {
      cwd: folder,
      timeout: 10_000,
    });
  beforeEach(() => {
    mkdirSync(join(folder, "docs"), { recursive: true });
    for (const file of ["code.ts", "docs/page.md"]) writeFileSync(join(folder, file), "before");
    git("init", "--quiet");
    git("add", ".");
    git("commit", "--quiet", "--message", "first");
  });

  test("is the commit, whatever is written into its pages", async () => {
    const commit = await versionOf(folder);
    expect(commit).toMatch(/^[\da-f]{8}$/u);
    writeFileSync(join(folder, "docs/page.md"), "after");
    expect(await versionOf(folder)).toBe(commit);
  });

  test("tells of uncommitted changes, staged or not", async () => {
    const commit = await versionOf(folder);
    writeFileSync(join(folder, "code.ts"), "after");
    expect(await versionOf(folder)).toBe(`${commit}-dirty`);
    git("add", ".");
    expect(await versionOf(folder)).toBe(`${commit}-dirty`);
  });

  test("is the one it began with, and is not clean where it changed in the meantime", () => {
    expect(circumstances("abc1234", "abc1234").version).toBe("abc1234");
    expect(circumstances("abc1234", "def5678").version).toBe("abc1234-dirty");
    expect(circumstances("abc1234", "abc1234-dirty").version).toBe("abc1234-dirty");
    expect(circumstances("abc1234-dirty", "abc1234").version).toBe("abc1234-dirty");
  });
});

describe("the table of a long form", () => {
  const cellsOf = (markdown: string) =>
    markdown
      .split("\n")
      .filter((line) => line.startsWith("| ") && !line.startsWith("| -"))
      .map((line) =>
        line
          .split("|")
          .map((cell) => cell.trim())
          .slice(1, -1),
      );

  test("has each part, their sum, and how often each fault happened", () => {
    const { markdown, isProved } = longTable(CAMPAIGN, 7, [reportOf(1), reportOf(2), reportOf(3)]);
    expect(isProved).toBe(true);
    expect(markdown).toContain(
      "`npm run prove -- faults --whole --long --seed 7`: 3 of 3 parts, 66 injected faults and 12 hard kills, 6 of them in the middle of an action; no violation.",
    );
    expect(markdown).toContain(
      "one machine; commit abc1234; 2026-11-23.\n\nanother machine; commit abc1234; 2026-11-23.",
    );
    expect(cellsOf(markdown)).toEqual([
      ["Part", "Seed", "Faults", "Kills", "In action", "Keys", "done", "open", "Answers", "Violations", "Seconds"],
      ["1", "7", "21", "4", "2", "1,000", "1,000", "0", "50", "0", "100"],
      ["2", "8", "22", "4", "2", "2,000", "2,000", "0", "50", "0", "100"],
      ["3", "9", "23", "4", "2", "3,000", "3,000", "0", "50", "0", "100"],
      ["all", "", "66", "12", "6", "6,000", "6,000", "0", "150", "0", "299"],
      ["Fault", "In all", "Fewest in one part"],
      ["lost", "60", "10"],
      ["late", "5", "0"],
    ]);
  });

  test("names the parts that were not run, and proves nothing without them", () => {
    const { markdown, isProved } = longTable(CAMPAIGN, 7, [reportOf(1), null, null]);
    expect(isProved).toBe(false);
    expect(markdown).toContain("1 of 3 parts (not run: 2–3), 21 injected faults");
    expect(cellsOf(markdown).map(([part]) => part)).toEqual(["Part", "1", "all", "Fault", "lost", "late"]);
    expect(longTable(CAMPAIGN, 7, [null, reportOf(2), null]).markdown).toContain("(not run: 1, 3)");
  });

  test("keeps a part with a violation, and proves nothing with it", () => {
    const { markdown, isProved } = longTable(CAMPAIGN, 7, [
      reportOf(1),
      reportOf(2, [{ key: "key-n4-0", faults: ["one key, 2 orders", "never settled"] }]),
      reportOf(3),
    ]);
    expect(isProved).toBe(false);
    expect(markdown).toContain("1 violation.");
    expect(markdown).toContain("- VIOLATION seed 8, key-n4-0: one key, 2 orders; never settled");
    expect(cellsOf(markdown)[2]?.at(-2)).toBe("1");
  });

  test("proves nothing with parts of different commits, and names them", () => {
    const { markdown, isProved } = longTable(CAMPAIGN, 7, [
      reportWith("abc1234", 1),
      reportWith("def5678", 2),
      reportWith("abc1234", 3),
    ]);
    expect(isProved).toBe(false);
    expect(markdown).toContain(
      "- NOT PROVED: the parts are of different commits: abc1234 (part 1, 3); def5678 (part 2)",
    );
  });

  test("proves nothing with parts of uncommitted changes, even where all are", () => {
    const { markdown, isProved } = longTable(
      CAMPAIGN,
      7,
      [1, 2, 3].map((part) => reportWith("abc1234-dirty", part)),
    );
    expect(isProved).toBe(false);
    expect(markdown).toContain("- NOT PROVED: part 1–3: run with uncommitted changes");
  });

  test("says so where nothing was run", () => {
    expect(longTable(CAMPAIGN, 7, [null, null, null])).toMatchObject({ isProved: false });
  });
});

test("the table of a fuzzing campaign proves nothing with parts of different commits", () => {
  const result: FuzzReport = {
    ...{ requests: 5, coverage: noCoverage(), faults: [], missing: [], memory: [] },
    ...{ slowestMs: 1, seconds: 1 },
  };
  const parts = (versions: string[]) =>
    versions.map((version, index) => ({ ...reportWith(version, index + 1), campaign: "fuzz", result }));
  expect(fuzzTable(7, parts(["abc1234", "abc1234"])).isProved).toBe(true);
  const { markdown, isProved } = fuzzTable(7, parts(["abc1234", "def5678-dirty"]));
  expect(isProved).toBe(false);
  expect(markdown).toContain("the parts are of different commits: abc1234 (part 1); def5678-dirty (part 2)");
  expect(markdown).toContain("part 2: run with uncommitted changes");
});
