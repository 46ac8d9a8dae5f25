import { isJsonObject } from "../../../shared/platform/json.ts";

/**
 * The items of a list in any of the forms that WHMCS gives it: `{products: {product: […]}}`, a plain array, an object with the keys
 * 0, 1, … or with record ids, a single item in place of a list, and empty as `""`, `[]`, `{}`, null or no key at all.
 * @param container such as `products`
 * @param item such as `product`; also the key of the inner list
 * @param isItem tells a single item from a map of items
 * @returns null for a form that is none of these
 */
export function asList(
  answer: Record<string, unknown>,
  container: string,
  item: string,
  isItem: (value: Record<string, unknown>) => boolean,
): unknown[] | null {
  const outer = answer[container];
  const inner = isJsonObject(outer) && !isItem(outer) && Object.hasOwn(outer, item) ? outer[item] : outer;
  if (inner === undefined || inner === null || inner === "") return [];
  if (Array.isArray(inner)) return inner;
  if (!isJsonObject(inner)) return null;
  if (isItem(inner)) return [inner];
  const values = Object.entries(inner);
  return values.every(([key]) => /^\d+$/.test(key)) ? values.map(([, value]) => value) : null;
}

/** The number of a row that need not read otherwise; a product for sale has its number as `pid` alone. */
export function idOf(item: unknown): string | number | undefined {
  const id = isJsonObject(item) ? (item.id ?? item.pid) : undefined;
  return typeof id === "string" || typeof id === "number" ? id : undefined;
}
