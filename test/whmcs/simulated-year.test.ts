import process from "node:process";
import { afterAll, expect, test, vi } from "vitest";
import type { Fault } from "../../dev/whmcs/faults.ts";
import { contractCustomer } from "../billing-contract/customer.ts";
import { asks } from "../billing-contract/questions.ts";
import { printTable } from "../support/print-table.ts";
import { countRows } from "../support/table-rows.ts";
import { CALL, logLines } from "./support/reading.ts";
import { registerDomain } from "./support/registered-domains.ts";
import { Customer } from "./support/sign-in.ts";
import { RETURN_TO, startWhmcs } from "./support/whmcs-system.ts";

const DAYS = Number(process.env.SIMULATED_DAYS ?? 365);
/** From one visit of customers to the next. */
const STEP_DAYS = 30;
const VISITS_IN_QUARTER = Math.ceil(DAYS / 4 / STEP_DAYS);
/** Longer than anything lasts that ends by itself. */
const ALONE_DAYS = 40;
/** What was done under a reference is kept for ever: it grows with the orders, and with nothing else. */
const RECORDS = ["actions"];
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** After a visit: what was lost is looked for, then given up. */
const RUNS_AFTER_MS = [4 * MINUTE_MS, 12 * MINUTE_MS, DAY_MS + MINUTE_MS];
const NAME = "told.com";
/** What befalls one order after another. */
const FAULTS: (Fault | null)[] = [
  null,
  { kind: "html_500_after" },
  null,
  { kind: "html_500" },
  null,
  { kind: "reset" },
];

/** Milliseconds that the clock of everything, the circuits of the host among it, is ahead. */
let aheadMs = 0;
const realNow = Date.now;
const clock = vi.spyOn(Date, "now").mockImplementation(() => realNow() + aheadMs);
const whmcs = await startWhmcs({ profile: "8.13", now: () => Date.now() });
const { simulator, billing, outbox, db } = whmcs;
// The scheduled work reads the prices of all of them.
simulator.state.extensions = simulator.state.extensions.filter(({ tld }) => tld === "com");
registerDomain(simulator, 1001, NAME, { expiresOn: "2099-06-20", nextDueOn: "2099-06-20" });
const owner = contractCustomer(billing, asks(11, 1001));
afterAll(() => {
  clock.mockRestore();
  return whmcs.stop();
});

async function wait(ms: number): Promise<void> {
  aheadMs += ms;
  await whmcs.settled();
  await whmcs.runScheduledWork();
}

/** A sign-in that ends or is left, an order and a change; what fails differs from visit to visit. @returns changes that are open */
async function visited(visit: number): Promise<number> {
  const { faults } = simulator;
  await billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "en" });
  if (visit % 4 === 0) await new Customer(whmcs, visit % 8 === 0 ? "owner" : "totp").signIn();
  const fault = FAULTS[visit % FAULTS.length];
  if (fault) faults.plan(fault, { action: "AddOrder", times: 1 });
  await owner.orderDomain(`visit-${visit}.com`, {}, `order-${visit}`);
  faults.clear();
  // The answer to a change may be lost, and what is read after it, or the mail.
  if (visit % 3 === 0) {
    faults.plan({ kind: "html_500_after" }, { action: "DomainUpdateNameservers", times: 1 });
    faults.plan({ kind: "slow", ms: 0 }, { action: "DomainGetNameservers", times: 1 });
    faults.plan({ kind: "html_500" }, { action: "DomainGetNameservers" });
  }
  if (visit % 5 === 0) outbox.failures = 4;
  await owner.setDomainNameservers(NAME, [`ns${visit % 2}.other.example`, "ns9.other.example"]);
  const { sent_changes: open = 0 } = await countRows(db);
  // The installation is away for a run.
  if (visit % 8 === 7) faults.plan({ kind: "html_500" }, { times: 40 });
  for (const ms of RUNS_AFTER_MS) {
    await wait(ms);
    faults.clear();
  }
  return open;
}

test(`${DAYS} days on WHMCS: only records of actions grow, and everything else ends`, {
  timeout: 1_200_000,
}, async () => {
  logLines();
  await wait(0);
  const seen = [await countRows(db)];
  let mostChanges = 0;
  for (let visit = 0; visit < 4 * VISITS_IN_QUARTER; visit++) {
    const end = Date.now() + STEP_DAYS * DAY_MS;
    mostChanges = Math.max(mostChanges, await visited(visit));
    await wait(end - Date.now());
    if ((visit + 1) % VISITS_IN_QUARTER === 0) seen.push(await countRows(db));
  }
  for (let day = 0; day < ALONE_DAYS; day += STEP_DAYS) await wait(STEP_DAYS * DAY_MS);
  const left = await countRows(db);
  vi.restoreAllMocks();
  const at = (quarter: number, table: string) => seen[quarter]?.[table] ?? 0;
  const tables = Object.keys(left);
  printTable(
    `The database of the Worker on WHMCS, ${DAYS} days: rows`,
    ["Table", "at first", "half", "three quarters", "end", `${ALONE_DAYS} days alone`],
    tables.map((table) => [table, ...[0, 2, 3, 4].map((quarter) => at(quarter, table)), left[table] ?? 0]),
  );
  for (const table of tables) {
    if (RECORDS.includes(table)) {
      const before = at(3, table) - at(2, table);
      expect(at(4, table) - at(3, table), `growth of ${table}`).toBeLessThanOrEqual(before * 1.3 + 6);
    } else expect(at(4, table), table).toBeLessThanOrEqual(at(2, table) * 1.1 + 4);
  }
  expect(mostChanges).toBeGreaterThan(0);
  expect(at(4, "actions")).toBeGreaterThan(DAYS / 60);
  const open = "SELECT count(*) AS n FROM actions WHERE state IN ('begun', 'sending')";
  expect([left.sent_changes, left.acting_stopped, await db.prepare(open).first("n")]).toEqual([0, 0, 0]);
});
