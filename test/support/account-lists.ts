import { expect } from "vitest";
import { getAccountApi, readAccountApi } from "./account-api.ts";

/** The envelope of a list, whatever it lists. */
export interface ListAnswer {
  account: { id: number; name: string };
  next_cursor: string | null;
  [key: string]: unknown;
}

/** Follows `next_cursor` to the end; the items in the order they came. */
export async function walkList<Item>(path: string, key: string, token: string): Promise<Item[]> {
  const limit = Number(new URL(path, "http://localhost").searchParams.get("limit") ?? 25);
  const items: Item[] = [];
  const seen = new Set<string>();
  let cursor: string | null = null;
  do {
    const page: ListAnswer = await readAccountApi<ListAnswer>(cursor === null ? path : withCursor(path, cursor), token);
    const shown = page[key] as Item[];
    expect(shown.length).toBeLessThanOrEqual(limit);
    items.push(...shown);
    cursor = page.next_cursor;
    if (cursor !== null && seen.has(cursor)) throw new Error("the same cursor twice: the walk would never end");
    if (cursor !== null) seen.add(cursor);
  } while (cursor !== null);
  return items;
}

/** The cursor of a list's second page. @throws where the list has one page only */
export async function nextCursor(path: string, token: string): Promise<string> {
  const { next_cursor } = await readAccountApi<ListAnswer>(path, token);
  if (next_cursor === null) throw new Error(`${path} is one page`);
  return next_cursor;
}

/** The path with a cursor added. */
export function withCursor(path: string, cursor: string): string {
  return `${path}${path.includes("?") ? "&" : "?"}cursor=${encodeURIComponent(cursor)}`;
}

/** The call is refused so; the parameters that are named, where some are. */
export async function expectProblem(
  path: string,
  token: string,
  expected: { status: number; code: string; parameters?: string[] },
): Promise<void> {
  const response = await getAccountApi(path, token);
  expect(response.status, path).toBe(expected.status);
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  const problem = (await response.json()) as { code: string; request_id: string; errors?: { parameter: string }[] };
  expect(problem.code, path).toBe(expected.code);
  expect(problem.request_id).toBe(response.headers.get("X-Request-Id"));
  expect(problem.errors?.map(({ parameter }) => parameter)).toEqual(expected.parameters);
}

/**
 * What a list's cursor must be for: this connection, this list and its filters, whole and unaltered.
 * @param path of a list with a second page; the other path is one with other filters or another list
 */
export async function expectOwnCursorsAlone(
  path: string,
  token: string,
  others: { paths: string[]; token: string },
): Promise<void> {
  const cursor = await nextCursor(path, token);
  expect((await getAccountApi(withCursor(path, cursor), token)).status, "as it was given").toBe(200);
  const anotherLimit = path.replace(/limit=\d+/, "limit=3");
  expect(anotherLimit).not.toBe(path);
  expect((await getAccountApi(withCursor(anotherLimit, cursor), token)).status, "another limit").toBe(200);

  const refused = { status: 400, code: "invalid_parameter", parameters: ["cursor"] };
  const middle = Math.floor(cursor.length / 2);
  const altered = cursor.slice(0, middle) + (cursor[middle] === "A" ? "B" : "A") + cursor.slice(middle + 1);
  for (const bad of [altered, cursor.slice(0, -1), `${cursor}A`, "1", "eyJpZCI6MX0", "-1"]) {
    await expectProblem(withCursor(path, bad), token, refused);
  }
  for (const other of others.paths) await expectProblem(withCursor(other, cursor), token, refused);
  await expectProblem(withCursor(path, cursor), others.token, refused);
}

/** What every list refuses, each by its name. */
export async function expectListParameters(path: string, token: string): Promise<void> {
  const bad = ["limit=0", "limit=101", "limit=ten", "limit=2.5", "limit=", "cursor=", "cursor=x", "colour=red"];
  for (const parameter of bad) {
    const [name = ""] = parameter.split("=");
    await expectProblem(`${path}?${parameter}`, token, { status: 400, code: "invalid_parameter", parameters: [name] });
  }
  await expectProblem(`${path}?limit=1&limit=2`, token, {
    status: 400,
    code: "invalid_parameter",
    parameters: ["limit"],
  });
  for (const limit of [1, 100]) expect((await getAccountApi(`${path}?limit=${limit}`, token)).status).toBe(200);
}

/** What every answer of the account carries. */
export function expectAccountHeaders(response: Response): void {
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(response.headers.get("X-Request-Id")).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(response.headers.get("RateLimit-Policy")).toBe('"connection";q=120;w=60');
  expect(response.headers.get("RateLimit")).toMatch(/^"connection";r=\d+;t=\d+$/);
}

export function idsOf(items: { id: number }[]): number[] {
  return items.map(({ id }) => id);
}
