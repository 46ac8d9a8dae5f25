import { type LogEvent, log } from "../../../shared/platform/log.ts";

/** The maximum number of concurrent calls to objects or to the billing system. */
const BATCH_SIZE = 6;

/** Runs asynchronous work on each item, at most {@link BATCH_SIZE} at a time. Returns the outcomes in order. */
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

/** Returns the results of the work that succeeded. */
export function fulfilledOf<Result>(outcomes: readonly PromiseSettledResult<Result>[]): Result[] {
  return outcomes.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
}

/** Returns the results of work that must all succeed. @throws the first failure */
export function valuesOf<Result>(outcomes: readonly PromiseSettledResult<Result>[]): Result[] {
  return outcomes.map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}

/**
 * Logs the failures.
 * @returns the number of failures
 */
export function logRejected(
  event: LogEvent,
  outcomes: readonly PromiseSettledResult<unknown>[],
  requestId: string,
): number {
  const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
  for (const { reason: cause } of rejected) log(event, { request_id: requestId, cause });
  return rejected.length;
}
