import { AsyncLocalStorage } from "node:async_hooks";
import { StripeSimulator } from "../../../../dev/stripe/stripe-simulator.ts";
import { signatureOf } from "../../../../dev/stripe/stripe-state.ts";
import type { BillingEngine } from "../../../../workers/billing/engine/billing-engine.ts";
import { randomNumbers } from "../../../support/random-numbers.ts";
import { engineAt } from "../../support/engine.ts";
import { migratedDatabase } from "../../support/seeded-billing.ts";
import type { Statement } from "../../support/watched-database.ts";
import { RULES } from "../invariants/all.ts";
import { judgeCopy } from "../invariants/copy.ts";
import { type Mistake, rewritten } from "../mistakes.ts";
import { catalogueStatements, firstPriceList, type PriceList, priceStatements } from "../model/price-list.ts";
import type { InvoiceRow } from "../model/rows.ts";
import { ModelState } from "../model/state.ts";
import { type Task, Transaction } from "../model/transaction.ts";
import { logChanges, takeChanges } from "./change-log.ts";
import { Interleaving } from "./interleaving.ts";
import { type DatabaseFault, observedDatabase } from "./observed-database.ts";
import { Registry } from "./registry.ts";

/** The date at which every walk starts. A leap day and several changes of tax rates follow. */
const BEGINNING = Date.parse("2024-02-20T09:00:00Z");
const DAY_MS = 86_400_000;
const RUN_WRITES = 3;
/** Number of days within which the engine must find a payment that no event reported. */
const DAYS_TO_FIND = 3;

/** A step. Its outcome is `ok`, a code that describes its failure, or an HTTP status. */
export interface Call {
  name: string;
  kind: Task["kind"];
  run(): Promise<string>;
  /** Repeats the step with the same reference. */
  again?: () => Promise<string>;
}

/** The shares of database calls that fail, each from 0 to 1. */
export interface FaultRates {
  /** The share of writes that take effect and return an error. */
  lost: number;
  /** The share of writes that fail without effect. */
  failed: number;
  /** The share of reads that fail. */
  unread: number;
}

/** Log events that report a failure in the engine or its database. Other failures concern the registrar. */
const OWN_FAILURES = new Set([
  ...["action_failed", "billing_failed", "order_failed", "order_not_put_off", "orders_not_done", "row_failed"],
  ...["departure_not_noticed", "departures_not_noticed", "notice_not_kept", "notices_not_sent", "run_not_recorded"],
  ...["scheduled_work_failed", "step_not_done", "transfer_not_ended", "transfers_not_ended"],
]);

export const NO_FAULTS: FaultRates = { lost: 0, failed: 0, unread: 0 };

export interface Violation {
  rule: string;
  detail: unknown;
  /** YYYY-MM-DD */
  day: string;
  by: string;
}

/** The engine, everything outside it, and the model that watches its database. */
export class World {
  readonly state = new ModelState();
  readonly violations: Violation[] = [];
  /** How often each event happened. */
  readonly counts = new Map<string, number>();
  /** The actions that can be repeated. */
  readonly asked: Call[] = [];
  readonly registry: Registry;
  /** The simulated Stripe. Its events wait in {@link World.events} and may be lost. */
  readonly stripe: StripeSimulator;
  readonly events: string[] = [];
  /** The invoice for each payment that an operator recorded, by payment reference. */
  readonly transfers = new Map<string, number>();
  readonly engine: BillingEngine;
  /** Returns the next random number of the current step. */
  random: () => number = randomNumbers(0);
  faults: FaultRates = NO_FAULTS;
  now = BEGINNING;
  nextAccount = 1001;
  nextName = 1;
  /** How often the registrar changed to a failure mode. */
  registrarModes = 0;
  readonly #db: D1Database;
  /** The database for the walk's own statements. They never fail, but the model checks them too. */
  readonly #own: D1Database;
  readonly #tasks = new AsyncLocalStorage<Task>();
  readonly #interleaving = new Interleaving((limit) => this.below(limit));
  readonly #works: Promise<void>[] = [];
  readonly #mistake: Mistake | null;
  #ids = 0;

