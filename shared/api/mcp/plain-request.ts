import { keepNewest } from "../../platform/keep-newest.ts";
import { opensPages } from "./elicitation.ts";
import { ENVELOPE_VERSION, isId, type RpcMessage } from "./json-rpc.ts";
import { takesEnvelope } from "./sdk-protocol.ts";

/** The members of params that the SDK does nothing with but hand them on. */
const PARAMS = new Map([
  ["tools/list", ["_meta"]],
  ["tools/call", ["_meta", "name", "arguments"]],
]);
/** The members of `_meta` that are the protocol's own; any other is passed over (MCP, General fields). */
const RESERVED = "io.modelcontextprotocol/";
const MAX_KEPT = { count: 100, length: 2_000 };
/** Envelopes that the SDK takes, as JSON text, and whether it could ask their client. A client sends the same with each request. */
const taken = new Map<string, boolean>();

/**
 * Whether a message is the list of tools, or a call, in which there is nothing for the SDK to refuse or to act on. In doubt it is
 * not. Its form and the types of its params have been checked.
 * @param headers of a message of 2026-07-28, which say again what it says; null for the earlier revisions
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

/** Whether the SDK accepts an envelope; a call's client cannot answer questions in the meantime. */
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

/** Whether no other envelope has the same text: a number too large for a double is written as null. */
function isOneEnvelope(text: string): boolean {
  return !text.includes("null");
}
