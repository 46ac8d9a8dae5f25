import type { SandboxState } from "./sandbox-state.ts";

const LAST = Date.UTC(9_000, 0);

/** The sandbox's own time: it goes on like the machine's, as far before it as it was advanced. */
export class SandboxClock {
  readonly #state: SandboxState;
  readonly #machine: () => number;

  /** @param machine epoch milliseconds */
  constructor(state: SandboxState, machine: () => number) {
    this.#state = state;
    this.#machine = machine;
  }

  now(): Date {
    return new Date(this.#machine() + this.#state.aheadMs);
  }

  /** @throws {RangeError} for a time that is past, or too far away to be one */
  advance(to: Date): void {
    const from = this.now();
    if (!(to >= from && to.getTime() < LAST)) {
      throw new RangeError(`The clock shows ${from.toISOString()} and goes forward only, as far as the year 9000.`);
    }
    this.#state.commit({ aheadMs: to.getTime() - this.#machine() });
  }
}
