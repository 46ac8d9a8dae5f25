import process from "node:process";
import { afterAll, expect, test } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks } from "../billing-contract/questions.ts";
import { DAY, MINUTE, pass } from "../support/clock.ts";
import { type SimulatedSystem, simulateYear } from "../support/simulated-year.ts";
import { countRows } from "../support/table-rows.ts";
import { CALL } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { Customer } from "./support/sign-in.ts";
import { RETURN_TO, startWhmcs } from "./support/whmcs-system.ts";

const DAYS = Number(process.env.SIMULATED_DAYS ?? 365);
/** The number of days between two visits. */
const STEP_DAYS = 30;
const VISITS = 4 * Math.ceil(DAYS / 4 / STEP_DAYS);
/** The number of days after the last visit. Everything that ends automatically ends within these days. */
const ALONE_DAYS = 40;
/**
 * The times at which scheduled work runs, in milliseconds after a visit. The runs look up actions whose responses were
 * lost, and later abandon the lookups.
 */
const RUNS_AFTER_MS = [4 * MINUTE, 12 * MINUTE, DAY + MINUTE];
const NAME = "told.com";
/** The faults of successive orders, repeated in this sequence; `null` for an order without a fault. */
const FAULTS: (Fault | null)[] = [
  null,
  { kind: "html_500_after" },
  null,
  { kind: "html_500" },
  null,
  { kind: "reset" },
];

const whmcs = await startWhmcs({ now: () => Date.now() });
const { simulator, billing, outbox, db } = whmcs;
// Keep only one extension, because the scheduled work reads the prices of all of them.
simulator.state.extensions = simulator.state.extensions.filter(({ tld }) => tld === "com");
registerDomain(simulator, 1001, NAME, { expiresOn: "2099-06-20", nextDueOn: "2099-06-20" });
const owner = contractCustomer(billing, asks(11, 1001));
afterAll(() => whmcs.stop());

async function wait(ms: number): Promise<void> {
  pass(ms);
  await whmcs.settled();
  await whmcs.runScheduledWork();
}

/**
 * Makes one visit: begins a sign-in, places an order and changes nameservers. The faults differ between visits.
 * @returns the number of open changes
 */
async function visited(visit: number): Promise<number> {
  const { faults } = simulator;
  await billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "en" });
  if (visit % 4 === 0) await new Customer(whmcs, visit % 8 === 0 ? "owner" : "totp").signIn();
  const fault = FAULTS[visit % FAULTS.length];
  if (fault) faults.plan(fault, { action: "AddOrder", times: 1 });
  await owner.orderDomain(`visit-${visit}.com`, {}, `order-${visit}`);
  faults.clear();
  // Lose the response to the change, and make the read of the setting fail.
  if (visit % 3 === 0) {
    faults.plan({ kind: "html_500_after" }, { action: "DomainUpdateNameservers", times: 1 });
    faults.plan({ kind: "slow", ms: 0 }, { action: "DomainGetNameservers", times: 1 });
    faults.plan({ kind: "html_500" }, { action: "DomainGetNameservers" });
  }
  if (visit % 5 === 0) outbox.failures = 2;
  await owner.setDomainNameservers(NAME, [`ns${visit % 2}.other.example`, "ns9.other.example"]);
  const { sent_changes: open = 0 } = await countRows(db);
  // WHMCS fails during the first run of scheduled work.
  if (visit % 8 === 7) faults.plan({ kind: "html_500" }, { times: 40 });
  for (const ms of RUNS_AFTER_MS) {
    await wait(ms);
    faults.clear();
  }
  return open;
}

test(`${DAYS} days on WHMCS add rows only to the records of actions, and leave nothing open`, {
  timeout: 1_200_000,
}, async () => {
  await wait(0);
  let mostChanges = 0;
  const system: SimulatedSystem = {
    async step(visit) {
      const end = Date.now() + STEP_DAYS * DAY;
      mostChanges = Math.max(mostChanges, await visited(visit));
      await wait(end - Date.now());
    },
    async leaveAlone() {
      for (let day = 0; day < ALONE_DAYS; day += STEP_DAYS) await wait(STEP_DAYS * DAY);
    },
    kept: () => countRows(db),
  };
  const { end, left } = await simulateYear(system, {
    title: `The database of the Worker on WHMCS, ${DAYS} days: rows`,
    steps: VISITS,
    slack: [[/./, 4]],
    // The outcome of a reference is kept forever, so this table grows with the number of actions.
    records: /^actions$/,
  });
  expect(mostChanges).toBeGreaterThan(0);
  expect(end.actions).toBeGreaterThan(DAYS / 60);
  const open = "SELECT count(*) AS n FROM actions WHERE state IN ('begun', 'sending')";
  expect([left.sent_changes, left.acting_stopped, await db.prepare(open).first("n")]).toEqual([0, 0, 0]);
});
