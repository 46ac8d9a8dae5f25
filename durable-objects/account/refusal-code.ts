import type { ProblemCode } from "../../shared/api/definition/problems.ts";
import type { CommandRefusal } from "./account-port.ts";

/** The code that a refusal is told by. */
export function refusalCode({ code }: CommandRefusal): ProblemCode {
  return code === "price_changed" || code === "stale_confirm" ? "refused" : code;
}

/**
 * Whether a refusal stays under its key: a "no" of the billing system or the registrar itself. Every other is about what can be
 * put right, and leaves the key as it was.
 */
export function isKept({ code }: CommandRefusal): boolean {
  return code === "refused";
}
