import type { Fault } from "./faults.ts";

/** A write whose effect and answer have nothing to do with each other. */
export type WriteFault = Extract<Fault, { kind: "write" }>;

/**
 * What can go wrong with a write, by name: what becomes of the work, and how the caller is answered.
 * @param lateMs until late work is done @param slowMs until a slow answer comes
 */
export function writeFaults({ lateMs, slowMs }: { lateMs: number; slowMs: number }): Record<string, WriteFault> {
  const nothing = (answer: Fault) => write(0, 0, answer);
  const done = (answer: Fault) => write(1, 0, answer);
  const late = (answer: Fault) => write(1, lateMs, answer);
  const twice = (answer: Fault | null) => write(2, 0, answer);
  return {
    nothing_error: nothing({ kind: "error", text: "Unexpected Error" }),
    nothing_warning: nothing({ kind: "warning" }),
    nothing_html_200: nothing({ kind: "html_200" }),
    nothing_html_500: nothing({ kind: "html_500" }),
    nothing_empty: nothing({ kind: "empty" }),
    nothing_reset: nothing({ kind: "reset" }),
    nothing_never: nothing({ kind: "never" }),
    done_error: done({ kind: "error", text: "Unexpected Error" }),
    done_warning: done({ kind: "warning" }),
    done_html_200: done({ kind: "html_200" }),
    done_html_500: done({ kind: "html_500" }),
    done_empty: done({ kind: "empty" }),
    done_cut: done({ kind: "cut" }),
    done_stalled: done({ kind: "stalled" }),
    done_reset: done({ kind: "reset" }),
    done_never: done({ kind: "never" }),
    done_slow: done({ kind: "slow", ms: slowMs }),
    late_error: late({ kind: "error", text: "Unexpected Error" }),
    late_html_500: late({ kind: "html_500" }),
    late_reset: late({ kind: "reset" }),
    late_never: late({ kind: "never" }),
    twice: twice(null),
    twice_html_500: twice({ kind: "html_500" }),
    twice_reset: twice({ kind: "reset" }),
    twice_never: twice({ kind: "never" }),
  };
}

function write(times: number, afterMs: number, answer: Fault | null): WriteFault {
  return { kind: "write", times, afterMs, answer };
}
