import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { printTable } from "../../support/print-table.ts";
import { CALLER_KINDS } from "./callers.ts";
import { runCampaign } from "./campaign.ts";
import { Cells } from "./cells.ts";
import { missingIn } from "./coverage.ts";
import { askedHere } from "./doable-writes.ts";
import { everyCaller } from "./every-caller.ts";
import { everyInput } from "./every-input.ts";
import { everyTarget } from "./every-target.ts";
import { everyWrite } from "./every-write.ts";
import { CallSystem, type Stored } from "./system.ts";
import { ACTING, CALLS, CATALOGUE_CALLS, KEYED, ownMembers, WAYS, type Way } from "./ways.ts";

const ofPath = CALLS.filter(({ operation }) => ownMembers(operation).length > 0);
/** The ways to call an operation that each dimension must test, derived from the operation definitions. */
const DIMENSIONS: Record<string, readonly Way[]> = {
  caller: [...CALLS, ...CATALOGUE_CALLS],
  "dead credential": [...CALLS, ...CATALOGUE_CALLS],
  "lost access": CALLS,
  "rate limit": [...CALLS, ...CATALOGUE_CALLS],
  "domain checks": [...CALLS, ...CATALOGUE_CALLS].filter(({ row }) =>
    /^(?:quoteDomainOrder|checkDomain|searchDomains)$/.test(row.id),
  ),
  target: ofPath,
  "malformed target": ofPath,
  limit: CALLS,
  input: WAYS,
  hostile: WAYS.filter(({ row }) => row.id !== "getAccount" && row.id !== "getPaymentMethodsLink"),
  refusal: ACTING,
  key: ACTING,
  approval: ACTING.filter((way) => askedHere(way).length > 0),
  "held store": CALLS,
  write: ACTING,
  "known key": KEYED,
  "hourly limit": ACTING,
};

/** The time limit for a response, in milliseconds. It is high because a busy machine responds slowly. */
const SLOW_MS = 30_000;
/** The lowest plausible number of stores. The billing tables alone exceed it. */
const MIN_STORES = 30;
/** The options of the short campaign. `npm run prove -- fuzz` runs the long campaign. */
const GENERATED = { seed: 20_261_123, requests: 600, accounts: 10, connections: 2, memorySamples: 0 };

// The tests call every operation in every way, with every kind of caller, target and input. See docs/evidence/calls.md.
const system = await CallSystem.start({ ...GENERATED, isMeasured: false, slowMs: SLOW_MS });
const cells = new Cells(system);
afterAll(async () => {
  const mistakes = system.mistakes();
  await system[Symbol.asyncDispose]();
  expect(mistakes).toEqual([]);
});

describe.each([
  // The tests of callers add logins, and each connection that loses its account sends an e-mail.
  ["callers", everyCaller, ["logins", "account_logins", "account_login_permissions", "mails"]],
  ["targets", everyTarget, []],
  ["inputs", everyInput, []],
] as const)("%s", (_, ask, but: readonly string[]) => {
  let before: Stored = {};
  beforeAll(async () => {
    before = await system.stored();
  });
  ask(system, cells);
  test("the refused calls change no store", async () => {
    expect(Object.keys(before).length).toBeGreaterThan(MIN_STORES);
    expect((await system.changedSince(before)).filter((name) => !but.includes(name))).toEqual([]);
  });
});

describe("writes", () => everyWrite(system, cells));

test("every operation and tool succeeds, and every declared problem that is reachable occurs", () => {
  expect(missingIn(system.requests.coverage, system.api)).toEqual([]);
});

test("generated requests over HTTP and MCP get the documented responses", async () => {
  const { coverage } = system.requests;
  const succeeded = () => (coverage.statuses[200] ?? 0) + (coverage.statuses[201] ?? 0);
  const before = succeeded();
  const { faults, requests } = await runCampaign(system, GENERATED);
  if (faults.length > 0) expect.fail(faults.join("\n"));
  expect(requests).toBeGreaterThanOrEqual(GENERATED.requests);
  for (const kind of CALLER_KINDS) expect(coverage.callers[kind] ?? 0, kind).toBeGreaterThan(0);
  expect(succeeded() - before).toBeGreaterThan(requests / 4);
});

test("each dimension calls every operation that it applies to", () => {
  const counts = cells.counts();
  printTable(
    "Calls",
    ["Dimension", "Calls"],
    [...counts].map(([name, own]) => [name, sum([...own.values()])]),
  );
  expect([...counts.keys()].toSorted()).toEqual(Object.keys(DIMENSIONS).toSorted());
  for (const [dimension, ways] of Object.entries(DIMENSIONS)) {
    const missing = ways.filter(({ name }) => !counts.get(dimension)?.has(name)).map(({ name }) => name);
    expect(missing, dimension).toEqual([]);
  }
});

function sum(counts: readonly number[]): number {
  return counts.reduce((total, one) => total + one, 0);
}
