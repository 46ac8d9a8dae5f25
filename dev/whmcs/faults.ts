/**
 * What goes wrong with the next calls of an action, on demand.
 *
 * - `html_200`, `html_500`: a page in place of an answer; `html_500_after` once the work is done.
 * - `warning`: an answer with a warning and without a result; nothing is done.
 * - `error`: `result: error` with a text.
 * - `empty`, `cut`: a body that is not there, or ends early; `stalled` stops half-way, `endless` never ends.
 * - `slow`: answers after some milliseconds; `never` holds the connection.
 * - `reset`: the connection breaks without an answer.
 * - `write`: the work is done so many times, after some milliseconds, and the answer goes wrong by itself; see `write-faults.ts`.
 * - `answer`: another answer altogether; `changed`: the own one with changed members, before it is written.
 */
export type Fault =
  | {
      kind:
        | "html_200"
        | "html_500"
        | "html_500_after"
        | "warning"
        | "empty"
        | "cut"
        | "stalled"
        | "endless"
        | "never"
        | "reset";
    }
  | { kind: "error"; text: string }
  | { kind: "slow"; ms: number }
  /** Answers with its own, of the first time, where `answer` is null. */
  | { kind: "write"; times: number; afterMs: number; answer: Fault | null }
  | { kind: "answer"; status: number; headers?: Record<string, string>; body: string }
  | { kind: "changed"; change(members: Record<string, unknown>): unknown };

interface Planned {
  action: string | null;
  fault: Fault;
  times: number;
}

/** The faults that are planned, first planned first met. */
export class Faults {
  #planned: Planned[] = [];

  /** @param action null: of any action @param times how many calls meet it; infinite by default */
  plan(
    fault: Fault,
    { action = null, times = Number.POSITIVE_INFINITY }: { action?: string | null; times?: number } = {},
  ): void {
    this.#planned.push({ action, fault, times });
  }

  clear(): void {
    this.#planned = [];
  }

  /** The fault that this call meets. @param writes whether the call changes something: a fault of writes meets no other */
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

/** What stands in place of an answer while the installation is maintained, or behind a firewall. */
export const HTML_PAGE =
  "<!DOCTYPE html>\n<html><head><title>Down for Maintenance</title></head><body><h1>Down for Maintenance</h1></body></html>\n";
