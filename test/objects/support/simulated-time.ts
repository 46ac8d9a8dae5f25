import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { DAY, pass } from "../../support/clock.ts";
import type { Kept } from "../../support/simulated-year.ts";
import { tablesOf } from "./put-back.ts";

/** An object whose alarms the simulation runs when they are due. */
interface Watched {
  name: string;
  stub: DurableObjectStub;
  alarmAt: number | null;
}

/** The allowed growth of each count in {@link SimulatedTime.kept}. */
export const OBJECTS_SLACK: [RegExp, number][] = [
  [/: rows$/, 20],
  [/: bytes$/, 131_072],
  [/: (?:objects|alarms)$/, 3],
];

/** The objects of a simulation and its clock, which moves from one alarm to the next. */
export class SimulatedTime {
  readonly #objects = new Map<string, Watched>();
  /** The highest number of alarms that one object ran in one step, and the name of that object. */
  mostAlarms = { count: 0, name: "" };
  readonly #inStep = new Map<string, number>();

  /** Starts to watch an object. Call this method again after each call to the object. */
  async watch(name: string, stub: DurableObjectStub): Promise<void> {
    const alarmAt = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
    this.#objects.set(name, { name, stub, alarmAt });
  }

  /**
   * Moves the clock to a time and runs each alarm when it is due.
   * @param always the name of an object whose alarm time is read again before each alarm, because it can change without
   * a call
   */
  async until(instant: number, always: string): Promise<void> {
    for (;;) {
      const own = this.#objects.get(always);
      if (own) await this.watch(always, own.stub);
      const due = this.#next();
      if (!due || due.alarmAt === null || due.alarmAt > instant) break;
      pass(Math.max(0, due.alarmAt - Date.now()));
      await runDurableObjectAlarm(due.stub);
      this.#count(due.name);
      await this.watch(due.name, due.stub);
    }
    pass(Math.max(0, instant - Date.now()));
  }

  /**
   * Starts a step of several days.
   * @returns the end of the step
   */
  step(days: number): number {
    this.#inStep.clear();
    return Date.now() + days * DAY;
  }

  /**
   * Returns for each kind of object the number of objects with stored data, their rows and bytes, and the number of set
   * alarms.
   */
  async kept(kinds: readonly string[]): Promise<Kept> {
    const kept: Kept = {};
    for (const kind of kinds) {
      const sum = { objects: 0, rows: 0, bytes: 0, alarms: 0 };
      for (const { name, stub } of this.#objects.values()) {
        if (!name.startsWith(`${kind}:`)) continue;
        const { rows, bytes, hasAlarm } = await contentsOf(stub);
        if (rows === 0) this.#objects.delete(name);
        sum.objects += rows > 0 ? 1 : 0;
        sum.rows += rows;
        sum.bytes += bytes;
        sum.alarms += hasAlarm ? 1 : 0;
      }
      for (const [what, count] of Object.entries(sum)) kept[`${kind}: ${what}`] = count;
    }
    return kept;
  }

  #next(): Watched | undefined {
    let first: Watched | undefined;
    for (const one of this.#objects.values())
      if (one.alarmAt !== null && one.alarmAt < (first?.alarmAt ?? Number.POSITIVE_INFINITY)) first = one;
    return first;
  }

  #count(name: string): void {
    const count = (this.#inStep.get(name) ?? 0) + 1;
    this.#inStep.set(name, count);
    if (count > this.mostAlarms.count) this.mostAlarms = { count, name };
  }
}

function contentsOf(stub: DurableObjectStub) {
  return runInDurableObject(stub, async (_, { storage }) => {
    const { sql, kv } = storage;
    const counts = tablesOf(sql).map((table) => sql.exec<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`).one().n);
    const rows = counts.reduce((sum, count) => sum + count, [...kv.list()].length);
    return { rows, bytes: sql.databaseSize, hasAlarm: (await storage.getAlarm()) !== null };
  });
}
