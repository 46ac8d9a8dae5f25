import { inject } from "vitest";
import { API_PATH } from "../../shared/platform/addresses.ts";

export interface RpcAnswer {
  id: number;
  result?: Record<string, unknown>;
  error?: { code: number; message: string; data?: unknown };
}

/** One request of revision 2025-11-25 to the shared system's catalogue MCP server, without a client library. */
export async function callMcp(method: string, params?: Record<string, unknown>): Promise<RpcAnswer> {
  const response = await fetch(`${inject("origin")}${API_PATH}/mcp`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, ...(params && { params }) }),
  });
  return (await response.json()) as RpcAnswer;
}
