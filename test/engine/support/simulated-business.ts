import { CALL, LOGINS } from "../../billing-contract/questions.ts";
import { countRows } from "../../support/table-rows.ts";
import { actingEngine, DAY_MS, type MemoryRegistrar, NOW, type RecordedMails } from "./acting.ts";
import { seededBilling } from "./seeded-billing.ts";

/** How often the scheduled jobs run in a simulated day. */
const RUNS_A_DAY = 4;
const TOTP_LOGIN = { email: "totp@maple.example", password: "maple-totp", address: "203.0.113.7", marks: [] };

/** What one run of the scheduled jobs, or one day, did at most. */
export interface MostDone {
  registrarCalls: number;
  mails: number;
  logLines: number;
}

/** The embedded engine over simulated days: customers who order, pay or do not, and everything outside failing now and then. */
export class SimulatedBusiness {
  readonly most: MostDone = { registrarCalls: 0, mails: 0, logLines: 0 };
  /** Of all days. */
  readonly sum: MostDone = { registrarCalls: 0, mails: 0, logLines: 0 };
  readonly events = new Map<string, number>();
  readonly #acting: ReturnType<typeof actingEngine>;
  readonly #db: D1Database;
  readonly #lines: string[];
  /** Names that are paid for and not renewed, the oldest first. */
  readonly #names: string[] = [];
  #day = 0;

  private constructor(db: D1Database, lines: string[], acting: ReturnType<typeof actingEngine>) {
    this.#db = db;
    this.#lines = lines;
    this.#acting = acting;
  }

  /** @param lines what is logged comes there */
  static async open(lines: string[]): Promise<SimulatedBusiness> {
    const { db, sql } = await seededBilling(new Date(NOW));
    const password = await sql.value<string>("SELECT password_hash FROM logins WHERE id = ?", LOGINS.totp);
    const acting = actingEngine(db, {
      // The right password without the work.
      deriveKey: async () => Uint8Array.fromHex(password ?? ""),
    });
    return new SimulatedBusiness(db, lines, acting);
  }

  /** A day on which customers come and something may fail. */
  async busyDay(): Promise<void> {
    const day = this.#day;
    this.#fail(day);
    await this.#signIn(day);
    await this.#read(day);
    await this.#order(day);
    await this.#pay(day);
    await this.quietDay();
    this.#forgetEnded();
  }

  /** A day on which nobody comes. */
  async quietDay(): Promise<void> {
    for (let run = 0; run < RUNS_A_DAY; run++) await this.#acting.pass(DAY_MS / RUNS_A_DAY);
    this.#day++;
    this.#count();
  }

  /** Nothing fails any more. */
  mend(): void {
    const { registrar, mails } = this.#acting;
    Object.assign(registrar, { available: true, refusal: null, losesAnswers: false });
    mails.fails = false;
  }

  /** Rows of every table, by name, and the size of the database. */
  async stored(): Promise<{ rows: Record<string, number>; bytes: number }> {
    const rows = await countRows(this.#db);
    const bytes = await this.#db
      .prepare("SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size")
      .first<number>("n");
    return { rows, bytes: bytes ?? 0 };
  }

  /** How many rows there are `from`, a table with what may follow it. */
  async count(from: string): Promise<number> {
    return (await this.#db.prepare(`SELECT count(*) AS n FROM ${from}`).first<number>("n")) ?? 0;
  }

  #fail(day: number): void {
    const { registrar, mails } = this.#acting;
    registrar.today = new Date(this.#acting.at.now).toISOString().slice(0, 10);
    registrar.available = day % 31 > 2;
    registrar.refusal = day % 37 === 5 ? "not today" : null;
    registrar.losesAnswers = day % 41 === 7;
    mails.fails = day % 29 < 2;
  }

  /** A sign-in that ends before its second step, sometimes with wrong codes. */
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
      // Its answer may be lost: asked twice under one reference.
      await owner.orderDomain(name, {}, reference);
      await owner.orderDomain(name, {}, reference);
      await owner.setDomainAutoRenew(name, false);
      this.#names.push(name);
    }
    if (day % 14 === 1) await owner.orderPlan("web-start", { domain: `site-${day}.com` }, `plan-${day}`);
  }

  /** Two of three unpaid invoices, a day after they were made. */
  async #pay(day: number): Promise<void> {
    const { owner } = this.#acting;
    for (const { id } of await owner.invoices("unpaid"))
      if ((id + day) % 3 !== 0 && id % 3 !== 0) await owner.payInvoice(id);
  }

  /** The registrar of the test forgets what no account has any more. */
  #forgetEnded(): void {
    const { registrar } = this.#acting;
    while (this.#names.length > 200) registrar.domains.delete(this.#names.shift() ?? "");
    registrar.done.clear();
  }

  #count(): void {
    const { registrar, mails } = this.#acting;
    const day: MostDone = {
      registrarCalls: drained<MemoryRegistrar["calls"][number]>(registrar.calls).length,
      mails: drained<RecordedMails["sent"][number]>(mails.sent).length,
      logLines: this.#lines.length,
    };
    for (const line of drained(this.#lines)) {
      const { event } = JSON.parse(line) as { event: string };
      this.events.set(event, (this.events.get(event) ?? 0) + 1);
    }
    for (const kind of Object.keys(day) as (keyof MostDone)[]) {
      this.most[kind] = Math.max(this.most[kind], day[kind]);
      this.sum[kind] += day[kind];
    }
  }
}

function drained<Item>(list: Item[]): Item[] {
  return list.splice(0);
}
