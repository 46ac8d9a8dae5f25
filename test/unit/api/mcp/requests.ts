import fc from "fast-check";
import { META, NEWEST, REVISIONS } from "../../../system/mcp/exchange.ts";

/** An HTTP request to an MCP server. */
export interface GeneratedMessage {
  headers: Record<string, string>;
  body: string;
}

/** The name and the arguments of a tool call. */
export type ToolCall = [name: unknown, given: unknown];

type Members = Record<string, unknown>;

const RESERVED = "io.modelcontextprotocol/";
/** A placeholder for a number that is too large for a double. */
const TOO_LARGE = "@1e400@";
const ABSENT = undefined;

/** Usually generates a value of the first kind, and sometimes one of the other kind. */
const mostly = <Usual, Other>(usual: fc.Arbitrary<Usual>, other: fc.Arbitrary<Other>, weight = 25) =>
  fc.oneof({ weight, arbitrary: usual }, { weight: 1, arbitrary: other });
const usually = (value: unknown, ...others: unknown[]) => mostly(fc.constant(value), fc.constantFrom(...others));
const own = (name: string, value: unknown): Members => ({ [name]: value });

const WRONG_CALLS: ToolCall[] = [
  ["constructor", {}],
  [5, {}],
  ["list_plans", []],
  ["list_plans", { line: TOO_LARGE }],
];
const METHODS = ["ping", "initialize", "server/discover", "subscriptions/listen", "resources/list", "no/such"];
const IDS = [
  "",
  "a",
  '"',
  "\\",
  '"content":[]',
  "\u2028",
  "\ud800",
  0,
  -1,
  2 ** 53 - 1,
  2 ** 53,
  1.5,
  null,
  true,
  ABSENT,
];
const TOKENS = ["t", 7, 0, 1.5, 2 ** 53, null, {}, true, TOO_LARGE];
const OPENS_PAGES = { elicitation: { url: {} } };
const CAPABILITIES = [
  ...[{ elicitation: {} }, { roots: { listChanged: true } }, { sampling: {} }],
  ...[{ roots: { listChanged: "yes" } }, { sampling: 5 }, { experimental: { a: { b: null } } }, { tasks: 5 }],
  ...[{ experimental: { a: { b: TOO_LARGE } } }, { unknown: 5 }, own("__proto__", 5), "all", null, [], ABSENT],
];
const CLIENTS = [
  ...[ABSENT, { name: "a" }, { name: "a", version: 1 }, { name: "a", version: "1", title: 5 }, 5, null],
  ...[
    { name: "a", version: "1", icons: [{ src: 5 }] },
    { name: "a", version: "1", other: 5 },
  ],
];
const FURTHER_META: Members[] = [
  { "com.example/trace": { a: [1, null] } },
  { [`${RESERVED}related-task`]: { taskId: "t" } },
  { [`${RESERVED}related-task`]: 5 },
  { [`${RESERVED}logLevel`]: "debug" },
  { [`${RESERVED}logLevel`]: "loud" },
  { [`${RESERVED}unknown`]: 5 },
  own("__proto__", 5),
];
const FURTHER_PARAMS: Members[] = [
  ...[{ cursor: "x" }, { cursor: "" }, { cursor: null }, { cursor: 5 }, { task: { ttl: 5 } }, { task: 5 }],
  ...[{ requestState: "s" }, { requestState: 5 }, { unknown: 5 }, own("__proto__", 5)],
  ...[{ inputResponses: { approval: { action: "decline" } } }, { inputResponses: 5 }],
];
const FURTHER_MEMBERS: Members[] = [
  { result: {} },
  { error: {} },
  { trace: "7" },
  { jsonrpc: "1.0" },
  own("__proto__", 5),
];

