import { isJsonObject } from "../../platform/json.ts";

/** The supported protocol revisions, newest first. */
export const PROTOCOL_VERSIONS = ["2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26"] as const;
/**
 * The revisions whose sessions begin with `initialize`. A client that requests any other revision gets the first one in
 * this list.
 */
export const INITIALIZED_VERSIONS = ["2025-11-25", "2025-06-18", "2025-03-26"] as const;
/** The only revision that has batches. */
const BATCH_VERSION = "2025-03-26";
/** The revision whose requests have their version in `_meta`. */
export const ENVELOPE_VERSION = "2026-07-28";
/**
 * Maximum number of messages in one batch, for servers that count requests against a rate limit and for those that do
 * not.
 */
export const MAX_BATCH = { counted: 50, uncounted: 10 } as const;

export const RPC_ERRORS = {
  parse: -32700,
  invalidRequest: -32600,
  invalidParams: -32602,
  internal: -32603,
  unsupportedVersion: -32022,
} as const;

export type RpcId = string | number;

export interface RpcMessage {
  jsonrpc: "2.0";
  method?: string;
  id?: RpcId;
  params?: Record<string, unknown>;
}

/** A JSON-RPC error and the HTTP status of its response. */
export interface RpcRefusal {
  status: number;
  code: number;
  message: string;
  id?: RpcId;
  data?: unknown;
}

/** The decision on how to serve a body. */
export type McpRoute =
  | { kind: "refused"; refusal: RpcRefusal }
  /** A message of revision 2026-07-28. The SDK checks its envelope, headers and version. */
  | { kind: "envelope"; message: RpcMessage }
  /** A message of an earlier revision. */
  | { kind: "initialized"; message: RpcMessage }
  /** A notification or response of an earlier revision. It gets no reply. */
  | { kind: "accepted" }
  | { kind: "batch"; elements: ElementRoute[] };

/** The route of a message that gets a reply in the form of its revision. */
export type MessageRoute = Extract<McpRoute, { message: RpcMessage }>;

/** The decision on how to serve one element of a batch. */
export type ElementRoute = Extract<McpRoute, { kind: "refused" | "initialized" | "accepted" }>;

/** The decision on how to serve a body that is not a batch. */
export type SingleRoute = Exclude<McpRoute, { kind: "batch" }>;

/**
 * Decides how a parsed body is served.
 * @param version the `MCP-Protocol-Version` header; `null` if absent
 */
export function routeOf(sent: unknown, version: string | null, maxBatch: number): McpRoute {
  if (Array.isArray(sent)) return routeOfBatch(sent, version, maxBatch);
  const body = knownMembers(withoutNulls(sent));
  if (!isMessage(body)) return refused(RPC_ERRORS.invalidRequest, "The body is not a JSON-RPC 2.0 message.", body);

  if (claimedVersion(body) !== undefined || version === ENVELOPE_VERSION) return fitting("envelope", body);
  if (version !== null && body.method !== "initialize" && !isSupported(version)) {
    return refused(RPC_ERRORS.unsupportedVersion, "Unsupported protocol version.", body, {
      supported: PROTOCOL_VERSIONS,
      requested: version.slice(0, 40),
    });
  }
  if (!isRequest(body)) return { kind: "accepted" };
  return fitting("initialized", body);
}

function routeOfBatch(elements: unknown[], version: string | null, maxBatch: number): McpRoute {
  if (version !== null && version !== BATCH_VERSION) {
    return refused(RPC_ERRORS.invalidRequest, `Only protocol version ${BATCH_VERSION} has batches.`);
  }
  if (elements.length === 0) return refused(RPC_ERRORS.invalidRequest, "The batch is empty.");
  if (elements.length > maxBatch) {
    return refused(RPC_ERRORS.invalidRequest, `A batch holds at most ${maxBatch} messages.`);
  }
  return { kind: "batch", elements: elements.map((element) => routeOfElement(element)) };
}

function routeOfElement(element: unknown): ElementRoute {
  const route = routeOf(element, null, 0);
  if (Array.isArray(element) || route.kind === "batch" || route.kind === "envelope") {
    return refused(
      RPC_ERRORS.invalidRequest,
      "A batch can have only messages of protocol version 2025-03-26.",
      element,
    );
  }
  if (route.kind === "initialized" && route.message.method === "initialize") {
    return refused(RPC_ERRORS.invalidRequest, "initialize cannot be part of a batch.", element);
  }
  return route;
}

