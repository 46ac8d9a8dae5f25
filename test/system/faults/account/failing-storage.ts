import type { ObjectPlan, StorageFault } from "./faults.ts";

const WRITE = /^\s*(?:INSERT|UPDATE|DELETE)\b/i;

/** The storage faults of one object. They apply across restarts of the object within one run of the runtime. */
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

  /** Throws if the next write must fail. */
  beforeStatement(query: string): void {
    if (!WRITE.test(query) || !this.#failingWrites.has(++this.#writes)) return;
    this.#happened("a write fails");
    throw new Error("the harness fails this write");
  }

  /** Whether the current alarm is lost. */
  losesAlarm(): boolean {
    if (this.#lostAlarms === 0) return false;
    this.#lostAlarms--;
    this.#happened("an alarm is lost");
    return true;
  }
}

/** Makes statements of an object's storage fail as planned. */
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
