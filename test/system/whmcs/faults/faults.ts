import type { Fault } from "../../../../dev/whmcs/faults.ts";
import { writeFaults } from "../../../whmcs/support/write-faults.ts";
import { SPEED } from "../../faults/harness/fast-clock.ts";
import { SYSTEM_FAULTS } from "../../faults/harness/faults.ts";
import { AFTER_WINDOW_MS, LATE_MS, MAX_CALL_MS } from "./times.ts";

const SLOW_MS = MAX_CALL_MS + 500;
const AFTER = " after the delivery window";

/** The write faults within the delivery window. Delays follow the installation's clock. */
const within = writeFaults({ lateMs: LATE_MS * SPEED, slowMs: SLOW_MS });
const after = writeFaults({ lateMs: AFTER_WINDOW_MS * SPEED, slowMs: SLOW_MS });

/** The faults of a write, by name: every fault of the simulator, with late ones within and after the delivery window. */
export const WRITE_FAULTS: Readonly<Record<string, Fault>> = {
  ...within,
  ...Object.fromEntries(
    Object.entries(after).flatMap(([name, fault]) => (name.startsWith("late_") ? [[name + AFTER, fault]] : [])),
  ),
};
export const isAfterWindow = (name: string): boolean => name.endsWith(AFTER);
export const isTwice = (name: string): boolean => name.startsWith("twice");

/** The faults of an account's read or of a lookup by reference. */
export const READ_FAULTS = {
  "a read is lost": { kind: "reset" },
  "a read is an error page": { kind: "html_500" },
  "a read is slow": { kind: "slow", ms: MAX_CALL_MS - 300 },
  "a read comes too late": { kind: "slow", ms: SLOW_MS },
  "a read is cut off": { kind: "cut" },
  "a read stalls halfway": { kind: "stalled" },
} as const satisfies Record<string, Fault>;

/** The faults of the addon's read of an invoice and of its cancellation of an order. */
export const INVOICE_FAULTS = {
  "an invoice does not read": { kind: "error", text: "Unexpected Error" },
  "the process ends at an invoice": { kind: "html_500" },
} as const satisfies Record<string, Fault>;
export const TAKE_BACK_FAULTS = ["nothing_error", "nothing_html_500", "done_html_500"] as const;
export const takeBackName = (fault: string): string => `taking an order back: ${fault}`;

/** Simultaneous events at the installation. The addon's conformance tests cover other customers' orders there. */
export const INTERFERENCES = [
  "the price changes before the order",
  "the invoice is paid at once",
  "the registrar fails",
] as const;
export type Interference = (typeof INTERFERENCES)[number];

/** Every fault that a campaign counts. Kills are counted separately. */
export const FAULTS: readonly string[] = [
  ...SYSTEM_FAULTS,
  ...Object.keys(WRITE_FAULTS),
  ...Object.keys(READ_FAULTS),
  ...Object.keys(INVOICE_FAULTS),
  ...TAKE_BACK_FAULTS.map(takeBackName),
  ...INTERFERENCES,
];

/** The Worker's mistake. */
export const NO_FENCE = "send without the fence";
