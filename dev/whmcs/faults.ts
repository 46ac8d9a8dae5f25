/**
 * The planned fault of the next calls of an action.
 *
 * - `html_200`, `html_500`: a page in place of an answer; `html_500_after` once the work is done.
 * - `warning`: an answer with a warning and without a result; nothing is done.
 * - `error`: `result: error` with a text.
 * - `empty`, `cut`: a missing body, or one that ends early; `stalled` stops half-way, `endless` never ends.
 * - `slow`: answers after some milliseconds; `never` holds the connection.
 * - `reset`: the connection breaks without an answer.
 * - `write`: the work is done so many times, after some milliseconds, and the answer fails separately: `writeFaults` names them.
 * - `answer`: another answer altogether; `changed`: the original one with changed members, before it is written.
 */
export type Fault =
  | { kind: PlainFault | "html_500_after" | "endless" }
  | { kind: "error"; text: string }
  | { kind: "slow"; ms: number }
  /** If `answer` is null, returns the original answer, of the first time. */
  | { kind: "write"; times: number; afterMs: number; answer: Fault | null }
  | { kind: "answer"; status: number; headers?: Record<string, string>; body: string }
  | { kind: "changed"; change(members: Record<string, unknown>): unknown };

export type PlainFault = "warning" | "html_200" | "html_500" | "empty" | "cut" | "stalled" | "reset" | "never";

/** The planned faults, first in, first out. */
export class Faults {
  #planned: { action: string | null; fault: Fault; times: number }[] = [];

  /** @param action null: any action @param times how many calls it affects; infinite by default */
  plan(
    fault: Fault,
    { action = null, times = Number.POSITIVE_INFINITY }: { action?: string | null; times?: number } = {},
  ): void {
    this.#planned.push({ action, fault, times });
  }

  clear(): void {
    this.#planned = [];
  }

  /** The fault of this call. @param writes whether the call changes something: faults of writes affect only those */
  next(action: string, writes: boolean): Fault | null {
    const met = this.#planned.find(
      (planned) => (planned.action === null || planned.action === action) && (planned.fault.kind !== "write" || writes),
    );
    if (!met) return null;
    met.times--;
    if (met.times <= 0) this.#planned.splice(this.#planned.indexOf(met), 1);
    return met.fault;
  }
}

const LOOK_EVERY_MS = 10;

/** Work that an installation continues after it has answered, by its own clock, which may be set by hand. */
export class LateEffects {
  readonly #now: () => number;
  #waiting: { dueAt: number; run: () => void }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  add(afterMs: number, run: () => void): void {
    this.#waiting.push({ dueAt: this.#now() + afterMs, run });
    this.#timer ??= setInterval(() => this.runDue(), LOOK_EVERY_MS).unref();
  }

  runDue(): void {
    const now = this.#now();
    const due = this.#waiting.filter(({ dueAt }) => dueAt <= now);
    this.#waiting = this.#waiting.filter((effect) => !due.includes(effect));
    for (const { run } of due) run();
    if (this.#waiting.length === 0) this.clear();
  }

  /** Cancels all of it. */
  clear(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }
}