  private constructor(db: D1Database, stripe: StripeSimulator, mistake: Mistake | null) {
    this.#db = db;
    this.stripe = stripe;
    this.#mistake = mistake;
    const point = () => this.#interleaving.point();
    const today = () => this.today;
    this.registry = new Registry({ today, point, chance: (share) => this.chance(share) });
    const observed = (isOwn: boolean) =>
      observedDatabase(db, {
        point,
        faultOf: (writes) => (isOwn ? null : this.#faultOf(writes)),
        rewrite: (statement) => (isOwn ? statement : this.#rewritten(statement)),
        written: () => this.#judgeWritten(),
      });
    this.#own = observed(true);
    const engineDb = observed(false);
    const waitUntil = (work: Promise<unknown>) => void this.#works.push(this.#interleaving.alongside(work));
    const outside = { registrar: this.registry, waitUntil };
    this.engine = engineAt(engineDb, () => this.now, "UTC", outside, stripe.settings);
  }

  static async open(mistake: Mistake | null = null): Promise<World> {
    const db = migratedDatabase("workers/billing/migrations");
    await logChanges(db);
    const stripe: StripeSimulator = await StripeSimulator.start({
      now: () => world.now,
      deliver: async (body) => void world.events.push(body),
    });
    const world = new World(db, stripe, mistake);
    await world.alone("catalogue", "operator", async () => {
      await world.write(...catalogueStatements());
      await world.sell(firstPriceList());
    });
    return world;
  }

  /** YYYY-MM-DD */
  get today(): string {
    return new Date(this.now).toISOString().slice(0, 10);
  }

  below(limit: number): number {
    return Math.floor(this.random() * limit);
  }

  /** Returns true with the given probability. @param share from 0 to 1 */
  chance(share: number): boolean {
    return this.random() < share;
  }

  /** Returns a random item. @throws if the list is empty */
  pick<Item>(items: readonly Item[]): Item {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new Error("nothing to pick");
    return item;
  }

  count(what: string, times = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + times);
  }

  /** Reads a line of the engine's log. Without planned faults, the engine must not log a failure. */
  seeLine(line: string): void {
    const { event } = JSON.parse(line) as { event: string };
    this.count(`logged: ${event}`);
    if (this.faults === NO_FAULTS && OWN_FAILURES.has(event)) this.fail("nothing fails without a fault", line);
  }

  fail(rule: string, detail?: unknown): void {
    this.violations.push({ rule, detail, day: this.today, by: this.#tasks.getStore()?.name ?? "the walk" });
  }

  /** The task that the calling code belongs to. */
  get task(): Task {
    const task = this.#tasks.getStore();
    if (!task) throw new Error("nobody does this");
    return task;
  }

  /** Runs calls concurrently, with the work that they pass to `waitUntil`. @returns the outcomes of the calls */
  async run(calls: readonly Call[]): Promise<string[]> {
    const outcomes: string[] = [];
    const tasks = calls.map(({ name, kind }): Task => ({ name, kind, since: this.state.transactions }));
    const works = calls.map((call, index) => () => {
      const work = async () => {
        outcomes[index] = await call.run();
      };
      return this.#tasks.run(tasks[index] as Task, work);
    });
    await this.#interleaving.run(works);
    while (this.#works.length > 0) await this.#works.pop();
    return outcomes;
  }

  async alone(name: string, kind: Task["kind"], work: () => Promise<void>): Promise<void> {
    await this.run([{ name, kind, run: () => work().then(() => "ok") }]);
  }

  /** Runs the walk's own statements in one transaction. */
  async write(...statements: [sql: string, ...values: unknown[]][]): Promise<void> {
    await this.#own.batch(statements.map(([sql, ...values]) => this.#own.prepare(sql).bind(...values)));
  }

  /** Replaces the engine's price list. */
  async sell(list: PriceList): Promise<void> {
    await this.write(...priceStatements(list));
    // The list gets its own transaction number, because running calls may have read the previous list.
    this.state.priceLists.push({ from: ++this.state.transactions, list });
  }

  /** Calls the Stripe simulator without a network, because a walk sends tens of thousands of requests. */
  async askStripe(request: Request): Promise<Response> {
    const { method, url, headers } = request;
    const [authorization, key] = [headers.get("Authorization"), headers.get("Idempotency-Key")];
    const asked = { method, url: new URL(url), body: await request.text(), authorization, key };
    const answered = await this.stripe.answerTo(asked);
    if (!answered) throw new TypeError("fetch failed");
    return Response.json(answered.answer, { status: answered.status });
  }

  /** Returns the next id. Ids have the form of a UUID and ascend. */
  nextId(): string {
    return `00000000-0000-4000-8000-${String(++this.#ids).padStart(12, "0")}`;
  }

  /** Sends a signed event to the engine's webhook. @returns the HTTP status */
  tell(body: string): Promise<string> {
    const signature = signatureOf(body, this.stripe.webhookSecret, Math.floor(this.now / 1000));
    const init = { method: "POST", body, headers: { "Stripe-Signature": signature } };
    const answered = this.engine.takePaymentEvent(new Request("https://desk.example/", init), "event");
    return answered.then(({ status }) => String(status));
  }

  /** Returns a call that runs the scheduled jobs. */
  scheduledJobs(): Call {
    const run = () =>
      this.engine.runScheduledJobs("run").then(
        () => "ok",
        // The run could not begin.
        () => "failed",
      );
    return { name: "jobs", kind: "jobs", run };
  }

  /** Lets a day pass, and runs the scheduled jobs once. */
  async nextDay(): Promise<void> {
    this.now += DAY_MS;
    this.registry.passTime();
    await this.#letBanksDecide();
    this.count("days");
    await this.run([this.scheduledJobs()]);
  }

  /** Completes or fails some of the payments that wait for a bank. */
  async #letBanksDecide(): Promise<void> {
    const { state } = this.stripe;
    for (const { id, status } of state.intents.values()) {
      if (status !== "processing" || !this.chance(0.3)) continue;
      const isPaid = this.chance(0.7);
      await state.decide(id, isPaid);
      this.count(`the bank ${isPaid ? "pays" : "refuses"}`);
    }
  }

  /** Gives the engine days to find what no webhook reported, then compares its payments and refunds with Stripe's. */
  async compareWithStripe(): Promise<void> {
    for (let day = 0; day < DAYS_TO_FIND; day++) await this.nextDay();
    const { payments, refunds } = this.state.rows;
    const { intents, refunds: wentBack } = this.stripe.state;
    const known = new Set([...payments.values()].map(({ reference }) => reference));
    const recorded = new Set([...refunds.values()].map((row) => row.state !== "failed" && row.stripe_refund));
    for (const { id, status } of intents.values())
      if (status === "succeeded" && !known.has(id)) this.fail("what came in is recorded", id);
    for (const refund of wentBack)
      if (refund.status === "succeeded" && !recorded.has(refund.id)) this.fail("each refund is recorded", refund);
  }

  /** Compares the model's copy with the whole database. */
  async compare(): Promise<void> {
    await judgeCopy(this.#db, this.state, (rule, detail) => this.fail(rule, detail));
  }

  #faultOf(writes: boolean): DatabaseFault {
    const { lost, failed, unread } = this.faults;
    const { kind } = this.task;
    // A run of the scheduled jobs makes far more calls than a customer, so each call fails less often.
    const chance = this.random() * (kind === "jobs" ? RUN_WRITES : 1);
    const fault = writes
      ? chance < lost
        ? "lost"
        : chance < lost + failed
          ? "failed"
          : null
      : chance < unread
        ? "failed"
        : null;
    if (fault === null) return null;
    this.count(`${writes ? fault : "unread"} (${kind})`);
    return fault;
  }

  #rewritten({ sql, values }: Statement): Statement {
    // With a random order, two walks with the same seed would differ.
    const statement = { sql: sql.replace("ORDER BY random()", "ORDER BY 1"), values };
    if (!this.#mistake) return statement;
    const made = rewritten(this.#mistake, statement, this.today);
    if (made.sql !== statement.sql || made.values.some((value, at) => value !== statement.values[at]))
      this.count("mistakes");
    return made;
  }

  async #judgeWritten(): Promise<void> {
    const rows = await takeChanges(this.#db);
    if (rows.length === 0) return;
    const { state, today, task } = this;
    const tx = new Transaction(task, today, rows, state);
    for (const { table, key, before } of tx.changes) {
      if (JSON.stringify(before ?? undefined) !== JSON.stringify(state.rows[table].get(key)))
        this.fail("the model has seen every change", { table, key, before });
    }
    const fail = (rule: string, detail?: unknown) => this.fail(rule, detail);
    try {
      const { stripe, transfers } = this;
      for (const rule of RULES) rule({ tx, state, stripe: stripe.state, transfers, today, fail });
      this.#countMoves(tx);
    } catch (error) {
      // expected: the model cannot follow a change. The engine would take a rethrown error for a database failure.
      this.fail("the model follows every change", { error: String(error), changes: tx.changes });
    }
    state.apply(tx);
  }

  #countMoves(tx: Transaction): void {
    for (const { before, after } of tx.updated("orders")) {
      if (before.status !== after.status) this.count(`order ${after.kind} ${after.status}`);
      if (before.end_reason !== after.end_reason) this.count(`order ${after.kind} ${after.end_reason}`);
    }
    for (const { before, after } of tx.updated("invoices")) {
      if (before.status !== "paid" && after.status === "paid") this.count(`paid with ${howPaid(after)}`);
    }
    for (const { id } of tx.inserted("payments")) {
      if (!tx.inserted("invoice_payments").some(({ payment_id }) => payment_id === id)) this.count("paid in vain");
    }
    for (const { after } of tx.of("refunds")) this.count(`refund ${after?.state}`);
    for (const table of ["services", "domains", "invoices"] as const) {
      for (const { before, after } of tx.updated(table)) {
        if (before.status !== after.status) this.count(`${table} ${before.status} to ${after.status}`);
      }
    }
  }
}

function howPaid({ credit_applied: credit, total }: InvoiceRow): string {
  return credit === 0 ? "money" : credit === total ? "credit" : "credit and money";
}