const none = fc.constant<Members>({});
const meta = (version: unknown) =>
  fc
    .record({
      token: mostly(
        none,
        fc.constantFrom(...TOKENS).map((token) => own("progressToken", token)),
        3,
      ),
      further: mostly(none, fc.constantFrom(...FURTHER_META), 5),
      claimed: usually(version, NEWEST, "2025-11-25", "2099-01-01", 5, ABSENT),
      capabilities: mostly(fc.constantFrom({}, {}, OPENS_PAGES), fc.constantFrom(...CAPABILITIES), 5),
      client: usually(META[`${RESERVED}clientInfo`], ...CLIENTS),
      isWhole: fc.boolean(),
    })
    .map(({ token, further, claimed, capabilities, client, isWhole }) => {
      if (version !== NEWEST && (isWhole || claimed === version)) return { ...token, ...further };
      const names = { protocolVersion: claimed, clientCapabilities: capabilities, clientInfo: client };
      const envelope = Object.fromEntries(Object.entries(names).map(([name, value]) => [RESERVED + name, value]));
      return { ...envelope, ...token, ...further };
    });

const message = (version: unknown, calls: fc.Arbitrary<ToolCall>) =>
  fc
    .record({
      method: mostly(fc.constantFrom("tools/call", "tools/call", "tools/list"), fc.constantFrom(...METHODS), 15),
      id: mostly(fc.constant<unknown>(1), fc.constantFrom<unknown>(...IDS), 8),
      call: mostly(calls, fc.constantFrom(...WRONG_CALLS)),
      meta: mostly(
        version === NEWEST ? meta(version) : fc.oneof(fc.constant(ABSENT), meta(version)),
        fc.constantFrom(null, 5),
      ),
      params: mostly(none, fc.constantFrom(...FURTHER_PARAMS), 8),
      members: mostly(none, fc.constantFrom(...FURTHER_MEMBERS), 25),
      isBare: mostly(fc.constant(false), fc.constant(true), 20),
    })
    .map(({ method, id, call: [name, given], meta: _meta, params, members, isBare }) => {
      const own = method === "tools/call" ? { name, arguments: given } : {};
      const all = { _meta, ...own, ...params };
      return { jsonrpc: "2.0", id, method, ...(!isBare && { params: all }), ...members };
    });

/** Generates the headers that a client sends with a message in a protocol version. Some headers are wrong. */
const headersOf = (version: string | null, { method, params }: { method: string; params?: Members }) =>
  fc
    .record({
      version: usually(version, NEWEST, "2025-06-18", "2024-11-05", null),
      method: usually(method, "tools/list", method.toUpperCase(), null),
      name: usually(params?.name, "list_plans", "=?base64?bGlzdF9wbGFucw==?=", " list_plans ", null),
      further: mostly(
        none,
        fc.constantFrom<Members>({ Origin: "null" }, { Origin: "https://a.example" }, { Accept: "*/*" }),
      ),
      type: usually("application/json", "text/plain", "application/json; charset=utf-8"),
    })
    .map(({ version: sent, method: repeated, name, further, type }) => {
      const headers = { "MCP-Protocol-Version": sent, "Mcp-Method": repeated, "Mcp-Name": name, ...further };
      const given = version === NEWEST ? headers : { "MCP-Protocol-Version": sent, ...further };
      const all = Object.entries({ ...given, "Content-Type": type });
      return Object.fromEntries(all.filter((header): header is [string, string] => typeof header[1] === "string"));
    });

/** Generates the text of a body, which sometimes has a duplicate key or is cut off. */
const textOf = (body: unknown) => {
  const text = JSON.stringify(body).replaceAll(`"${TOO_LARGE}"`, "1e400");
  return usually(text, text.replace("{", '{"id":2,'), text.slice(0, -1)) as fc.Arbitrary<string>;
};

const version = fc.oneof(
  { weight: 6, arbitrary: fc.constant(NEWEST) },
  { weight: 6, arbitrary: fc.constantFrom<string | null>(...REVISIONS) },
  { weight: 1, arbitrary: fc.constantFrom(null, "2099-01-01") },
);

/**
 * Generates requests of all protocol versions. Most of them are well-formed lists and calls.
 * @param calls the tool calls to include
 */
export function generatedMessages(calls: fc.Arbitrary<ToolCall>): fc.Arbitrary<GeneratedMessage> {
  return version.chain((version) =>
    mostly(message(version, calls), fc.array(message(version, calls), { maxLength: 3 }), 20).chain((body) =>
      fc.record({
        headers: headersOf(version, Array.isArray(body) ? { method: "tools/list" } : body),
        body: textOf(body),
      }),
    ),
  );
}
