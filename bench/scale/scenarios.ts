import { domainCheckPolicies } from "../../workers/catalogue/availability/check-settings.ts";
import { markdownTable } from "../report.ts";
import { EIGHT_CALLS, simulateBillingHost } from "../whmcs/simulate-calls.ts";
import { type CatalogueReadScenario, simulateCatalogueReads } from "./simulation/catalogue-reads.ts";
import { type DomainCheckScenario, simulateDomainChecks } from "./simulation/domain-checks.ts";
import { type OneAddressScenario, simulateOneAddress } from "./simulation/one-address.ts";
import { type OneDatabaseScenario, simulateOneDatabase } from "./simulation/one-database.ts";
import type { Outcomes } from "./simulation/outcomes.ts";

const SEED = 17;
const MINUTE = 60_000;
const PER_ADDRESS = domainCheckPolicies({
  CHECKS_PER_ADDRESS: "30",
  CHECKS_PER_ADDRESS_MCP: "120",
  CHECKS_WINDOW_SECONDS: "600",
  CHECK_DEADLINE_MS: "6000",
}).http;

/** One question a second, 200 callers a second who each want another name. */
export const ONE_QUESTION_A_SECOND: DomainCheckScenario = {
  ...{ seed: SEED, forMs: 2 * MINUTE, untilMs: MINUTE, perSecond: 200, isolates: 50, places: 10 },
  rate: { perMinute: 60, burst: 2, concurrency: 2 },
  answerMs: 200,
  names: null,
};

/** A thousand checks a second of one name, from all over the world. */
export const ONE_NAME: DomainCheckScenario = {
  ...{ seed: SEED, forMs: 6 * MINUTE, perSecond: 1_000, isolates: 200, places: 20 },
  rate: { perMinute: 60, burst: 10, concurrency: 4 },
  answerMs: 200,
  names: 1,
};

/** A thousand reads of the price list a second. */
export const CATALOGUE_READS: CatalogueReadScenario = {
  ...{ seed: SEED, forMs: 20 * MINUTE, perSecond: 1_000, isolates: 200, places: 1 },
};

/** A thousand checks a second from one address, which hears no refusal. */
export const ONE_ADDRESS: OneAddressScenario = {
  ...{ seed: SEED, forMs: MINUTE, perSecond: 1_000, isolates: 200, policy: PER_ADDRESS },
};

/** One billing database, reads of one call of a millisecond. */
export const ONE_DATABASE: OneDatabaseScenario = {
  ...{ seed: SEED, forMs: 30_000, perSecond: 500, callsPerRequest: 1, queryMs: 1 },
};

const COLUMNS = ["Scenario", "asked", "outcomes", "p50 / p99 ms", "what is scarce"];

/** Runs every scenario; the result as a table in Markdown. */
export async function simulationTable(): Promise<string> {
  const rows: string[][] = [];
  const add = (name: string, outcomes: Outcomes, scarce: string, ofAnswered?: string) =>
    rows.push([name, String(outcomes.total), sharesOf(outcomes), times(outcomes, ofAnswered), scarce]);

  const reads = await simulateCatalogueReads(CATALOGUE_READS);
  const inASecond = mostWithin(reads.asked, 1_000);
  add(
    "the price list, 1,000 reads a second, 200 isolates in one place",
    reads.outcomes,
    `the billing system: ${reads.asked.length} questions in 20 min, ${inASecond} in one second at most; ${reads.store.writes} writes of the store, ${reads.store.refusedWrites} refused`,
  );
  const slow = await simulateDomainChecks(ONE_QUESTION_A_SECOND);
  const { perMinute, burst } = ONE_QUESTION_A_SECOND.rate;
  const longest = `${slow.object.longestQueue} calls in its object's queue at most`;
  add(
    "a registry of one question a second, 200 checks a second",
    slow.outcomes,
    `the registry: ${mostWithin(slow.asked, MINUTE)} questions within 60 s at most, of ${perMinute + burst} that its rate and burst allow; ${longest}; \`Retry-After\` up to ${Math.ceil(slow.longestRetryAfterMs / 1_000)} s`,
  );
  const name = await simulateDomainChecks(ONE_NAME);
  add(
    "one name, 1,000 checks a second, 200 isolates in 20 places",
    name.outcomes,
    `${name.asked.length} questions to the registry in 6 min; ${name.object.calls} calls to its object; ${name.store.reads} reads and ${name.store.writes} writes of the store, ${name.store.refusedWrites} refused`,
  );
  const address = await simulateOneAddress(ONE_ADDRESS);
  add(
    "one address, 1,000 checks a second, 200 isolates",
    address.outcomes,
    `${address.window.calls} calls to its window's object in 60 s, ${address.window.longestQueue} in its queue at most`,
  );
  for (const questionsPerSecond of [2, 4, 8, 30]) {
    const host = await simulateBillingHost({ ...EIGHT_CALLS, questionsPerSecond });
    add(
      `a WHMCS of eight calls, ${questionsPerSecond} questions of two calls a second`,
      host.questions,
      `${host.mostAtOnce} calls at once at most; actions: ${sharesOf(host.actions)}, p99 ${ms(host.actions.percentile(0.99))} ms`,
    );
  }
  for (const perSecond of [500, 900, 1_000, 1_500]) {
    const one = await simulateOneDatabase({ ...ONE_DATABASE, perSecond });
    add(
      `one database, ${perSecond} reads a second of a millisecond`,
      one.outcomes,
      `${one.database.longestQueue} calls in its queue at most, ${one.database.overloaded} refused as overloaded`,
    );
  }
  return markdownTable(COLUMNS, rows);
}

/** The most of the instants that lie within a stretch of so many milliseconds. */
export function mostWithin(instants: readonly number[], milliseconds: number): number {
  const sorted = instants.toSorted((one, other) => one - other);
  return sorted.reduce((most, from, at) => {
    const end = sorted.findIndex((instant) => instant >= from + milliseconds);
    return Math.max(most, (end < 0 ? sorted.length : end) - at);
  }, 0);
}

function sharesOf(outcomes: Outcomes): string {
  return [...outcomes.counts.keys()]
    .toSorted()
    .map((outcome) => `${(100 * outcomes.share(outcome)).toFixed(1)} % ${outcome}`)
    .join(", ");
}

function times(outcomes: Outcomes, outcome?: string): string {
  return `${ms(outcomes.percentile(0.5, outcome))} / ${ms(outcomes.percentile(0.99, outcome))}`;
}

function ms(milliseconds: number): string {
  return Number.isNaN(milliseconds) ? "?" : milliseconds.toFixed(0);
}
