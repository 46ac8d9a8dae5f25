import { expect } from "vitest";
import { isKeyed } from "../../../shared/api/definition/operation.ts";
import { type Caller, refusalOf } from "./access.ts";
import type { Seen } from "./judged-requests.ts";
import type { Input } from "./known-account.ts";
import { draftOf, headersOf, toolRequestOf, wireRequestOf } from "./requests.ts";
import { pathOf, type ServedOperation } from "./served-api.ts";
import type { CallSystem } from "./system.ts";
import type { Way } from "./ways.ts";

/** The expected outcome of a call. */
export interface Expected {
  status: number;
  /** The problem code; `null` if the call succeeds. */
  code: string | null;
  /** Checks one more condition. Returns a description of the violation, or `null`. */
  also?: (seen: Seen) => string | null;
}

/** An input with the outcome that an admitted caller gets. */
export interface Probe {
  input: Input;
  expected: Expected;
  /** Whether the operation refuses the input before it checks the login's permissions. */
  isRefusedFirst?: boolean;
}

/** One call in the enumeration of ways, callers and inputs. */
export interface Cell extends Omit<Probe, "expected"> {
  /** The expected outcome; `null` to accept any response that passes the general checks. */
  expected: Expected | null;
  way: Way;
  caller: Caller;
  /** A name that follows the way and the caller in failure messages. */
  name: string;
  /** Whether the target is within the caller's limit. */
  isWithin?: boolean;
  /** The idempotency key, if the operation takes one. By default each call has a new key; `null` sends no key. */
  key?: string | number | null;
  headers?: [string, string][];
  query?: [string, string][];
}

export interface AnsweredCell {
  cell: Cell;
  seen: Seen;
}

/** The number of concurrent calls. The runtime has one thread for each Worker. */
const AT_ONCE = 8;
const STATUSES: Record<string, number> = { unauthorized: 401 };
const NEWEST = 0;
const INITIALIZED = 1;

/** Sends cells and compares each response with the caller's access. */
export class Cells {
  readonly #system: CallSystem;
  readonly #counts = new Map<string, Map<string, number>>();
  #number = 0;

  constructor(system: CallSystem) {
    this.#system = system;
  }

