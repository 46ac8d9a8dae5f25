import { expect, test } from "vitest";
import { ACTING, CALLS, CATALOGUE_CALLS, type Call, KEYED, send } from "./calls.ts";
import type { Cell, Expected } from "./cells.ts";
import type { MatrixSystem } from "./matrix-system.ts";
import { exampleOf, stopsAtInput } from "./probes.ts";

/** Requests of a connection in a minute. */
const REQUESTS = 120;

export const TOO_MANY: Expected = {
  status: 429,
  code: "rate_limited",
  also: ({ headers, body }) => {
    const wait = Number(headers.get("Retry-After"));
    return wait > 0 && wait === body.retry_after ? null : `Retry-After ${wait}, retry_after ${body.retry_after}`;
  },
};

/** The requests of a minute: of a connection, over both transports together. */
export function requestWindow(system: MatrixSystem): void {
  const unchanged = system.watch();
  test("after 120 requests by turns over HTTP, over MCP and of a catalogue tool, no call is served for the rest of the minute", async () => {
    const { access_token: token } = await system.connect();
    const [overHttp, overMcp] = CALLS.filter(({ operation }) => operation.id === "getAccount");
    const [ofCatalogue] = CATALOGUE_CALLS;
    if (!overHttp || !overMcp || !ofCatalogue) throw new Error("getAccount or a catalogue tool is called in no way");
    const turns = [overHttp, overMcp, ofCatalogue] as const;
    for (let request = 1; request <= REQUESTS; request++) {
      const call = turns[request % turns.length] as Call;
      const { status, headers } = await send(system.world.origin, call, { input: exampleOf(call), token });
      expect([status, /r=(\d+)/.exec(headers.get("RateLimit") ?? "")?.[1]]).toEqual([200, String(REQUESTS - request)]);
    }
    const over = { name: "the 121st", token, expected: TOO_MANY };
    await system.cells.expectAll(
      "rate limit",
      [...CALLS, ...CATALOGUE_CALLS].map((call): Cell => ({ ...over, call, input: exampleOf(call) })),
    );
    const other = await system.connect();
    await system.cells.expectAll("rate limit", [
      {
        call: overHttp,
        name: "another connection",
        token: other.access_token,
        input: {},
        expected: { status: 200, code: null },
      },
    ]);
  });
  test("no row changes when the requests of a minute are used up", unchanged);
}

/** The idempotency keys that are none. */
const NO_KEYS: [name: string, key: string | number | null, code: string][] = [
  ["no key", null, "idempotency_key_required"],
  ["an empty key", "", "idempotency_key_required"],
  ["an empty key in quotes", '""', "idempotency_key_required"],
  ["a key with a comma", "one,two", "invalid_parameter"],
  ["a key with a blank", "one two", "invalid_parameter"],
  ["a key of 256 characters", "k".repeat(256), "invalid_parameter"],
  ["a key that is not ASCII", "cl\u00e9", "invalid_parameter"],
];
/** What JSON can say and a header cannot. */
const NO_KEYS_OF_TOOLS: typeof NO_KEYS = [["a number", 5, "invalid_parameter"]];

/** Keys that are missing or malformed: nothing is done, whatever else is right. */
export function malformedKeys(system: MatrixSystem): void {
  const unchanged = system.watch();
  test.each(KEYED)("$name: without a key that is one", async (call) => {
    const token = await system.tokenFor({}, 10);
    const keys = call.transport === "mcp" ? [...NO_KEYS, ...NO_KEYS_OF_TOOLS] : NO_KEYS;
    await system.cells.expectAll(
      "malformed key",
      keys.map(([name, key, code]) => ({
        call,
        name,
        key,
        token,
        input: exampleOf(call),
        expected: { status: 400, code },
      })),
    );
  });

  test.each(ACTING.filter((call) => !KEYED.includes(call)))("$name takes no key", async (call) => {
    const token = await system.tokenFor({}, 10);
    if (call.transport === "http") {
      const headers = { "Idempotency-Key": "one two" };
      const cell: Cell = { call, name: "a malformed key is not looked at", token, headers, ...stopsAtInput(call) };
      await system.cells.expectAll("malformed key", [cell]);
    } else {
      const input = { ...exampleOf(call), idempotency_key: "a-key" };
      const expected: Expected = { status: 400, code: "invalid_body" };
      await system.cells.expectAll("malformed key", [{ call, name: "a key is no argument", token, input, expected }]);
    }
  });
  test("no row changes when calls lack a key that is one", unchanged);
}
