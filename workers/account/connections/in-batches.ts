/** So many objects, or questions to the billing system, are under way at a time. */
const AT_A_TIME = 6;

/** The outcomes of asynchronous work on each item, in order, with only {@link AT_A_TIME} under way at a time. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const outcomes: PromiseSettledResult<Result>[] = [];
  for (let at = 0; at < items.length; at += AT_A_TIME) {
    outcomes.push(...(await Promise.allSettled(items.slice(at, at + AT_A_TIME).map(work))));
  }
  return outcomes;
}
