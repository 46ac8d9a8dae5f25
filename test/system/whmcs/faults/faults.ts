import type { Fault } from "../../../../dev/whmcs/faults.ts";
import { writeFaults } from "../../../whmcs/support/write-faults.ts";
import { SPEED } from "../../faults/harness/fast-clock.ts";
import { SYSTEM_FAULTS } from "../../faults/harness/faults.ts";
import { AFTER_WINDOW_MS, LATE_MS, MAX_CALL_MS } from "./times.ts";

const SLOW_MS = MAX_CALL_MS + 500;
const AFTER = " after the delivery window";

/** The write faults within the delivery window. Their delays are in the time of the installation's fast clock. */
const within = writeFaults({ lateMs: LATE_MS * SPEED, slowMs: SLOW_MS });
const after = writeFaults({ lateMs: AFTER_WINDOW_MS * SPEED, slowMs: SLOW_MS });

/** The faults of writes, by name. Late faults exist in two forms: within and after the delivery window. */
export const WRITE_FAULTS: Readonly<Record<string, Fault>> = {
  ...within,
  ...Object.fromEntries(
    Object.entries(after).flatMap(([name, fault]) => (name.startsWith("late_") ? [[name + AFTER, fault]] : [])),
  ),
};
export const isAfterWindow = (name: string): boolean => name.endsWith(AFTER);
export const isTwice = (name: string): boolean => name.startsWith("twice");

/** The faults of reads about an account and of lookups by reference. */
export const READ_FAULTS = {
  "a read is lost": { kind: "reset" },
  "a read is an error page": { kind: "html_500" },
  "a read is slow": { kind: "slow", ms: MAX_CALL_MS - 300 },
  "a read comes too late": { kind: "slow", ms: SLOW_MS },
  "a read is cut off": { kind: "cut" },
  "a read stalls halfway": { kind: "stalled" },
} as const satisfies Record<string, Fault>;

/** The faults when the addon reads an invoice. */
export const INVOICE_FAULTS = {
  "an invoice does not read": { kind: "error", text: "Unexpected Error" },
  "the process ends at an invoice": { kind: "html_500" },
} as const satisfies Record<string, Fault>;
export const TAKE_BACK_FAULTS = ["nothing_error", "nothing_html_500", "done_html_500"] as const;
export const takeBackName = (fault: string): string => `taking an order back: ${fault}`;

/** Events that happen at the installation at the same time as an action. */
export const INTERFERENCES = [
  "the price changes before the order",
  "the invoice is paid at once",
  "the registrar fails",
] as const;
export type Interference = (typeof INTERFERENCES)[number];

/** Every fault that a campaign counts, in the order of the report. */
export const FAULTS: readonly string[] = [
  ...SYSTEM_FAULTS,
  ...Object.keys(WRITE_FAULTS),
  ...Object.keys(READ_FAULTS),
  ...Object.keys(INVOICE_FAULTS),
  ...TAKE_BACK_FAULTS.map(takeBackName),
  ...INTERFERENCES,
];

/** The seeded mistake in the WHMCS Worker. */
export const NO_FENCE = "send without the fence";
