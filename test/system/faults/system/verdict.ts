import type { History, Told } from "./customer.ts";

/** How a key ended; `open`: it waits for the operator, or was never settled. */
export const KEY_ENDS = ["done", "refused", "not placed", "another's", "found late", "open"] as const;
export type KeyEnd = (typeof KEY_ENDS)[number];

/** @param isFoundLate the billing system acted after the delivery window, and the operator was told */
export function endOf({ settled }: History, isFoundLate: boolean): KeyEnd {
  if (isFoundLate) return "found late";
  if (!settled) return "open";
  if (settled.status === 201) return "done";
  if (settled.code === "idempotency_key_reused") return "another's";
  return isNotPlaced(settled) ? "not placed" : "refused";
}

/** Told that nothing was done, after it had been sent. */
export function isNotPlaced({ code, text }: Told): boolean {
  return code === "refused" && text.includes("Use a new key");
}

/**
 * What is wrong with the answers to a key among themselves, in words; empty where nothing is.
 * @param awaitsOperator whether the operator was told that a person has to look: then it need not be settled
 */
export function answerFaults({ settled, replayed, told }: History, awaitsOperator: boolean): string[] {
  const found: string[] = [];
  const check = (holds: boolean, fault: string) => {
    if (!holds) found.push(fault);
  };
  const placed = told.filter(({ status }) => status === 201);
  for (const body of ["own", "other"]) {
    const texts = new Set(placed.filter((one) => one.body === body).map(({ text }) => text));
    check(texts.size <= 1, "two different answers to what was done");
  }
  check(placed.length === 0 || !told.some(isNotPlaced), "said both placed and not placed");
  check(settled !== null || awaitsOperator, "never settled");
  check(settled === null || replayed !== null || awaitsOperator, "never answered again");
  if (settled && replayed) {
    check(replayed.status === settled.status || awaitsOperator, `answered ${settled.status}, then ${replayed.status}`);
    if (replayed.status === 201) check(replayed.text === settled.text, "a replay is not the same answer");
  }
  const odd = told.filter(({ status }) => ![201, 409, 422, 429, 503].includes(status));
  check(odd.length === 0, `a status that is no answer: ${odd.map(({ status, code }) => `${status} ${code}`)}`);
  return found;
}