export function refusalBody({ code, message, id, data }: RpcRefusal) {
  return { jsonrpc: "2.0", id: id ?? null, error: { code, message, ...(data !== undefined && { data }) } };
}

type RefusedRoute = Extract<McpRoute, { kind: "refused" }>;

function refused(code: number, message: string, body?: unknown, data?: unknown): RefusedRoute {
  const id = isJsonObject(body) && isId(body.id) ? body.id : undefined;
  return { kind: "refused", refusal: { status: 400, code, message, ...(id !== undefined && { id }), data } };
}

function isSupported(version: string): boolean {
  return PROTOCOL_VERSIONS.some((supported) => supported === version);
}

/** Checks that the outer fields are those of a request, a notification or a response. */
function isMessage(body: unknown): body is RpcMessage {
  if (!isJsonObject(body) || body.jsonrpc !== "2.0") return false;
  if ("id" in body && !isId(body.id)) return false;
  if (typeof body.method === "string") return body.params === undefined || isJsonObject(body.params);
  return "id" in body && ("result" in body || "error" in body);
}

function claimedVersion(message: RpcMessage): unknown {
  const meta = message.params?._meta;
  return isJsonObject(meta) ? meta["io.modelcontextprotocol/protocolVersion"] : undefined;
}

/** Returns the requests in a routed body. A rate limit counts only these. */
export function requestsIn(route: McpRoute): RpcMessage[] {
  switch (route.kind) {
    case "envelope":
      return isRequest(route.message) ? [route.message] : [];
    case "initialized":
      return [route.message];
    case "batch":
      return route.elements.flatMap((element) => (element.kind === "initialized" ? element.message : []));
    case "refused":
    case "accepted":
      return [];
  }
}

function isRequest({ method, id }: RpcMessage): boolean {
  return method !== undefined && id !== undefined;
}

export function isId(value: unknown): value is RpcId {
  return typeof value === "string" || Number.isSafeInteger(value);
}

/** Removes a null `params`, `cursor` or `arguments`, because some serialisers write `null` for an absent field. */
function withoutNulls(body: unknown): unknown {
  if (!isJsonObject(body)) return body;
  const { params, ...outer } = body;
  if (params === null) return outer;
  if (!isJsonObject(params) || (params.cursor !== null && params.arguments !== null)) return body;
  const inner = Object.entries(params).filter(([name, value]) => !(NULLABLE.has(name) && value === null));
  return { ...outer, params: Object.fromEntries(inner) };
}

const NULLABLE = new Set(["cursor", "arguments"]);
const KNOWN = new Set(["jsonrpc", "id", "method", "params", "result", "error"]);

/** Returns the route of a message, or a refusal if its params are not valid for its method. */
function fitting(kind: "envelope" | "initialized", message: RpcMessage): McpRoute {
  const misfit = kind === "envelope" && message.method === "initialize" ? undefined : misfitOf(message);
  return misfit === undefined ? { kind, message } : refused(RPC_ERRORS.invalidParams, misfit, message);
}

/**
 * Removes the fields that the SDK does not know. The SDK would refuse a message with other fields as if it were not
 * JSON.
 */
function knownMembers(body: unknown): unknown {
  if (!isJsonObject(body) || Object.keys(body).every((name) => KNOWN.has(name))) return body;
  return Object.fromEntries(Object.entries(body).filter(([name]) => KNOWN.has(name)));
}

const isText = (value: unknown) => typeof value === "string";
const fits = (value: unknown, holds: (value: unknown) => boolean) => value === undefined || holds(value);

/**
 * Returns the error in a request's params, if any. Without this check, the SDK would report an internal error or reveal
 * its schemas.
 */
function misfitOf({ method, params = {} }: RpcMessage): string | undefined {
  if (!fits(params._meta, isJsonObject)) return "_meta must be an object.";
  switch (method) {
    case "initialize": {
      const client = params.clientInfo;
      if (!isText(params.protocolVersion)) return "protocolVersion must be a string.";
      if (!isJsonObject(params.capabilities)) return "capabilities must be an object.";
      const named = isJsonObject(client) && isText(client.name) && isText(client.version);
      return named ? undefined : "clientInfo must have name and version.";
    }
    case "tools/list":
    case "resources/list":
    case "resources/templates/list":
      return fits(params.cursor, isText) ? undefined : "cursor must be a string.";
    case "tools/call":
      if (!isText(params.name)) return "name must be a string.";
      return fits(params.arguments, isJsonObject) ? undefined : "arguments must be an object.";
    case "resources/read":
      return isText(params.uri) ? undefined : "uri must be a string.";
    default:
      return undefined;
  }
}
