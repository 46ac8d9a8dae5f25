import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { PROJECT } from "../../../scripts/workers.ts";
import { catalogueUrl } from "../../support/catalogue-api.ts";
import { runConformance } from "../../support/conformance.ts";

const BASELINE = join(PROJECT, "test/system/mcp/conformance-baseline.yml");

const INITIALIZED = [
  "server-initialize:server-initialize",
  "ping:ping",
  "tools-list:tools-list",
  "resources-list:resources-list",
];
const HTTP = "meta-invalid-400 unsupported-version-400 header-mismatch-400 method-not-found-404 error-jsonrpc-id";
const STATELESS =
  "server-implements-discover request-meta-client-info-optional server-sends-subscription-ack server-tags-subscription-id";
const HEADERS = "reject-invalid-headers reject-error-code accepts-whitespace-header-value";
const checks = (names: string, prefix: string) => names.split(" ").map((name) => prefix + name);

/**
 * The runs of the suite. Each run lists checks that must pass, because a run that skips them proves nothing. The suite
 * has no checks for 2025-03-26.
 */
const RUNS = [
  {
    name: "all requirements of 2026-07-28",
    options: ["--requirements", "2026-07-28"],
    shown: [
      ...[
        "tools-list:tools-list",
        "resources-list:resources-list",
        ...checks(HTTP, "server-stateless:sep-2575-http-server-"),
      ],
      ...checks(STATELESS, "server-stateless:sep-2575-"),
      ...checks(HEADERS, "http-header-validation:sep-2243-server-"),
    ],
  },
  { name: "all requirements of 2025-11-25", options: ["--requirements", "2025-11-25"], shown: INITIALIZED },
  {
    name: "every scenario for 2025-06-18",
    options: ["--spec-version", "2025-06-18", "--suite", "all"],
    shown: INITIALIZED,
  },
];

describe("the official conformance suite", () => {
  const failed = new Set<string>();

  test.each(RUNS)("passes for the catalogue: $name", async ({ options, shown }) => {
    const run = await runConformance(`${catalogueUrl()}/mcp`, [...options, "--expected-failures", BASELINE]);
    for (const check of run.failed) failed.add(check);
    expect(run.exitCode, run.report).toBe(0);
    expect([...run.passed]).toEqual(expect.arrayContaining(shown));
  });

  test("every check in the baseline fails in some run", () => {
    const lines = readFileSync(BASELINE, "utf8").matchAll(/^ {2}- (\S+)/gm);
    const unused = [...lines].map(([, check]) => check as string).filter((check) => !failed.has(check));
    expect(unused).toEqual([]);
  });
});
