import type { Fault, PlainFault } from "../../../dev/whmcs/faults.ts";

const PLAIN: readonly PlainFault[] = ["warning", "html_200", "html_500", "empty", "cut", "stalled", "reset", "never"];

/** A fault that sets how often a write runs and, independently, how WHMCS responds. */
type WriteFault = Extract<Fault, { kind: "write" }>;

/**
 * Returns the faults of a write, by name. The name states how often the work runs, then which response the caller gets.
 * @param lateMs the delay of late work in milliseconds
 * @param slowMs the delay of a slow response in milliseconds
 */
export function writeFaults({ lateMs, slowMs }: { lateMs: number; slowMs: number }): Record<string, WriteFault> {
  const answers: Record<string, Fault> = {
    error: { kind: "error", text: "Unexpected Error" },
    ...Object.fromEntries(PLAIN.map((kind) => [kind, { kind }])),
    slow: { kind: "slow", ms: slowMs },
  };
  const named = (work: string, times: number, afterMs: number, without: string[]): [string, WriteFault][] =>
    Object.entries(answers)
      .filter(([name]) => !without.includes(name))
      .map(([name, answer]) => [`${work}_${name}`, { kind: "write", times, afterMs, answer }]);
  const unread = ["warning", "html_200", "empty", "cut", "stalled", "slow"];
  return Object.fromEntries<WriteFault>([
    ...named("nothing", 0, 0, ["cut", "stalled", "slow"]),
    ...named("done", 1, 0, []),
    ...named("late", 1, lateMs, unread),
    ["twice", { kind: "write", times: 2, afterMs: 0, answer: null }],
    ...named("twice", 2, 0, ["error", ...unread]),
  ]);
}
