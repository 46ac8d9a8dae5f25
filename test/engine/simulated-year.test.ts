import process from "node:process";
import { expect, test } from "vitest";
import { CALL, LOGINS } from "../billing-contract/questions.ts";
import { DAY, pass } from "../support/clock.ts";
import { livingBytes } from "../support/heap.ts";
import { type Kept, type SimulatedSystem, simulateYear } from "../support/simulated-year.ts";
import { countRows } from "../support/table-rows.ts";
import { actingEngine } from "./support/acting.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const DAYS = Number(process.env.SIMULATED_DAYS ?? 365);
/** Number of runs of the scheduled jobs in a simulated day. */
const RUNS_A_DAY = 4;
/** Days without customers until every row has ended. A domain's last term, grace period and redemption take longest. */
const QUIET_DAYS = 500;
const TOTP_LOGIN = { email: "totp@maple.example", password: "maple-totp", address: "203.0.113.7", marks: [] };

/** The tables with records of orders. Their rows stay as long as the account, and only orders add rows. */
const RECORDS = /^(?:actions|cancellations|domains|invoice_payments|invoices|orders|paid_terms|payments|services)$/;

test(`in ${DAYS} simulated days of the embedded engine, only order records accumulate`, {
  timeout: 1_200_000,
}, async () => {
  const business = await Business.open();
  const { left, mostLines } = await simulateYear(business, {
    title: `The embedded engine, ${DAYS} days`,
    steps: DAYS,
    slack: [
      [/./, 12],
      [/^memory/, 6],
    ],
    records: RECORDS,
  });
  const { sum, most } = business;
  expect(sum.mails).toBeGreaterThan(DAYS / 10);
  expect(most.mails, "mails of a day").toBeLessThan(60);
  expect(most.registrarCalls, "registrar calls of a day").toBeLessThan(400);
  expect(mostLines, "lines of a day").toBeLessThan(200);

  expect(left).toMatchObject({ notices: 0, sign_in_challenges: 0 });
  expect(await business.count("orders WHERE auth_code IS NOT NULL")).toBe(0);
  expect(await business.count("orders WHERE status IN ('open', 'paid')")).toBe(0);
  expect(await business.count("actions WHERE state = 'under_way'")).toBe(0);
});

/** The embedded engine during simulated days. Some customers order and pay, and other systems fail on some days. */
class Business implements SimulatedSystem {
  /** The maximum in one day. */
  readonly most = { registrarCalls: 0, mails: 0 };
  /** The total of all days. */
  readonly sum = { registrarCalls: 0, mails: 0 };
  readonly #acting: ReturnType<typeof actingEngine>;
  readonly #db: D1Database;
  /** Ordered domains without auto-renewal, oldest first. */
  readonly #names: string[] = [];

  private constructor(db: D1Database, acting: ReturnType<typeof actingEngine>) {
    this.#db = db;
    this.#acting = acting;
  }

  static async open(): Promise<Business> {
    const { db, sql } = await seededBilling();
    const password = await sql.value<string>("SELECT password_hash FROM logins WHERE id = ?", LOGINS.totp);
    // This derivation accepts every password and costs nothing.
    return new Business(db, actingEngine(db, { deriveKey: async () => Uint8Array.fromHex(password ?? "") }));
  }

  /** Simulates a day with customers and possible failures. */
  async step(day: number): Promise<void> {
    this.#fail(day);
    await this.#signIn(day);
    await this.#read(day);
    await this.#order(day);
    await this.#pay(day);
    await this.#quietDay();
    this.#forgetEnded();
  }

  async leaveAlone(): Promise<void> {
    const { registrar, mails } = this.#acting;
    Object.assign(registrar, { available: true, refusal: null, losesAnswers: false });
    mails.fails = false;
    for (let day = 0; day < QUIET_DAYS; day++) await this.#quietDay();
  }

  async kept(): Promise<Kept> {
    return { ...(await countRows(this.#db)), "memory in MB": Math.round((await livingBytes()) / 1_048_576) };
  }

  /** Counts rows. `from` is a table name and any clauses after it. */
  async count(from: string): Promise<number> {
    return (await this.#db.prepare(`SELECT count(*) AS n FROM ${from}`).first<number>("n")) ?? 0;
  }

  /** Simulates a day without customers. */
  async #quietDay(): Promise<void> {
    for (let run = 0; run < RUNS_A_DAY; run++) {
      pass(DAY / RUNS_A_DAY);
      this.#acting.at.now = Date.now();
      await this.#acting.pass(0);
    }
    this.#count();
  }

  #fail(day: number): void {
    const { registrar, mails } = this.#acting;
    registrar.today = new Date(this.#acting.at.now).toISOString().slice(0, 10);
    registrar.available = day % 31 > 2;
    registrar.refusal = day % 37 === 5 ? "not today" : null;
    registrar.losesAnswers = day % 41 === 7;
    mails.fails = day % 29 < 2;
  }

  /** Starts a sign-in that never completes its second step. On some days it sends wrong codes. */
  async #signIn(day: number): Promise<void> {
    const { engine } = this.#acting;
    const signIn = await engine.signIn(CALL, TOTP_LOGIN);
    if (!signIn.ok || signIn.value.outcome !== "second_step" || day % 9 !== 0) return;
    const { challenge } = signIn.value;
    for (const code of ["000000", "111111"]) await engine.signInSecondStep(CALL, { ...TOTP_LOGIN, challenge, code });
  }

  async #read(day: number): Promise<void> {
    const { owner } = this.#acting;
    await owner.invoices();
    await owner.services({ limit: 50 });
    if (day % 7 === 0) await owner.setDomainNameservers("ana.dev", [`ns${day % 2}.other.net`, "ns9.other.net"]);
  }

  async #order(day: number): Promise<void> {
    const { owner } = this.#acting;
    const reference = `day-${day}`;
    if (day % 3 === 0) {
      const name = `day-${day}.com`;
      // A response may be lost, so the customer calls twice with the same reference.
      await owner.orderDomain(name, {}, reference);
      await owner.orderDomain(name, {}, reference);
      await owner.setDomainAutoRenew(name, false);
      this.#names.push(name);
    }
    if (day % 14 === 1) await owner.orderPlan("web-start", { domain: `site-${day}.com` }, `plan-${day}`);
  }

  /** Pays some of the unpaid invoices. One third is never paid. */
  async #pay(day: number): Promise<void> {
    const { owner } = this.#acting;
    for (const { id } of await owner.invoices("unpaid"))
      if ((id + day) % 3 !== 0 && id % 3 !== 0) await owner.payInvoice(id);
  }

  /** Removes the oldest domains from the test's registrar, because nobody renews them. */
  #forgetEnded(): void {
    const { registrar } = this.#acting;
    while (this.#names.length > 200) registrar.domains.delete(this.#names.shift() ?? "");
    registrar.done.clear();
  }

  #count(): void {
    const { registrar, mails } = this.#acting;
    const day = { registrarCalls: registrar.calls.splice(0).length, mails: mails.sent.splice(0).length };
    for (const kind of ["registrarCalls", "mails"] as const) {
      this.most[kind] = Math.max(this.most[kind], day[kind]);
      this.sum[kind] += day[kind];
    }
  }
}
