import type { AuditEntry, History, Told } from "./customer.ts";
import type { Made, Truth } from "./plug.ts";

/** The possible outcomes of a key. An `open` key waits for the operator or never got a final response. */
export const KEY_ENDS = ["done", "refused", "not placed", "another's", "found late", "a person's", "open"] as const;
export type KeyEnd = (typeof KEY_ENDS)[number];

export function endOf(history: History, truth: Pick<Truth, "isFoundLate" | "personsReason">): KeyEnd {
  const { settled } = history;
  if (truth.isFoundLate(history)) return "found late";
  if (!settled) return truth.personsReason(history) === null ? "open" : "a person's";
  if (settled.status === 201) return "done";
  if (settled.code === "idempotency_key_reused") return "another's";
  return isNotPlaced(settled) ? "not placed" : "refused";
}

/** Returns whether the response states that the action was sent but changed nothing. */
function isNotPlaced({ code, text }: Told): boolean {
  return code === "refused" && text.includes("Use a new key");
}

/** Returns the contradictions between the responses to a key and the truth; empty if there are none. */
export function keyFaults(history: History, truth: Truth): string[] {
  const isListed = truth.isListed(history);
  return [
    ...answerFaults(history, isListed),
    ...doneFaults(history, truth.made(history.plan), isListed),
    ...truth.faultsOf(history),
  ];
}

/** Compares the responses to a key with the actions that exist. */
function doneFaults(
  { settled, told }: History,
  { times, own, standing, orderIds, doubled }: Made,
  isListed: boolean,
): string[] {
  const named = told
    .filter(({ status }) => status === 201)
    .flatMap(({ text }) => (JSON.parse(text) as { order_id?: number | null }).order_id ?? []);
  return faultsAmong({
    [`one key, ${times} times`]: times <= 1 + doubled,
    "reported as not placed, but placed": standing === 0 || isListed || !told.some(isNotPlaced),
    [`said placed, and ${own} are there`]:
      own > 0 || !told.some(({ status, body }) => status === 201 && body === "own"),
    "reported as refused, but done": standing === 0 || isListed || !isRefused(settled),
    "another's, and it is done too": own === 0 || settled?.code !== "idempotency_key_reused",
    [`an answer names orders ${named}, those that exist are ${orderIds}`]: named.every((id) => orderIds.includes(id)),
  });
}

function isRefused(told: Told | null): boolean {
  return told !== null && told.status !== 201 && told.code !== "idempotency_key_reused";
}

/**
 * Returns the contradictions among the responses to a key.
 * @param isListed whether the operator's list contains the action; the key then needs no final response
 */
function answerFaults({ settled, replayed, again, told }: History, isListed: boolean): string[] {
  const all = again ? [...told, again] : told;
  const placed = all.filter(({ status }) => status === 201);
  const textsOf = (of: Told["body"]) => new Set(placed.filter(({ body }) => body === of).map(({ text }) => text)).size;
  const odd = all.filter(({ status }) => ![201, 409, 422, 429, 503].includes(status));
  const repeats = settled ? [replayed, again].filter((one) => one !== null) : [];
  return faultsAmong({
    "two different answers to what was done": textsOf("own") <= 1 && textsOf("other") <= 1,
    "said both placed and not placed": placed.length === 0 || !all.some(isNotPlaced),
    "never settled": settled !== null || isListed,
    "never answered again": settled === null || replayed !== null || isListed,
    [`answered ${settled?.status}, then ${repeats.map(({ status }) => status)}`]:
      isListed || repeats.every(({ status }) => status === settled?.status),
    "a replay is not the same answer": repeats.every(
      ({ status, text, isReplayed }) => status !== 201 || (isReplayed && text === settled?.text),
    ),
    [`an unexpected status: ${odd.map(({ status, code }) => `${status} ${code}`)}`]: odd.length === 0,
  });
}

/** Returns the violations. @param conditions the conditions that must hold, by the text of their violation */
function faultsAmong(conditions: Record<string, boolean>): string[] {
  return Object.entries(conditions).flatMap(([fault, holds]) => (holds ? [] : [fault]));
}

/**
 * Checks the audit log of an account for a key. Apart from replays, a completed action must have one entry, and it may
 * have one more for each call without a response.
 * A key with a final response must have no entry in progress.
 * @param log all entries of the account
 */
export function auditFaults({ plan, settled, told, unheard }: History, log: readonly AuditEntry[]): string[] {
  const entries = log.filter(({ operation }) => operation === plan.operation);
  const repeats = new Set(told.filter(({ isReplayed }) => isReplayed).map(({ requestId }) => requestId));
  const succeeded = entries.filter(({ outcome, request_id }) => outcome === "succeeded" && !repeats.has(request_id));
  const isDone = told.some(({ status }) => status === 201);
  // The caller cannot know the outcome of the other request with this key.
  const isUnknown = settled?.code === "idempotency_key_reused" || !settled;
  const [least, most] = [isDone ? 1 : 0, isDone || isUnknown ? 1 + unheard : 0];
  const isOpen = entries.some(({ outcome }) => outcome === "in_progress");
  return faultsAmong({
    [`the log has ${succeeded.length}, ${least} to ${most} were done`]:
      succeeded.length >= least && succeeded.length <= most,
    "an entry of the log never ended": isUnknown || !isOpen,
  });
}
