import type { ObjectPlan, StorageFault } from "./faults.ts";

const WRITE = /^\s*(?:INSERT|UPDATE|DELETE)\b/i;

/** The storage faults of one object. They survive restarts of the object, but not of the runtime. */
export class FailingStorage {
  readonly #failingWrites: ReadonlySet<number>;
  readonly #happened: (fault: StorageFault) => void;
  #lostAlarms: number;
  #writes = 0;

  constructor({ failingWrites, lostAlarms }: ObjectPlan, happened: (fault: StorageFault) => void) {
    this.#failingWrites = new Set(failingWrites);
    this.#lostAlarms = lostAlarms;
    this.#happened = happened;
  }

  /** Counts a write statement. @throws {Error} if this write must fail */
  beforeStatement(query: string): void {
    if (!WRITE.test(query) || !this.#failingWrites.has(++this.#writes)) return;
    this.#happened("a write fails");
    throw new Error("the harness fails this write");
  }

  /** Returns whether the current alarm must be lost. If so, one alarm fewer remains to be lost. */
  losesAlarm(): boolean {
    if (this.#lostAlarms === 0) return false;
    this.#lostAlarms--;
    this.#happened("an alarm is lost");
    return true;
  }
}

/** Makes the SQL statements of an object fail as planned. */
export function failWrites(storage: DurableObjectStorage, planned: () => FailingStorage | undefined): void {
  const { sql } = storage;
  const failing = {
    exec(query: string, ...bound: unknown[]) {
      planned()?.beforeStatement(query);
      return sql.exec(query, ...bound);
    },
  };
  Object.defineProperty(storage, "sql", { value: failing });
}
