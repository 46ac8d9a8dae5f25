import type { PROTOCOL_VERSIONS } from "../../shared/api/mcp/json-rpc.ts";
import type { WireAnswer, WireRequest } from "../http-wire.ts";

type Version = (typeof PROTOCOL_VERSIONS)[number];

/**
 * Returns a message as a client of a protocol revision sends it.
 * @param params parameters of the method, with the tool's name for a call
 */
export function message(version: Version, path: string, method: string, params: { name?: string }): WireRequest {
  const hasEnvelope = version === "2026-07-28";
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  };
  return {
    method: "POST",
    path,
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      // The first revision does not have this header.
      ...(version !== "2025-03-26" && { "MCP-Protocol-Version": version }),
      ...(hasEnvelope && { "Mcp-Method": method, ...(params.name && { "Mcp-Name": params.name }) }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...params, ...(hasEnvelope && { _meta: envelope }) },
    }),
  };
}

/** The part of a result that the benchmark uses. */
export interface RpcResult {
  tools?: { name: string }[];
  content?: { text: string }[];
  structuredContent?: { domains: { tld: string }[] };
}

/** Returns the result in a response, which is JSON or an event stream with one event. */
export function resultOf({ headers, body }: WireAnswer): RpcResult {
  const text = body.toString();
  const isStream = headers.get("content-type")?.startsWith("text/event-stream");
  const json = isStream ? /^data: (.*)$/m.exec(text)?.[1] : text;
  return JSON.parse(json ?? "").result;
}
