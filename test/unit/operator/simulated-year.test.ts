import process from "node:process";
import { afterAll, expect, test, vi } from "vitest";
import { openOperator } from "../../../workers/operator/composition.ts";
import { operatorConsole } from "../../../workers/operator/operator-application.ts";
import { runOperatorWork } from "../../../workers/operator/scheduled-work.ts";
import { livingBytes } from "../../support/heap.ts";
import { printTable } from "../../support/print-table.ts";
import { countRows } from "../../support/table-rows.ts";
import { demonstrationBindings } from "./support/demonstration-bindings.ts";
import { scriptedWorkers, type WorkersMood } from "./support/scripted-workers.ts";

const DAY_MS = 86_400_000;
/** What operators did is kept for two years: only after that is anything to be seen. */
const DAYS = Math.max(4 * 365, Number(process.env.SIMULATED_DAYS ?? 365));
const KEPT_DAYS = 2 * 365;
const RUNS_A_DAY = 2;
const MEGABYTE = 1_048_576;

afterAll(() => vi.useRealTimers());

test(`${DAYS} days of the console: what is kept levels off after two years, and all of it ends`, {
  timeout: 1_200_000,
}, async () => {
  const events = new Map<string, number>();
  vi.spyOn(console, "error").mockImplementation((line: string) => {
    const { event } = JSON.parse(line) as { event: string };
    events.set(event, (events.get(event) ?? 0) + 1);
  });
  const acts = vi.spyOn(console, "info").mockImplementation(() => undefined);
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: Date.UTC(2026, 10, 23) });
  const began = performance.now();
  const operation = new Operation();
  const seen: { rows: Record<string, number>; heap: number }[] = [];
  for (let quarter = 0; quarter < 4; quarter++) {
    for (let day = 0; day < DAYS / 4; day++) await operation.busyDay(day);
    seen.push({ rows: await operation.rows(), heap: await livingBytes() });
  }
  operation.mend();
  const [, , threeQuarters, end] = seen;
  if (!threeQuarters || !end) throw new Error("not every quarter was seen");
  for (let day = 0; day < KEPT_DAYS + 1; day++) await operation.quietDay();
  const left = await operation.rows();
  acts.mockRestore();

  const megabytes = (heap: number) => (heap / MEGABYTE).toFixed(1);
  printTable(
    `The operator's database, ${DAYS} days, ${Math.round((performance.now() - began) / 1000)} s: rows`,
    ["Table", "a quarter", "half", "three quarters", "end", `${KEPT_DAYS} days alone`],
    [
      ...Object.keys(end.rows).map((table) => [
        table,
        ...[...seen.map(({ rows }) => rows), left].map((at) => at[table] ?? 0),
      ]),
      ["memory that lives on, in MB", ...seen.map(({ heap }) => megabytes(heap)), ""],
    ],
  );
  printTable("Logged by the console", ["Event", "times"], [...events].toSorted());
  for (const [table, rows] of Object.entries(end.rows))
    expect(rows, table).toBeLessThanOrEqual((threeQuarters.rows[table] ?? 0) * 1.05 + 5);
  expect(end.heap - threeQuarters.heap, "memory").toBeLessThan(8 * MEGABYTE);
  // Each table was written to, and what is erased came to its end however often it was held up.
  expect(end.rows).toMatchObject({ scheduled_runs: 1 });
  for (const table of ["operator_acts", "operator_reads", "erasures"])
    expect(end.rows[table], table).toBeGreaterThan(0);
  expect(operation.mostInPart).toBeGreaterThan(0);
  expect(left).toMatchObject({ operator_acts: 0, operator_reads: 0, erasures: 0 });
  vi.restoreAllMocks();
});

/** An operator with a console: look-ups, acts and erasures, and other Workers that are away now and then. */
class Operation {
  /** Erasures of one moment that left something. */
  mostInPart = 0;
  readonly #mood: WorkersMood = { isAway: false, isOpen: false, keepsCustomer: false };
  readonly #bindings = { ...demonstrationBindings(), ...scriptedWorkers(this.#mood) };
  // As deployed: what was asked for can be called off.
  readonly #services = { ...openOperator(this.#bindings, () => undefined), erasureDelayMs: 600_000 };
  readonly #console = operatorConsole(this.#services);

  async busyDay(day: number): Promise<void> {
    Object.assign(this.#mood, { isAway: day % 31 < 2, isOpen: day % 17 < 3, keepsCustomer: day % 5 === 0 });
    await this.#read(`login?login=${day % 50}`);
    await this.#read("account?account=1001");
    await this.#act("unlock", { login: day % 50 });
    if (day % 3 === 0) await this.#eraseOne(day);
    await this.quietDay();
    const inPart = "SELECT count(*) AS count FROM erasures WHERE state = 'done_in_part'";
    this.mostInPart = Math.max(this.mostInPart, (await this.#bindings.OPERATOR_DB.prepare(inPart).first("count")) ?? 0);
  }

  async quietDay(): Promise<void> {
    for (let run = 0; run < RUNS_A_DAY; run++) {
      await vi.advanceTimersByTimeAsync(DAY_MS / RUNS_A_DAY);
      await runOperatorWork(this.#services);
    }
  }

  mend(): void {
    Object.assign(this.#mood, { isAway: false, isOpen: false, keepsCustomer: false });
  }

  rows(): Promise<Record<string, number>> {
    return countRows(this.#bindings.OPERATOR_DB);
  }

  async #eraseOne(day: number): Promise<void> {
    const asked = { kind: "login", id: 1 + day };
    const { confirm } = await this.#act("erase", asked);
    await this.#act("erase", { ...asked, confirm });
    if (day % 9 !== 0) return;
    const { tables } = await this.#read("erasures");
    const called = await this.#act("call-off", { erasure: tables.erasures?.[0]?.erasure });
    expect(called.done).toBe(true);
  }

  async #read(path: string): Promise<{ tables: Record<string, { erasure?: string }[]> }> {
    const answer = await this.#console(new Request(`http://localhost/api/${path}`));
    expect(answer.status, path).toBe(200);
    return (await answer.json()) as { tables: Record<string, { erasure?: string }[]> };
  }

  async #act(name: string, fields: object): Promise<{ done: boolean; confirm?: string }> {
    const body = JSON.stringify({ ...fields, because: "a customer asked" });
    const headers = { "Content-Type": "application/json" };
    const answer = await this.#console(new Request(`http://localhost/api/${name}`, { method: "POST", body, headers }));
    expect(answer.status, name).toBeLessThan(500);
    return (await answer.json()) as { done: boolean; confirm?: string };
  }
}
