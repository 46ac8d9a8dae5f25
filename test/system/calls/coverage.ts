import type { PROBLEMS } from "../../../shared/api/definition/problems.ts";
import { codesOf, type ServedApi } from "./served-api.ts";

type Counts = Record<string, number>;

/**
 * The operations, tools and problems that a campaign reached, with counts. `sumOf` adds the counts of several parts.
 */
export interface Coverage {
  /** Numbers of HTTP responses, by operation and status. */
  operations: Record<string, Counts>;
  /** Numbers of tool results, by tool name and problem code; the code is `answered` for a success. */
  tools: Record<string, Counts>;
  /** Numbers of problems over both transports, by `operation code`. */
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

/** The problems that do not occur in a campaign, each with the reason. */
const NOT_REACHABLE: Partial<Record<keyof typeof PROBLEMS, string>> = {
  internal_error: "means a bug in our own code; one occurrence fails the campaign",
  billing_unavailable: "the billing system runs",
  access_lost: "no login loses an account while the campaign runs",
  https_required: "loopback is served over plain http",
  gone: "one version is served",
  idempotency_in_progress: "which of two at once comes first is chance: test/objects/accounts/idempotency.test.ts",
  rate_limited: "callers stay below the limit; `every-caller.ts` exceeds it",
};

/** Returns the operations, tools and problem codes that a campaign should have reached but did not. */
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
