import { expect } from "vitest";
import type { AccountClient, Caller } from "./account-client.ts";

/** The envelope of a list, whatever it lists. */
export interface ListAnswer {
  account: { id: number; name: string };
  next_cursor: string | null;
  [key: string]: unknown;
}

/** Follows `next_cursor` to the end; the items in the order they came. */
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

/** The cursor of a list's second page. @throws where the list has one page only */
export async function nextCursor(api: AccountClient, path: string, by: Caller): Promise<string> {
  const { next_cursor } = await api.read<ListAnswer>(path, by);
  if (next_cursor === null) throw new Error(`${path} is one page`);
  return next_cursor;
}

/** The path with a cursor added. */
export function withCursor(path: string, cursor: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}

/** The call is refused so; the parameters that are named, where some are. */
export async function expectProblem(
  api: AccountClient,
  path: string,
  by: Caller,
  expected: { status: number; code: string; parameters?: string[] },
): Promise<void> {
  const response = await api.request(path, by);
  expect(response.status, path).toBe(expected.status);
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const problem = (await response.json()) as { code: string; request_id: string; errors?: { parameter: string }[] };
  expect(problem.code, path).toBe(expected.code);
  expect(problem.request_id).toBe(response.headers.get("X-Request-Id"));
  expect(problem.errors?.map(({ parameter }) => parameter)).toEqual(expected.parameters);
}

/**
 * A list's cursor is for this list and its filters, unaltered, at any limit.
 * @param path of a list with a second page, of two items each
 * @param others paths with other filters, or of other lists
 */
export async function expectCursorIsBound(
  api: AccountClient,
  path: string,
  by: { login: string },
  others: string[],
): Promise<void> {
  const cursor = await nextCursor(api, path, by);
  for (const own of [path, path.replace("limit=2", "limit=3")]) {
    expect((await api.request(withCursor(own, cursor), by)).status, own).toBe(200);
  }
  const refused = { status: 400, code: "invalid_parameter", parameters: ["cursor"] };
  const middle = Math.floor(cursor.length / 2);
  const altered = cursor.slice(0, middle) + (cursor[middle] === "A" ? "B" : "A") + cursor.slice(middle + 1);
  await expectProblem(api, withCursor(path, altered), by, refused);
  for (const other of others) await expectProblem(api, withCursor(other, cursor), by, refused);
}

/** What every list refuses, each by its name. */
export async function expectListParameters(api: AccountClient, path: string): Promise<void> {
  const by = { login: "nocard" };
  for (const query of ["limit=ten", "limit=2.5", "limit=", "cursor=", "colour=red", "limit=1&limit=2"]) {
    const parameters = [query.split("=")[0] as string];
    await expectProblem(api, `${path}?${query}`, by, { status: 400, code: "invalid_parameter", parameters });
  }
  for (const limit of [1, 100]) expect((await api.request(`${path}?limit=${limit}`, by)).status).toBe(200);
}

/** What every answer of the account carries. */
export function expectAccountHeaders(response: Response): void {
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(response.headers.get("RateLimit-Policy")).toBe('"connection";q=120;w=60');
  expect(response.headers.get("RateLimit")).toMatch(/^"connection";r=\d+;t=\d+$/);
}
