import type { ResourceLimit } from "../../shared/billing-contract/call.ts";
import type { List, Page } from "../../shared/billing-contract/customer.ts";

/**
 * Returns one page of a complete list.
 * @param items the items in any order
 * @param compare compares two keys in the order of the list
 */
export function pageOf<Item, Key>(
  items: Item[],
  { limit, after }: List<Key>,
  keyOf: (item: Item) => Key,
  compare: (one: Key, other: Key) => number,
): Omit<Page<Item, Key>, "account"> {
  const sorted = items.toSorted((one, other) => compare(keyOf(one), keyOf(other)));
  const rest = after ? sorted.filter((item) => compare(keyOf(item), after) > 0) : sorted;
  const last = rest[limit - 1];
  return { items: rest.slice(0, limit), next: rest.length > limit && last ? keyOf(last) : null };
}

/** Compares strings by code unit, as the embedded engine's database does. */
export function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Returns whether a domain equals another domain or is a subdomain of it. Both are in lower-case A-label form. */
export function isOrIsUnder(name: string | null, other: string): boolean {
  return name !== null && (name === other || name.endsWith(`.${other}`));
}

const LIMIT_KINDS: readonly ResourceLimit["kind"][] = ["account", "service", "domain"];

/**
 * Returns the resource limit of a list.
 * @throws Error if the limit is missing or unknown, because a caller of another version may send it
 */
export function limitOf({ within }: { within?: ResourceLimit }): ResourceLimit {
  if (!within || !LIMIT_KINDS.includes(within.kind)) throw new Error("a list without a known resource limit");
  return within;
}
