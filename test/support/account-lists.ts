import { describe, expect, test } from "vitest";
import type { AccountClient, Caller } from "./account-client.ts";

/** The envelope of a list, whatever it lists. */
export interface ListAnswer {
  account: { id: number; name: string };
  next_cursor: string | null;
  [key: string]: unknown;
}

/** What holds of a list, on the account that has many of its items. */
interface List<Item> {
  /** `/account/<name>`, and the member of the answer that has the items. */
  name: string;
  /** Values of its filters that are refused, as `name=value`. */
  refused: string[];
  pages: { limits: number[]; length: number };
  /** In the order of the list, ascending or descending. */
  key: (item: Item) => string;
  order: "ascending" | "descending";
  /** Whether the list has it where no status is asked for. */
  isCurrent: (item: Item) => boolean;
  /** A page with a cursor, and pages of other filters and lists that its cursor is not for. */
  cursor: { path: string; others: string[] };
}

/** What every list does alike: parameters, filters, paging, cursors. */
export function describeList<Item extends { id: number }>(api: AccountClient, list: List<Item>): void {
  const { name, refused, pages, key, order, isCurrent, cursor } = list;
  const path = `/account/${name}`;
  const big = { login: "big" };

  test.each(refused)("%s is refused", (query) => {
    const parameters = [query.split("=")[0] as string];
    return expectProblem(api, `${path}?${query}`, {}, { status: 400, code: "invalid_parameter", parameters });
  });

  test("limit, cursor and unknown parameters are validated", () => expectListParameters(api, path));

  test.each(pages.limits)("pages of %i are the whole list in its order, without duplicates", async (limit) => {
    const items = await walkList<Item>(api, `${path}?status=all&limit=${limit}`, big);
    expect(items).toHaveLength(pages.length);
    expect(new Set(items.map(({ id }) => id)).size).toBe(pages.length);
    const keys = items.map(key);
    expect(keys).toEqual(order === "ascending" ? keys.toSorted() : keys.toSorted().reverse());
  });

  test("without a status the list has the current items alone", async () => {
    const all = await walkList<Item>(api, `${path}?status=all&limit=100`, big);
    const current = await walkList<Item>(api, `${path}?limit=40`, big);
    expect(current).toEqual(all.filter(isCurrent));
    expect(current.length).toBeLessThan(all.length);
    expect(current.length).toBeGreaterThan(4);
  });

  test("a page has 25 items where no limit is given", async () => {
    const page = await api.read<Record<string, Item[]>>(`${path}?status=all`, big);
    expect(page[name]).toHaveLength(25);
  });

  test("a cursor is valid for its connection, list and filters alone", () =>
    expectCursorIsBound(api, cursor.path, big, cursor.others));
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
 * A list's cursor is for this connection, this list and its filters, whole and unaltered.
 * @param path of a list with a second page
 * @param others paths with other filters, or of other lists
 */
export async function expectCursorIsBound(
  api: AccountClient,
  path: string,
  by: { login: string },
  others: string[],
): Promise<void> {
  const cursor = await nextCursor(api, path, by);
  expect((await api.request(withCursor(path, cursor), by)).status, "as it was given").toBe(200);
  const anotherLimit = path.replace(/limit=\d+/, "limit=3");
  expect(anotherLimit).not.toBe(path);
  expect((await api.request(withCursor(anotherLimit, cursor), by)).status, "another limit").toBe(200);

  const refused = { status: 400, code: "invalid_parameter", parameters: ["cursor"] };
  const middle = Math.floor(cursor.length / 2);
  const altered = cursor.slice(0, middle) + (cursor[middle] === "A" ? "B" : "A") + cursor.slice(middle + 1);
  for (const bad of [altered, cursor.slice(0, -1), `${cursor}A`, "1", "eyJpZCI6MX0", "-1"]) {
    await expectProblem(api, withCursor(path, bad), by, refused);
  }
  for (const other of others) await expectProblem(api, withCursor(other, cursor), by, refused);
  const connection = { ...by, scopes: ["domains:write"] };
  await expectProblem(api, withCursor(path, cursor), connection, refused);
}

/** What every list refuses, each by its name. */
export async function expectListParameters(api: AccountClient, path: string): Promise<void> {
  const by = { login: "nocard" };
  const bad = ["limit=0", "limit=101", "limit=ten", "limit=2.5", "limit=", "cursor=", "cursor=x", "colour=red"];
  for (const query of [...bad, "limit=1&limit=2"]) {
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

/** The first page of the studio's list: its account, the headers, and each item by some of its members. */
export async function expectFirstPage(
  api: AccountClient,
  name: string,
  members: string[],
  rows: unknown[][],
): Promise<void> {
  const response = await api.request(`/account/${name}`);
  expectAccountHeaders(response);
  const answer = (await response.json()) as ListAnswer;
  expect(answer.account).toEqual({ id: 1001, name: "Studio Ana Inc." });
  expect(answer.next_cursor).toBeNull();
  if (["services", "domains"].includes(name)) expect(answer.currency).toBe("CAD");
  const items = answer[name] as Record<string, unknown>[];
  expect(items.map((item) => members.map((member) => item[member]))).toEqual(rows);
}

/** A connection limited to less than the account is refused the list, before its parameters are looked at. */
export function describeOutsideLimit(api: AccountClient, path: string): void {
  describe.each(["service:2101", "service:2102", "domain:studio-ana.ca"])("a connection limited to %s", (limit) => {
    test.each(["", "?status=wrong"])(`is refused ${path}%s`, (query) =>
      expectProblem(api, path + query, { limit }, { status: 403, code: "outside_limit" }),
    );
  });
}

export function idsOf(items: { id: number }[]): number[] {
  return items.map(({ id }) => id);
}
