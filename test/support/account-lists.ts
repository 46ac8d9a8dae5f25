import { expect } from "vitest";
import type { AccountClient, Caller } from "./account-client.ts";

/** The fields that every list response has. */
export interface ListAnswer {
  account: { id: number; name: string };
  next_cursor: string | null;
  [key: string]: unknown;
}

/** Reads all pages of a list by following `next_cursor`. Returns the items in their order. */
export async function walkList<Item>(api: AccountClient, path: string, by: Caller): Promise<Item[]> {
  const { pathname, searchParams } = new URL(path, "http://localhost");
  const limit = Number(searchParams.get("limit") ?? 25);
  const name = pathname.split("/").at(-1) === "audit" ? "entries" : (pathname.split("/").at(-1) as string);
  const items: Item[] = [];
  const seen = new Set<string>();
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: ListAnswer = await api.read<ListAnswer>(cursor === "" ? path : withCursor(path, cursor), by);
    const shown = page[name] as Item[];
    expect(shown.length).toBeLessThanOrEqual(limit);
    items.push(...shown);
    cursor = page.next_cursor;
    if (cursor !== null && seen.has(cursor)) throw new Error("the same cursor twice: the walk would never end");
    if (cursor !== null) seen.add(cursor);
  }
  return items;
}

/** Returns the path with the cursor in its query. */
function withCursor(path: string, cursor: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}

/** Expects the headers that the account API sends when a connection reads. */
export function expectAccountHeaders(response: Response): void {
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(response.headers.get("RateLimit-Policy")).toBe('"connection";q=120;w=60');
  expect(response.headers.get("RateLimit")).toMatch(/^"connection";r=\d+;t=\d+$/);
}
