import { isJsonObject } from "../../../shared/platform/json.ts";
import { ERAS } from "../mcp/exchange.ts";
import type { Caller } from "./access.ts";
import { jsonText } from "./hostile-values.ts";
import type { Input } from "./known-account.ts";
import { MCP_PATHS, type ServedOperation, type ServedTool } from "./served-api.ts";
import type { WireRequest } from "./wire.ts";

/** A request that has not been sent yet and can still be changed. */
export interface HttpDraft {
  operation: ServedOperation;
  method: string;
  /** The percent-encoded path without the query. */
  path: string;
  /** The query parameters, not yet encoded. */
  query: [string, string][];
  /** A text that is appended to the encoded query unchanged, such as a broken escape. */
  querySuffix: string;
  headers: [string, string][];
  body: Buffer | null;
}

/** Returns the request for an input, as the operation's description defines it. */
export function draftOf(operation: ServedOperation, input: Input, headers: [string, string][]): HttpDraft {
  const left = { ...input };
  let path = operation.path;
  const query: [string, string][] = [];
  const all = [...headers];
  for (const { name, in: place } of operation.parameters) {
    const value = left[name];
    delete left[name];
    if (value === undefined) continue;
    const text = textOf(value);
    if (place === "path") path = path.replace(`{${name}}`, encoded(text) || "%20");
    else if (place === "query") query.push([name, text]);
    else all.push([name, headerText(text)]);
  }
  const draft = { operation, method: operation.method, path, query, querySuffix: "", headers: all };
  if (operation.body === null) {
    // The operation takes no body, so every remaining member becomes an unknown query parameter.
    for (const [name, value] of Object.entries(left)) query.push([name, textOf(value)]);
    return { ...draft, body: null };
  }
  all.push(["Content-Type", "application/json"]);
  return { ...draft, body: Buffer.from(jsonText(left)) };
}

export function wireRequestOf({ method, path, query, querySuffix, headers, body }: HttpDraft): WireRequest {
  const encodedQuery = query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
  const whole = encodedQuery + querySuffix;
  return { method, path: whole === "" ? path : `${path}?${whole}`, headers, body };
}

/** Returns a tool call by a client that follows the protocol. @param era any number; it selects the MCP revision */
export function toolRequestOf(
  { server, name }: Pick<ServedTool, "server" | "name">,
  input: Input,
  headers: [string, string][],
  era: number,
): WireRequest {
  const { ask } = ERAS[era % ERAS.length] as (typeof ERAS)[number];
  const { headers: own = {}, body } = ask("tools/call", { name, arguments: input }, { id: 1 });
  return {
    method: "POST",
    path: MCP_PATHS[server],
    headers: [...headers, ["Content-Type", "application/json"], ...Object.entries(own)],
    body: Buffer.from(jsonText(body)),
  };
}

/** Returns headers with a different client IP address for each number, so that no rate limit by network applies. */
export function headersOf(caller: Caller | null, number: number): [string, string][] {
  const credentials = (caller?.authorization ?? []).map((value): [string, string] => ["Authorization", value]);
  const address = `2001:db8:${(number >> 16).toString(16)}:${(number & 0xffff).toString(16)}::1`;
  return [["CF-Connecting-IP", address], ...credentials];
}

/** Returns the text of a value in a URL or header. Lists are joined by commas. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).join(",");
  return isJsonObject(value) ? jsonText(value) : String(value);
}

/** Percent-encodes a text. Removes lone surrogates and appends the bytes of one surrogate instead. */
function encoded(text: string): string {
  return text.isWellFormed()
    ? encodeURIComponent(text)
    : `${encodeURIComponent(text.replace(/\p{Surrogate}/gu, ""))}%ED%A0%80`;
}

/** Replaces the characters of a text that a header cannot hold. */
function headerText(text: string): string {
  return text.replace(/[^\t\x20-\x7e\x80-\xff]/g, "?");
}