  /** Sends every cell and checks its response. @returns the responses, in the order of the cells */
  async expectAll(dimension: string, cells: readonly Cell[]): Promise<AnsweredCell[]> {
    const { faults } = this.#system.requests;
    const counts = this.#counts.get(dimension) ?? new Map<string, number>();
    this.#counts.set(dimension, counts);
    for (const { way } of cells) counts.set(way.name, (counts.get(way.name) ?? 0) + 1);
    const answered = await inParallel(cells, async (cell) => ({ cell, seen: await this.send(cell) }));
    const wrong = answered.flatMap((one) => wrongIn(one, this.#system.world.origin));
    const all = [...faults.splice(0), ...wrong];
    if (all.length > 0) expect.fail(all.join("\n"));
    return answered;
  }

  /** Sends a cell over HTTP or as a tool. The MCP revision depends on the way. */
  async send({ way, caller, input, key, headers = [], query = [] }: Omit<Cell, "expected" | "name">): Promise<Seen> {
    const { requests, api } = this.#system;
    const number = ++this.#number;
    const { operation, tool, server } = way;
    const sent = [...headersOf(caller, number), ...headers];
    const keyed = isKeyed(operation) && key !== null ? { key: key ?? crypto.randomUUID() } : {};
    let seen: Seen | null | undefined;
    if (tool === null) {
      const served = api.operations.find((one) => one.id === operation.id && one.path === pathOf(operation));
      const named = "key" in keyed ? { ...input, "Idempotency-Key": keyed.key } : input;
      const draft = draftOf(served as ServedOperation, named, sent);
      draft.query.push(...query);
      seen = await requests.askHttp(wireRequestOf(draft), caller, input, number);
    } else {
      const named = "key" in keyed ? { ...input, idempotency_key: keyed.key } : input;
      const era = way.name.length % 2 === 0 ? NEWEST : INITIALIZED;
      const request = toolRequestOf({ server, name: tool }, named, sent, era);
      [seen] = await requests.askMcp(server, request, caller, number);
    }
    if (!seen)
      throw new Error(`${way.name} of ${JSON.stringify(input)}: ${requests.faults.join("; ") || "no outcome"}`);
    return seen;
  }

  /** Returns the number of cells sent in each dimension, by the name of the way. */
  counts(): Map<string, Map<string, number>> {
    return this.#counts;
  }
}

/** Returns the expected outcome of a cell. Missing access takes precedence, in the order in which the API checks it. */
function dueOf({ way, caller, expected, isRefusedFirst, isWithin }: Cell): Expected | null {
  const { code, lacked } = way.needed ? refusalOf(caller, way.needed, isWithin) : { code: null, lacked: [] };
  if (code !== null) return { status: STATUSES[code] ?? 403, code };
  if (lacked.length === 0 || isRefusedFirst) return expected;
  const isNamed = (detail: string) => lacked.some((one) => detail.includes(`the client-area permission ${one},`));
  return {
    ...{ status: 403, code: "permission_denied" },
    also: ({ value }) => (isNamed(String(value.detail)) ? null : `"${value.detail}" does not name ${lacked}`),
  };
}

/** The problems that also set the HTTP status over MCP. Every other problem is a tool result with status 200. */
const OF_HTTP = ["unauthorized", "insufficient_scope", "rate_limited"];

function wrongIn({ cell, seen }: AnsweredCell, origin: string): string[] {
  const { way, caller, name, input } = cell;
  const due = dueOf(cell);
  if (!due) return [];
  const wrong: string[] = [];
  if (seen.status !== due.status || seen.code !== due.code) {
    wrong.push(`expected ${due.status} ${due.code}, got ${seen.status} ${seen.code}: ${seen.value.detail}`);
  } else {
    const isOfHttp = way.transport === "http" || OF_HTTP.includes(due.code ?? "");
    const httpStatus = isOfHttp ? due.status : 200;
    if (seen.httpStatus !== httpStatus) wrong.push(`HTTP ${seen.httpStatus} in place of ${httpStatus}`);
    wrong.push(...challengeFaults(cell, due, seen, origin), ...hourFaults(cell, due, seen));
    wrong.push(...[due.also?.(seen) ?? null].filter((one) => one !== null));
  }
  return wrong.map((one) => `${way.name} by ${caller.kind}, ${name} ${JSON.stringify(input).slice(0, 200)}: ${one}`);
}

/** Checks that a refusal challenges the client for a credential or the needed scopes (RFC 6750 §3, RFC 9728 §5.1). */
function challengeFaults({ way, caller }: Cell, { code }: Expected, { headers }: Seen, origin: string): string[] {
  const path = way.transport === "http" ? "" : "/account/mcp";
  const metadata = `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/api/v1${path}"`;
  const asked = (scopes: string, error: string | null) =>
    `${metadata}, scope="${scopes}"${error === null ? "" : `, error="${error}"`}`;
  const due =
    code === "insufficient_scope"
      ? asked(`account:read ${way.needed?.scope}`, "insufficient_scope")
      : code === "unauthorized"
        ? asked("account:read", caller.authorization.length === 0 ? null : "invalid_token")
        : undefined;
  const sent = headers["www-authenticate"];
  return sent === due ? [] : [`WWW-Authenticate ${sent} in place of ${due}`];
}

/** The statuses of refusals that the API sends before it reads the account. */
const BEFORE_ACCOUNT = [401, 413, 415, 429];

/** Checks that an HTTP response to an order or change states how much of the hourly limit is left. */
function hourFaults({ way }: Cell, { status, code }: Expected, { headers }: Seen): string[] {
  if (way.transport !== "http" || BEFORE_ACCOUNT.includes(status) || status >= 500 || code === "access_lost") return [];
  const due = { order: "orders", change: "settings", read: undefined }[way.row.effect];
  const told = /"(orders|settings)";r=\d+;t=\d+/.exec(String(headers.ratelimit))?.[1];
  return told === due ? [] : [`RateLimit states what is left of ${told} instead of ${due}`];
}

/** Returns what remains of a limit, from the response headers; `null` if the headers do not state the limit. */
export function leftOf(limit: string, { headers }: Seen): number | null {
  const left = new RegExp(`"${limit}";r=(\\d+)`).exec(String(headers.ratelimit))?.[1];
  return left === undefined ? null : Number(left);
}

/** Checks that all cells of a transport get the same response, apart from the names that they sent. */
export function expectOneAnswer(
  answered: readonly AnsweredCell[],
  namesIn: (cell: Cell) => readonly string[] = () => [],
): void {
  for (const transport of ["http", "mcp"]) {
    const own = answered.filter(({ cell }) => cell.way.transport === transport);
    const told = new Map(own.map((one) => [fingerprint(one, namesIn(one.cell)), one.cell.name]));
    expect([...told].map(([text, name]) => `${name}: ${text}`).slice(told.size === 1 ? 1 : 0)).toEqual([]);
  }
}

/** Returns everything that could distinguish two responses, except request ids, times and the remaining requests. */
function fingerprint({ seen }: AnsweredCell, named: readonly string[]): string {
  const own = ["date", "x-request-id", "ratelimit", "age", "content-length"];
  const headers = Object.entries(seen.headers).filter(([name]) => !own.includes(name));
  const { instance: _, request_id: __, ...body } = seen.value;
  let text = JSON.stringify([seen.httpStatus, headers, body]);
  for (const name of named) text = text.replaceAll(name, "…");
  return text;
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
