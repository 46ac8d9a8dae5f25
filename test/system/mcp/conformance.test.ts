import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";
import { catalogueUrl } from "../../support/catalogue-api.ts";
import { runConformance } from "../../support/conformance.ts";

const BASELINE = join(PROJECT, "test/system/mcp/conformance-baseline.yml");

/** Each with checks that must have run and passed: a suite that skips them has shown nothing. */
const RUNS = [
  {
    name: "all that 2026-07-28 requires",
    options: ["--requirements", "2026-07-28"],
    shown: ["server-stateless:sep-2575-server-implements-discover", "tools-list:tools-list"],
  },
  {
    name: "the headers of 2026-07-28",
    options: ["--spec-version", "2026-07-28", "--scenario", "http-header-validation"],
    shown: [],
  },
  {
    name: "all that 2025-11-25 requires",
    options: ["--requirements", "2025-11-25"],
    shown: ["server-initialize:server-initialize", "ping:ping", "tools-list:tools-list"],
  },
  {
    name: "every scenario for 2025-06-18",
    options: ["--spec-version", "2025-06-18", "--suite", "all"],
    shown: ["server-initialize:server-initialize", "ping:ping", "tools-list:tools-list"],
  },
  { name: "every scenario for 2025-03-26", options: ["--spec-version", "2025-03-26", "--suite", "all"], shown: [] },
];

describe("the official conformance suite", () => {
  const failed = new Set<string>();

  test.each(RUNS)("$name", { timeout: 60_000 }, async ({ options, shown }) => {
    const run = await runConformance(`${catalogueUrl()}/mcp`, [...options, "--expected-failures", BASELINE]);
    for (const check of run.failed) failed.add(check);
    expect(run.exitCode, run.report).toBe(0);
    expect([...run.passed]).toEqual(expect.arrayContaining(shown));
  });

  test("no line of the baseline is left over", () => {
    const lines = readFileSync(BASELINE, "utf8").matchAll(/^ {2}- (\S+)/gm);
    const unused = [...lines].map(([, check]) => check as string).filter((check) => !failed.has(check));
    expect(unused).toEqual([]);
  });
});
