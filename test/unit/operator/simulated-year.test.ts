import process from "node:process";
import { expect, test } from "vitest";
import { openOperator } from "../../../workers/operator/composition.ts";
import { operatorConsole } from "../../../workers/operator/operator-application.ts";
import { runOperatorWork } from "../../../workers/operator/scheduled-work.ts";
import { DAY, pass } from "../../support/clock.ts";
import { livingBytes } from "../../support/heap.ts";
import { type Kept, type SimulatedSystem, simulateYear } from "../../support/simulated-year.ts";
import { countRows } from "../../support/table-rows.ts";
import { demonstrationBindings } from "./support/demonstration-bindings.ts";
import { scriptedWorkers, type WorkersMood } from "./support/scripted-workers.ts";

/** What operators did is kept for two years: only after that is anything to be seen. */
const DAYS = Math.max(4 * 365, Number(process.env.SIMULATED_DAYS ?? 365));
const KEPT_DAYS = 2 * 365;
const RUNS_A_DAY = 2;

test(`${DAYS} days of the console: what is kept levels off after two years, and all of it ends`, {
  timeout: 1_200_000,
}, async () => {
  const operation = new Operation();
  const { end, left } = await simulateYear(operation, {
    title: `The operator's database, ${DAYS} days`,
    steps: DAYS,
    slack: [
      [/./, 5],
      [/^memory/, 6],
    ],
  });
  // Each table was written to, and what is erased came to its end however often it was held up.
  expect(end).toMatchObject({ scheduled_runs: 1 });
  for (const table of ["operator_acts", "operator_reads", "erasures"]) expect(end[table], table).toBeGreaterThan(0);
  expect(operation.mostInPart).toBeGreaterThan(0);
  expect(left).toMatchObject({ operator_acts: 0, operator_reads: 0, erasures: 0 });
});

/** An operator with a console: look-ups, acts and erasures, and other Workers that are away now and then. */
class Operation implements SimulatedSystem {
  /** Erasures of one moment that left something. */
  mostInPart = 0;
  readonly #mood: WorkersMood = { isAway: false, isOpen: false, keepsCustomer: false };
  readonly #bindings = { ...demonstrationBindings(), ...scriptedWorkers(this.#mood) };
  // As deployed: what was asked for can be called off.
  readonly #services = { ...openOperator(this.#bindings, () => undefined), erasureDelayMs: 600_000 };
  readonly #console = operatorConsole(this.#services);

  async step(day: number): Promise<void> {
    Object.assign(this.#mood, { isAway: day % 31 < 2, isOpen: day % 17 < 3, keepsCustomer: day % 5 === 0 });
    await this.#read(`login?login=${day % 50}`);
    await this.#read("account?account=1001");
    await this.#act("unlock", { login: day % 50 });
    if (day % 3 === 0) await this.#eraseOne(day);
    await this.#quietDay();
    const inPart = "SELECT count(*) AS count FROM erasures WHERE state = 'done_in_part'";
    this.mostInPart = Math.max(this.mostInPart, (await this.#bindings.OPERATOR_DB.prepare(inPart).first("count")) ?? 0);
  }

  async leaveAlone(): Promise<void> {
    Object.assign(this.#mood, { isAway: false, isOpen: false, keepsCustomer: false });
    for (let day = 0; day < KEPT_DAYS + 1; day++) await this.#quietDay();
  }

  async kept(): Promise<Kept> {
    const rows = await countRows(this.#bindings.OPERATOR_DB);
    return { ...rows, "memory in MB": Math.round((await livingBytes()) / 1_048_576) };
  }

  async #quietDay(): Promise<void> {
    for (let run = 0; run < RUNS_A_DAY; run++) {
      pass(DAY / RUNS_A_DAY);
      await runOperatorWork(this.#services);
    }
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
