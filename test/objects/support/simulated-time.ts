import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { DAY, pass } from "./clock.ts";

/** An object whose alarms the simulation runs when they are due. */
interface Watched {
  name: string;
  stub: DurableObjectStub;
  alarmAt: number | null;
}

/** What the objects stored at one moment. */
export interface Stored {
  /** Objects that store anything. */
  objects: number;
  rows: number;
  bytes: number;
  /** Objects with an alarm. */
  alarms: number;
}

/** The objects of a simulation, on a clock that goes from one alarm to the next. */
export class SimulatedTime {
  readonly #objects = new Map<string, Watched>();
  /** Alarms that one object ran in one step, at most, and of which object. */
  mostAlarms = { count: 0, name: "" };
  alarms = 0;
  readonly #inStep = new Map<string, number>();

  /** Looks after an object from now on; to be called again whenever it was asked something. */
  async watch(name: string, stub: DurableObjectStub): Promise<void> {
    const alarmAt = await runInDurableObject(stub, (_, { storage }) => storage.getAlarm());
    this.#objects.set(name, { name, stub, alarmAt });
  }

  /** Goes on to an instant, and runs each alarm at its time. @param always is looked at before each step: it acts by itself */
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

  /** Begins a step of so many days. @returns when it ends */
  step(days: number): number {
    this.#inStep.clear();
    return Date.now() + days * DAY;
  }

  /** The objects of a kind that store something, by name. */
  async stored(kind = ""): Promise<Stored> {
    const sum = { objects: 0, rows: 0, bytes: 0, alarms: 0 };
    for (const { name, stub } of this.#objects.values()) {
      if (!name.startsWith(kind)) continue;
      const { rows, bytes, hasAlarm } = await contentsOf(stub);
      if (rows === 0 && name !== kind) this.#objects.delete(name);
      sum.objects += rows > 0 ? 1 : 0;
      sum.rows += rows;
      sum.bytes += bytes;
      sum.alarms += hasAlarm ? 1 : 0;
    }
    return sum;
  }

  /** What a watched object stores under a key. */
  async valueOf<Value>(name: string, key: string): Promise<Value | undefined> {
    const watched = this.#objects.get(name);
    return watched && runInDurableObject(watched.stub, (_, { storage }) => storage.kv.get<Value>(key));
  }

  #next(): Watched | undefined {
    let first: Watched | undefined;
    for (const one of this.#objects.values())
      if (one.alarmAt !== null && one.alarmAt < (first?.alarmAt ?? Number.POSITIVE_INFINITY)) first = one;
    return first;
  }

  #count(name: string): void {
    this.alarms++;
    const count = (this.#inStep.get(name) ?? 0) + 1;
    this.#inStep.set(name, count);
    if (count > this.mostAlarms.count) this.mostAlarms = { count, name };
  }
}

/** What objects of a kind stored, as a cell of a table. */
export function storedText(stored: Stored | undefined): string {
  if (!stored || stored.objects === 0) return "none";
  return `${stored.objects} with ${stored.rows} rows, ${Math.round(stored.bytes / 1024)} KB`;
}

function contentsOf(stub: DurableObjectStub) {
  return runInDurableObject(stub, async (_, { storage }) => {
    const { sql, kv } = storage;
    const names = sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
    const tables = names.map(({ name }) => name).filter((name) => !/^(?:sqlite_|_cf_|__miniflare)/.test(name));
    const counts = tables.map((table) => sql.exec<{ n: number }>(`SELECT COUNT(*) AS n FROM ${table}`).one().n);
    const rows = counts.reduce((sum, count) => sum + count, [...kv.list()].length);
    return { rows, bytes: sql.databaseSize, hasAlarm: (await storage.getAlarm()) !== null };
  });
}
