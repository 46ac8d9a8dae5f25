import { keepNewest } from "../../platform/keep-newest.ts";
import { opensPages } from "./elicitation.ts";
import { ENVELOPE_VERSION, isId, type RpcMessage } from "./json-rpc.ts";
import { takesEnvelope } from "./sdk-protocol.ts";

/** The params that the SDK only passes on, by method. */
const PARAMS = new Map([
  ["tools/list", ["_meta"]],
  ["tools/call", ["_meta", "name", "arguments"]],
]);
/** The prefix of the `_meta` fields that the protocol reserves. All other fields are ignored (MCP, General fields). */
const RESERVED = "io.modelcontextprotocol/";
const MAX_KEPT = { count: 100, length: 2_000 };
/**
 * Whether the client can open pages, by the JSON text of an envelope that the SDK accepts. Clients usually send the
 * same envelope with every request.
 */
const taken = new Map<string, boolean>();

/**
 * Checks whether a message is a `tools/list` or `tools/call` request that the SDK would neither refuse nor act on. If
 * in doubt, the result is `false`. The message's form and the types of its params are already checked.
 * @param headers the headers of a 2026-07-28 message, which repeat its fields; `null` for earlier revisions
 */
export function isPlainRequest(message: RpcMessage, headers: Headers | null): boolean {
  const { method = "", id, params = {} } = message;
  const known = PARAMS.get(method);
  if (!known || id === undefined || "result" in message || "error" in message) return false;
  if (Object.keys(params).some((name) => !known.includes(name))) return false;
  const { progressToken, ...meta } = (params._meta ?? {}) as Record<string, unknown>;
  if (progressToken !== undefined && !isId(progressToken)) return false;
  if (!headers) return !Object.keys(meta).some((name) => name.startsWith(RESERVED));
  return saysTheSame(headers, message) && isTaken(meta, method);
}

function saysTheSame(headers: Headers, { method, params }: RpcMessage): boolean {
  return (
    headers.get("MCP-Protocol-Version") === ENVELOPE_VERSION &&
    headers.get("Mcp-Method") === method &&
    (method === "tools/list" || headers.get("Mcp-Name") === params?.name)
  );
}

/** Checks whether the SDK accepts an envelope. For a call, also checks that the client cannot open pages. */
function isTaken(envelope: Record<string, unknown>, method: string): boolean {
  const text = JSON.stringify(envelope);
  let canBeAsked = taken.get(text);
  if (canBeAsked === undefined) {
    if (!takesEnvelope(envelope)) return false;
    canBeAsked = opensPages({ envelope });
    if (isOneEnvelope(text) && text.length <= MAX_KEPT.length) keepNewest(taken, text, canBeAsked, MAX_KEPT.count);
  }
  return method === "tools/list" || !canBeAsked;
}

/**
 * Checks that no other envelope has the same text. Two envelopes can share a text only if it contains `null`, because
 * `JSON.stringify` writes a number that is too large for a double as `null`.
 */
function isOneEnvelope(text: string): boolean {
  return !text.includes("null");
}
