import type { History, Told } from "./customer.ts";
import type { OutsideAction } from "./outside-billing.ts";

/** How a key ended. */
export type KeyEnd = "done" | "refused" | "not placed" | "another's" | "open";

export function endOf({ settled }: History): KeyEnd {
  if (!settled) return "open";
  if (settled.status === 201) return "done";
  if (settled.code === "idempotency_key_reused") return "another's";
  return isNotPlaced(settled) ? "not placed" : "refused";
}

/**
 * What is wrong with what was said of a key and done under it, in words; empty where nothing is. What was done is counted by
 * the caller's key, whatever the billing system knows it by.
 */
export function faultsOf(history: History, actions: readonly OutsideAction[], repeated: Told | null): string[] {
  const { plan, settled, replayed } = history;
  const told = [...history.told, ...(repeated ? [repeated] : [])];
  const done = actions.filter(({ domain }) => domain === plan.domain || domain === plan.otherDomain);
  const own = done.filter(({ domain }) => domain === plan.domain);
  const placed = told.filter(({ status }) => status === 201);
  const found: string[] = [];
  const check = (holds: boolean, fault: string) => {
    if (!holds) found.push(fault);
  };

  check(done.length <= 1, `one key, ${done.length} orders`);
  for (const body of ["own", "other"]) {
    const texts = new Set(placed.filter((one) => one.body === body).map(({ text }) => text));
    check(texts.size <= 1, "two different answers to what was done");
  }
  check(placed.length === 0 || !told.some(isNotPlaced), "said both placed and not placed");
  check(!told.some(isNotPlaced) || done.length === 0, "said not placed, and it is");
  if (placed.some(({ body }) => body === "own")) check(own.length === 1, `said placed, and ${own.length} are there`);
  check(
    placed.every(({ orderId, text }) => !text || done.some((command) => command.orderId === orderId)),
    "an answer names an order that is not the one that was placed",
  );
  check(settled !== null && replayed !== null, "never settled");
  check(settled?.status !== 201 || own.length === 1, "settled as done, and it is not");
  check(settled?.code !== "refused" || done.length === 0, "settled as refused, and it is done");
  for (const again of [replayed, repeated]) {
    if (!settled || !again) continue;
    check(again.status === settled.status, `answered ${settled.status}, and ${again.status} when asked again`);
    if (again.status === 201) check(again.text === settled.text && again.isReplayed, "a replay is not the same answer");
  }
  check(
    told.every(({ status }) => [201, 409, 422, 503].includes(status)),
    `a status that is no answer: ${told.map(({ status }) => status)}`,
  );
  return found;
}

/** Told that nothing was ordered, after it had been sent. */
function isNotPlaced({ code, text }: Told): boolean {
  return code === "refused" && text.includes("Use a new key");
}
