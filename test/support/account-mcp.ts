import { inject } from "vitest";
import { ACCOUNT_MCP_PATH } from "../../shared/platform/addresses.ts";

/** A JSON-RPC response, or a tool's result in it. */
export interface McpAnswer {
  id: string | number | null;
  result?: { isError?: boolean; content?: { text: string }[]; structuredContent?: Record<string, unknown> } & Record<
    string,
    unknown
  >;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

interface Options {
  origin?: string;
  headers?: Record<string, string> | undefined;
}

/** Posts messages to the account MCP server as they are; null sends no credential. */
export function postMcp(token: string | null, body: unknown, { origin, headers }: Options = {}): Promise<Response> {
  return fetch(`${origin ?? inject("origin")}${ACCOUNT_MCP_PATH}`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  });
}

/** A tool call as a JSON-RPC request. */
export function toolCall(name: string, input: Record<string, unknown> = {}, id: string | number = 1) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
}

/** Calls a tool of the account MCP server in revision 2025-11-25; its answer and the HTTP status. */
export async function callTool(
  token: string,
  name: string,
  input: Record<string, unknown> = {},
  { origin }: Options = {},
): Promise<{ status: number; isError: boolean; value: Record<string, unknown> }> {
  const headers = { "MCP-Protocol-Version": "2025-11-25" };
  const response = await postMcp(token, toolCall(name, input), { ...(origin && { origin }), headers });
  const { result } = (await response.json()) as McpAnswer;
  const text = result?.content?.[0]?.text ?? "null";
  return { status: response.status, isError: result?.isError === true, value: JSON.parse(text) };
}
