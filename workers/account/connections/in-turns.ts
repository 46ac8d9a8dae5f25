/** The results of asynchronous work on each item, in order, with only so many under way at a time. */
export async function atMost<Item, Result>(
  count: number,
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<PromiseSettledResult<Result>[]> {
  const results: PromiseSettledResult<Result>[] = [];
  for (let at = 0; at < items.length; at += count) {
    results.push(...(await Promise.allSettled(items.slice(at, at + count).map(work))));
  }
  return results;
}
