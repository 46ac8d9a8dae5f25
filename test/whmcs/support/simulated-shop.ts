import { vi } from "vitest";
import type { Fault } from "../../../dev/whmcs/faults.ts";
import { contractCustomer } from "../../billing-contract/customer.ts";
import { asks } from "../../billing-contract/questions.ts";
import { countRows } from "../../support/table-rows.ts";
import { CALL } from "./reading.ts";
import { registerDomain } from "./registered-domains.ts";
import { Customer } from "./sign-in.ts";
import { RETURN_TO, startWhmcs, type TestWhmcs } from "./whmcs-system.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** From one visit of customers to the next. */
const STEP_DAYS = 20;
/** After a visit: what was lost is looked for, then given up. */
const RUNS_AFTER_MS = [4 * MINUTE_MS, 12 * MINUTE_MS, DAY_MS + MINUTE_MS];
const ACCOUNT = 1001;
const NAME = "told.com";
/** What befalls one order after another. */
const FAULTS: (Fault | null)[] = [
  null,
  { kind: "html_500_after" },
  null,
  { kind: "html_500" },
  null,
  { kind: "reset" },
  { kind: "error", text: "Something went wrong" },
];

/** The Worker before a simulated WHMCS over days: customers who sign in, order and change names, and calls that fail. */
export class SimulatedShop {
  /** Rows at most of tables that are empty between visits. */
  readonly most: Record<string, number> = { sent_changes: 0 };
  readonly #whmcs: TestWhmcs;
  readonly #owner: ReturnType<typeof contractCustomer>;
  #visits = 0;
  /** Milliseconds that the clock of everything, the circuits of the host among it, is ahead. */
  #aheadMs = 0;
  readonly #clock: { mockRestore(): void };

  private constructor(whmcs: TestWhmcs) {
    this.#whmcs = whmcs;
    const realNow = Date.now;
    this.#clock = vi.spyOn(Date, "now").mockImplementation(() => realNow() + this.#aheadMs);
    this.#owner = contractCustomer(whmcs.billing, asks(11, ACCOUNT, "orders", "domains", "managedomains"));
  }

  static async open(): Promise<SimulatedShop> {
    const whmcs = await startWhmcs({ profile: "8.13", now: () => Date.now() });
    registerDomain(whmcs.simulator, ACCOUNT, NAME, { expiresOn: "2099-06-20", nextDueOn: "2099-06-20" });
    await whmcs.runScheduledWork();
    return new SimulatedShop(whmcs);
  }

  close(): Promise<void> {
    this.#clock.mockRestore();
    return this.#whmcs.stop();
  }

  /** Days on which customers come every {@link STEP_DAYS} days, and something may fail. */
  async busyDays(days: number): Promise<void> {
    for (let day = 0; day < days; day += STEP_DAYS) {
      const end = Date.now() + STEP_DAYS * DAY_MS;
      await this.#visit(this.#visits++);
      await this.#pass(end - Date.now());
      // The simulated mail provider forgets.
      this.#whmcs.outbox.sent.splice(0);
    }
  }

  /** Days on which nobody comes. */
  async quietDays(days: number): Promise<void> {
    for (let day = 0; day < days; day += STEP_DAYS) await this.#pass(STEP_DAYS * DAY_MS);
  }

  rows(): Promise<Record<string, number>> {
    return countRows(this.#whmcs.db);
  }

  /** Actions whose end is not known. */
  async openActions(): Promise<number> {
    const open = "SELECT count(*) AS n FROM actions WHERE state IN ('begun', 'sending')";
    return (await this.#whmcs.db.prepare(open).first<number>("n")) ?? 0;
  }

  async #visit(visit: number): Promise<void> {
    const { faults } = this.#whmcs.simulator;
    await this.#signIn(visit);
    await this.#order(visit);
    await this.#changeName(visit);
    // The installation is away for a run.
    if (visit % 8 === 7) faults.plan({ kind: "html_500" }, { times: 40 });
    for (const ms of RUNS_AFTER_MS) {
      await this.#pass(ms);
      faults.clear();
      await this.#see();
    }
  }

  /** Some end it, some leave at WHMCS's own page, and some come back too late or with what is not theirs. */
  async #signIn(visit: number): Promise<void> {
    const { billing } = this.#whmcs;
    await billing.beginSignIn(CALL, { returnTo: RETURN_TO, language: "en" });
    if (visit % 4 === 0) await new Customer(this.#whmcs, visit % 8 === 0 ? "owner" : "totp").signIn();
    if (visit % 4 === 2)
      await billing.endSignIn(CALL, { state: "{}", returned: { code: "x", state: "x" }, returnTo: RETURN_TO });
  }

  async #order(visit: number): Promise<void> {
    const { faults } = this.#whmcs.simulator;
    const fault = FAULTS[visit % FAULTS.length];
    if (fault) faults.plan(fault, { action: "AddOrder", times: 1 });
    const name = `visit-${visit}.com`;
    await this.#owner.orderDomain(name, {}, `order-${visit}`);
    // Again under the same reference; where nothing is known it would wait for the first in real time.
    if (!fault) await this.#owner.orderDomain(name, {}, `order-${visit}`);
    faults.clear();
  }

  /** Its answer may be lost, and what is read after it, or the mail. */
  async #changeName(visit: number): Promise<void> {
    const { simulator, outbox } = this.#whmcs;
    if (visit % 3 === 0) {
      simulator.faults.plan({ kind: "html_500_after" }, { action: "DomainUpdateNameservers", times: 1 });
      simulator.faults.plan(
        { kind: "changed", change: (members) => members },
        { action: "DomainGetNameservers", times: 1 },
      );
      simulator.faults.plan({ kind: "html_500" }, { action: "DomainGetNameservers" });
    }
    if (visit % 5 === 0) outbox.failures = 4;
    await this.#owner.setDomainNameservers(NAME, [`ns${visit % 2}.other.example`, "ns9.other.example"]);
    await this.#see();
  }

  async #pass(ms: number): Promise<void> {
    this.#aheadMs += ms;
    await this.#whmcs.settled();
    await this.#whmcs.runScheduledWork();
  }

  async #see(): Promise<void> {
    const rows = await this.rows();
    for (const table of Object.keys(this.most)) this.most[table] = Math.max(this.most[table] ?? 0, rows[table] ?? 0);
  }
}
