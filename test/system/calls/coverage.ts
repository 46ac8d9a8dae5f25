import type { PROBLEMS } from "../../../shared/api/definition/problems.ts";
import { codesOf, type ServedApi } from "./served-api.ts";

type Counts = Record<string, number>;

/** The counts of what a campaign reached, by name. The counts of parts are added. */
export interface Coverage {
  /** Answers over HTTP by operation, then by status. */
  operations: Record<string, Counts>;
  /** Results of tools by tool name, then by the problem's code, or `answered`. */
  tools: Record<string, Counts>;
  /** Problems by operation and code, over both transports. */
  problems: Counts;
  callers: Counts;
  statuses: Counts;
  orders: number;
}

export function noCoverage(): Coverage {
  return {
    ...{ operations: {}, tools: {}, problems: {}, callers: {}, statuses: {} },
    orders: 0,
  };
}

export function count(counts: Counts, name: string | number): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/** Problems that no request can cause in an intact system, each with the reason. */
const NOT_REACHABLE: Partial<Record<keyof typeof PROBLEMS, string>> = {
  internal_error: "means a bug in our own code; one occurrence fails the campaign",
  billing_unavailable: "the billing system runs",
  access_lost: "no login loses an account while the campaign runs",
  https_required: "loopback is served over plain http",
  gone: "one version is served",
  idempotency_in_progress: "which of two at once comes first is chance: test/objects/accounts/idempotency.test.ts",
  rate_limited: "callers stay below the limit; `every-caller.ts` exceeds it",
};

/** Returns what a campaign should have reached and did not; empty if it reached everything. */
export function missingIn(coverage: Coverage, { operations, tools }: ServedApi): string[] {
  const codes = new Set(Object.keys(coverage.problems).map((pair) => pair.split(" ")[1]));
  const declared = new Set(operations.flatMap(codesOf));
  const unreached = Object.keys(NOT_REACHABLE);
  return [
    ...operations
      .filter(({ id }) => !Object.keys(coverage.operations[id] ?? {}).some((status) => Number(status) < 300))
      .map(({ id }) => `${id} never succeeded`),
    ...tools
      .filter(({ name }) => !coverage.tools[name]?.answered)
      .map(({ name }) => `the tool ${name} never succeeded`),
    ...[...declared]
      .filter((code) => !codes.has(code) && !unreached.includes(code))
      .map((code) => `${code} was never answered`),
  ];
}
