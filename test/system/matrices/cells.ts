import { expect } from "vitest";
import type { Call, Seen, Sending } from "./calls.ts";
import { send } from "./calls.ts";

/** What a cell is to be answered with. */
export interface Expected {
  status: number;
  /** Null where it is done. */
  code: string | null;
  /** What else is to be so; a sentence where it is not. */
  also?: (seen: Seen) => string | null;
}

/** One call, by somebody, and its answer. */
export interface Cell extends Sending {
  call: Call;
  /** What it is, beside its call: `limited to domain:ana.dev, another account's`. */
  name: string;
  expected: Expected;
}

export interface AnsweredCell {
  cell: Cell;
  seen: Seen;
}

/** At once: the runtime has one thread for a Worker. */
const AT_ONCE = 8;

/** Asks cells, holds their answers against what is expected, and counts them by dimension and call. */
export class Cells {
  readonly #origin: () => string;
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(origin: () => string) {
    this.#origin = origin;
  }

  /** Every cell is answered as expected; the answers, in the order of the cells. */
  async expectAll(dimension: string, cells: readonly Cell[]): Promise<AnsweredCell[]> {
    const answered = await inParallel(cells, async (cell) => ({
      cell,
      seen: await send(this.#origin(), cell.call, cell),
    }));
    for (const { cell } of answered) this.#count(dimension, cell.call);
    expect(answered.flatMap((one) => faultsOf(one, this.#origin()))).toEqual([]);
    return answered;
  }

  /** How many cells of a dimension a call had. */
  count(dimension: string, { name }: Call): number {
    return this.#counts.get(dimension)?.get(name) ?? 0;
  }

  /** How many cells each dimension had. */
  totals(): Record<string, number> {
    return Object.fromEntries(
      [...this.#counts].map(([dimension, counts]) => [
        dimension,
        [...counts.values()].reduce((sum, one) => sum + one, 0),
      ]),
    );
  }

  #count(dimension: string, { name }: Call): void {
    const counts = this.#counts.get(dimension) ?? new Map<string, number>();
    counts.set(name, (counts.get(name) ?? 0) + 1);
    this.#counts.set(dimension, counts);
  }
}

/** Over MCP these are answers of HTTP as well; every other problem is a tool's result. */
const OF_HTTP = ["unauthorized", "insufficient_scope", "rate_limited"];

function faultsOf({ cell, seen }: AnsweredCell, origin: string): string[] {
  const { call, expected, name } = cell;
  const faults = [...seen.faults];
  if (seen.status !== expected.status || seen.code !== expected.code) {
    faults.push(`expected ${expected.status} ${expected.code}, got ${seen.status} ${seen.code}: ${seen.body?.detail}`);
  } else {
    const isOfHttp = call.transport === "http" || OF_HTTP.includes(expected.code ?? "");
    const httpStatus = isOfHttp ? expected.status : 200;
    if (seen.httpStatus !== httpStatus) faults.push(`HTTP ${seen.httpStatus} in place of ${httpStatus}`);
    faults.push(...challengeFaults(cell, seen, origin), ...hourFaults(cell, seen));
    const other = expected.also?.(seen);
    if (other) faults.push(other);
  }
  return faults.map((one) => `${call.name}, ${name}: ${one}`);
}

/** What it asks its client for (RFC 6750 §3, RFC 9728 §5.1): a credential, or the scopes that are needed. */
function challengeFaults({ call, expected, token }: Cell, { headers }: Seen, origin: string): string[] {
  const sent = headers.get("WWW-Authenticate");
  const path = call.transport === "http" ? "" : "/account/mcp";
  const metadata = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/api/v1${path}"`;
  const asked = (scopes: string, error: string | null) =>
    `${metadata}, scope="${scopes}"${error === null ? "" : `, error="${error}"`}`;
  const due =
    expected.code === "insufficient_scope"
      ? asked(`account:read ${call.access.scope}`, "insufficient_scope")
      : expected.code === "unauthorized"
        ? asked("account:read", token === null ? null : "invalid_token")
        : null;
  return sent === due ? [] : [`WWW-Authenticate ${sent} in place of ${due}`];
}

/** Over HTTP a refusal of what counts against an hour says what is left of it. */
function hourFaults({ call, expected }: Cell, { headers }: Seen): string[] {
  const { status, code } = expected;
  if (call.transport !== "http" || status === 401 || status === 429 || status >= 500 || code === "access_lost")
    return [];
  const due = { order: "orders", change: "settings", read: undefined }[call.row.effect];
  const told = /"(orders|settings)";r=\d+;t=\d+/.exec(headers.get("RateLimit") ?? "")?.[1];
  return told === due ? [] : [`RateLimit tells what is left of ${told} in place of ${due}`];
}

/** All are told the same, but for the names in what they asked. */
export function expectOneAnswer(
  answered: readonly AnsweredCell[],
  namesIn: (cell: Cell) => readonly string[] = () => [],
): void {
  const told = new Map(answered.map((one) => [fingerprint(one, namesIn(one.cell)), one.cell.name]));
  expect([...told].map(([text, name]) => `${name}: ${text}`).slice(told.size === 1 ? 1 : 0)).toEqual([]);
}

/** What a caller could tell two answers apart by: everything but their own ids, the time, and what is left of the minute. */
function fingerprint({ seen, cell }: AnsweredCell, named: readonly string[]): string {
  const own = ["date", "x-request-id", "ratelimit", "age"];
  const headers = [...seen.headers].filter(([name]) => !own.includes(name));
  const { instance: _, request_id: __, ...body } = seen.body;
  let text = JSON.stringify([seen.httpStatus, headers, body]);
  for (const name of named) text = text.replaceAll(name, "…");
  return `${cell.call.transport} ${text}`;
}

export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results = new Array<Result>(items.length);
  const left = items.entries();
  const worker = async () => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
