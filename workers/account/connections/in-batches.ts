import { type LogEvent, log } from "../../../shared/platform/log.ts";

/** Concurrent calls to objects or to the billing system. */
const BATCH_SIZE = 6;

/** The outcomes of asynchronous work on each item, in order, with only {@link BATCH_SIZE} under way at a time. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const outcomes: PromiseSettledResult<Result>[] = [];
  for (let at = 0; at < items.length; at += BATCH_SIZE) {
    outcomes.push(...(await Promise.allSettled(items.slice(at, at + BATCH_SIZE).map(work))));
  }
  return outcomes;
}

/** The results of those that did not fail. */
export function fulfilledOf<Result>(outcomes: readonly PromiseSettledResult<Result>[]): Result[] {
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** The results of work of which none may be missing. @throws what any of it failed with */
export function valuesOf<Result>(outcomes: readonly PromiseSettledResult<Result>[]): Result[] {
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}

/** Logs those that failed. @returns how many */
export function logRejected(
  event: LogEvent,
  outcomes: readonly PromiseSettledResult<unknown>[],
  requestId: string,
): number {
  const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
  for (const { reason: cause } of rejected) log(event, { request_id: requestId, cause });
  return rejected.length;
}
