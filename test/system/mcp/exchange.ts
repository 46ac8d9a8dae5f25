import { expect } from "vitest";
import { API_PATH } from "../../../shared/platform/addresses.ts";
import { rawHttp } from "../../support/raw-http.ts";

export type RpcId = string | number | null;

/** A parsed JSON-RPC response. */
export interface RpcAnswer {
  jsonrpc: string;
  id?: RpcId;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** An HTTP response of the MCP endpoint. */
export interface RecordedExchange {
  status: number;
  text: string;
  /** Returns the body as a JSON-RPC response. Fails if it is not one. */
  rpc(): RpcAnswer;
}

/** A message to send. A string or buffer is sent unchanged, any other body as JSON. */
export interface Message {
  headers?: Record<string, string>;
  body?: unknown;
}

/** Sends a request to the MCP endpoint and checks the rules that every response follows. */
async function exchange({ headers = {}, body }: Message): Promise<RecordedExchange> {
  const raw = body === undefined || typeof body === "string" || Buffer.isBuffer(body);
  const answer = await rawHttp({
    path: `${API_PATH}/mcp`,
    method: "POST",
    headers: { ...(body !== undefined && { "Content-Type": "application/json" }), ...headers },
    ...(body !== undefined && { body: raw ? (body as string | Buffer) : JSON.stringify(body) }),
  });
  const header = (name: string) => answer.headers[name.toLowerCase()]?.toString();
  expect(answer.status, "never the server's fault").toBeLessThan(500);
  expect(header("X-Request-Id")).toMatch(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
  expect(header("Access-Control-Allow-Origin")).toBe("*");
  expect(header("Access-Control-Allow-Credentials")).toBeUndefined();
  expect(header("Mcp-Session-Id"), "no sessions").toBeUndefined();
  return {
    status: answer.status,
    text: answer.body,
    rpc() {
      expect(header("Content-Type")).toMatch(/^application\/json\b/);
      return wellFormed(JSON.parse(answer.body));
    },
  };
}

function wellFormed(value: unknown): RpcAnswer {
  expect(value).toBeTypeOf("object");
  const answer = value as RpcAnswer;
  expect(answer.jsonrpc).toBe("2.0");
  expect("result" in answer, "either result or error").not.toBe("error" in answer);
  if (answer.error) {
    expect(Number.isInteger(answer.error.code)).toBe(true);
    expect(answer.error.code, "an internal error").not.toBe(-32603);
    expect(answer.error.message).toBeTypeOf("string");
  }
  return answer;
}

/** Sends a request that must get a result. */
export async function result(message: Message): Promise<Record<string, unknown>> {
  const answer = await exchange(message);
  const rpc = answer.rpc();
  expect({ status: answer.status, error: rpc.error }).toEqual({ status: 200, error: undefined });
  expect(rpc.id).toBe((message.body as { id: RpcId }).id);
  return rpc.result as Record<string, unknown>;
}

export const NEWEST = "2026-07-28";
/** The MCP revisions that start with `initialize`. */
const EARLIER = ["2025-11-25", "2025-06-18", "2025-03-26"];
export const REVISIONS = [NEWEST, ...EARLIER];

/** Returns a request in an earlier revision. Without a version, the request has no version header, as in 2025-03-26. */
export function earlier(
  method: string,
  params?: unknown,
  { version, id = 1 }: { version?: string; id?: unknown } = {},
) {
  return {
    headers: { ...(version && { "MCP-Protocol-Version": version }) } as Record<string, string>,
    body: { jsonrpc: "2.0", id, method, ...(params !== undefined && { params }) },
  };
}

/** Returns a request in revision 2026-07-28. Both `_meta` and the headers describe the request. */
export function newest(method: string, params: Record<string, unknown> = {}, { id = 1 as unknown } = {}) {
  const name = params.name ?? params.uri;
  return {
    headers: {
      "MCP-Protocol-Version": NEWEST,
      "Mcp-Method": method,
      ...(typeof name === "string" && { "Mcp-Name": name }),
    } as Record<string, string>,
    body: { jsonrpc: "2.0", id, method, params: { ...params, _meta: META } },
  };
}

export const META = {
  "io.modelcontextprotocol/protocolVersion": NEWEST,
  "io.modelcontextprotocol/clientCapabilities": {},
  "io.modelcontextprotocol/clientInfo": { name: "frontdesk-tests", version: "1.0.0" },
};

type Ask = (method: string, params?: Record<string, unknown>, options?: { id?: unknown }) => Message;

/**
 * Functions that make a request in each revision. The last entry is for clients that do not know the version header.
 */
export const ERAS: { era: string; ask: Ask }[] = [
  { era: NEWEST, ask: newest },
  ...EARLIER.map((version) => ({
    era: version,
    ask: ((method, params, options) => earlier(method, params, { version, ...options })) satisfies Ask,
  })),
  { era: "no version header", ask: (method, params, options) => earlier(method, params, { ...options }) },
];
