/**
 * A planned fault for the next calls of an action:
 * - `html_200`, `html_500`: a web page replaces the response, and nothing is done. With `html_500_after`, the work is
 *   done first.
 * - `warning`: the response has a warning and no result. Nothing is done.
 * - `error`: the response has `result: error` with a text.
 * - `empty`, `cut`: the body is missing, or ends early.
 * - `stalled`, `endless`: the body stops half-way, or never ends.
 * - `slow`, `never`: the response comes after some milliseconds, or never, with the connection open.
 * - `reset`: the connection breaks without a response.
 * - `write`: the work is done a given number of times, after some milliseconds. The response has a separate fault.
 * - `answer`: the response is replaced by another one.
 * - `changed`: the fields of the original response are changed before it is written.
 */
export type Fault =
  | { kind: PlainFault | "html_500_after" | "endless" }
  | { kind: "error"; text: string }
  | { kind: "slow"; ms: number }
  /** If `answer` is `null`, the response is the original one of the first run. */
  | { kind: "write"; times: number; afterMs: number; answer: Fault | null }
  | { kind: "answer"; status: number; headers?: Record<string, string>; body: string }
  | { kind: "changed"; change(members: Record<string, unknown>): unknown };

export type PlainFault = "warning" | "html_200" | "html_500" | "empty" | "cut" | "stalled" | "reset" | "never";

/** The planned faults, first in, first out. */
export class Faults {
  #planned: { action: string | null; fault: Fault; times: number }[] = [];

  /**
   * Plans a fault.
   * @param action name of the action; `null` for any action
   * @param times number of calls that the fault affects; infinite by default
   */
  plan(
    fault: Fault,
    { action = null, times = Number.POSITIVE_INFINITY }: { action?: string | null; times?: number } = {},
  ): void {
    this.#planned.push({ action, fault, times });
  }

  clear(): void {
    this.#planned = [];
  }

  /**
   * Returns the fault of this call.
   * @param writes whether the call changes something; `write` faults affect only calls that do
   */
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

/**
 * The work that an installation does after it has responded. It is timed by the installation's own clock, which tests
 * can set.
 */
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

  /** Cancels all waiting work. */
  clear(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#waiting = [];
  }
}
