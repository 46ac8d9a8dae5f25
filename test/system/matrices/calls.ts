import { BASE_SCOPE } from "../../../shared/account-access/scopes.ts";
import {
  type Access,
  type AnyOperation,
  isKeyed,
  pathParameters,
  takesBody,
  withOptionalTools,
} from "../../../shared/api/definition/operation.ts";
import { ACCOUNT_MCP_PATH, API_PATH } from "../../../shared/platform/addresses.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../../workers/catalogue/operations/index.ts";
import { type McpAnswer, toolCall } from "../../support/account-client.ts";
import { ACCOUNT_TABLE, type TableRow } from "../../support/account-table.ts";
import { exampleRequest } from "../../support/operation-url.ts";

export type Input = Record<string, unknown>;
export type Transport = "http" | "mcp";
export type MatrixOperation = AnyOperation<never>;

/** One way of calling an operation that needs a credential. */
export interface Call {
  /** `renewDomain over mcp`. */
  name: string;
  operation: MatrixOperation;
  transport: Transport;
  /** The tool that is called; null over HTTP. */
  tool: string | null;
  row: TableRow;
  /** What is needed: of a preview that a tool gives, what that tool needs. */
  access: Access;
  /** The operation that an API token with single operations must have been given. */
  opensWith: string;
}

/** With the tools that a provider switches on. */
export const OPERATIONS: readonly MatrixOperation[] = withOptionalTools<MatrixOperation>(accountOperations);

function rowOf(id: string): TableRow {
  const row = ACCOUNT_TABLE.find((one) => one.id === id);
  if (!row) throw new Error(`${id} has no row in test/support/account-table.ts: what is promised of it?`);
  return row;
}

/** Every operation that needs a credential, over HTTP and as a tool; one that a tool gives as its preview, by that tool. */
export const CALLS: readonly Call[] = OPERATIONS.flatMap((operation) => {
  const row = rowOf(operation.id);
  const { access } = row;
  if (access === null) return [];
  const own = { operation, row, access, opensWith: operation.id };
  const calls: Call[] = [{ ...own, name: `${operation.id} over http`, transport: "http", tool: null }];
  const asTool = { ...own, name: `${operation.id} over mcp`, transport: "mcp" as const };
  if (operation.tool !== undefined) calls.push({ ...asTool, tool: operation.tool });
  const previewing = OPERATIONS.find(({ previewOperation }) => previewOperation?.operation.id === operation.id);
  const needed = previewing && rowOf(previewing.id).access;
  if (needed && previewing.tool !== undefined) {
    calls.push({ ...asTool, tool: previewing.tool, access: needed, opensWith: previewing.id });
  }
  return calls;
});

/** The catalogue's tools on the account's MCP server: a connection may call them whatever its scopes, limit and login. */
export const CATALOGUE_CALLS: readonly Call[] = (catalogueOperations as readonly MatrixOperation[]).flatMap(
  (operation) => {
    const { id, tool = null, http } = operation;
    if (tool === null) return [];
    const access: Access = { scope: BASE_SCOPE, permissions: [], limit: "whole" };
    const row: TableRow = { id, route: `GET ${http.path}`, tool, access, effect: "read", asks: [] };
    return { operation, row, access, tool, name: `${id} over mcp`, transport: "mcp", opensWith: id };
  },
);

/** The operations that change an account, each in every way it can be called. */
export const ACTING = CALLS.filter(({ operation }) => takesBody(operation));
export const KEYED = CALLS.filter(({ operation }) => isKeyed(operation));

/** The members of its path, which name what is the account's. */
export function ownMembers({ http }: MatrixOperation): string[] {
  return pathParameters(http.path);
}

/** What came back, the same whatever the transport. */
export interface Seen {
  /** That of the problem; of what was done over MCP, that of the operation's answers. */
  status: number;
  code: string | null;
  httpStatus: number;
  headers: Headers;
  body: Input;
  isReplayed: boolean;
  /** What of the answer is not as its transport has it. */
  faults: string[];
}

/** What a call is sent with. */
export interface Sending {
  input: Input;
  /** Null: without a credential. */
  token: string | null;
  /** The idempotency key of an operation that takes one; a new one by default, null for none. */
  key?: string | number | null;
  headers?: Record<string, string>;
}

export function send(origin: string, call: Call, sending: Sending): Promise<Seen> {
  return call.transport === "http" ? overHttp(origin, call, sending) : overMcp(origin, call, sending);
}

async function overHttp(origin: string, { operation }: Call, { input, token, key, headers }: Sending): Promise<Seen> {
  const { url, init } = exampleRequest({ ...operation, example: input });
  const sent = new Headers({ ...(init.headers as Record<string, string>), ...headers });
  sent.delete("Idempotency-Key");
  if (isKeyed(operation) && key !== null) sent.set("Idempotency-Key", String(key ?? crypto.randomUUID()));
  if (token !== null) sent.set("Authorization", `Bearer ${token}`);
  const response = await fetch(origin + API_PATH + url, { ...init, headers: sent });
  const body = (await response.json()) as Input;
  const isDone = response.ok;
  const type = response.headers.get("Content-Type") ?? "";
  return {
    status: response.status,
    code: isDone ? null : String(body.code),
    httpStatus: response.status,
    headers: response.headers,
    body,
    isReplayed: response.headers.get("Idempotent-Replayed") === "true",
    faults: [
      ...fault(
        isDone ? /^application\/json\b/.test(type) : type === "application/problem+json",
        `Content-Type ${type}`,
      ),
      ...(isDone ? [] : problemFaults(body, response)),
      ...fault(response.headers.get("Cache-Control") === "no-store", "no Cache-Control: no-store"),
    ],
  };
}

async function overMcp(origin: string, call: Call, { input, token, key, headers }: Sending): Promise<Seen> {
  const { operation, tool } = call;
  const own = isKeyed(operation) && key !== null ? { ...input, idempotency_key: key ?? crypto.randomUUID() } : input;
  const response = await fetch(origin + ACCOUNT_MCP_PATH, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-11-25",
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(toolCall(tool ?? "", own)),
  });
  const { result } = (await response.json()) as McpAnswer;
  const text = result?.content?.[0]?.text ?? "null";
  const body = JSON.parse(text) as Input;
  const isDone = result !== undefined && result.isError !== true;
  return {
    status: isDone ? (operation.effect === "order" ? 201 : 200) : Number(body?.status),
    code: isDone ? null : String(body?.code),
    httpStatus: response.status,
    headers: response.headers,
    body,
    isReplayed: (result?._meta as Input | undefined)?.["frontdesk/idempotentReplayed"] === true,
    faults: [
      ...fault(result !== undefined, "an error of the protocol"),
      ...fault(
        isDone === (result?.structuredContent !== undefined),
        "structuredContent of a problem, or none of an answer",
      ),
      ...(isDone ? [] : problemFaults(body, response)),
    ],
  };
}

function problemFaults(body: Input, response: Response): string[] {
  const id = response.headers.get("X-Request-Id");
  const isOwn = response.headers.get("Content-Type") !== "application/problem+json" || body?.request_id === id;
  return [
    ...fault(isOwn && typeof body?.request_id === "string", "the problem has another request id"),
    ...fault(String(body?.type).endsWith(`/problems/${body?.code}`), `type ${body?.type}`),
  ];
}

function fault(isRight: boolean, words: string): string[] {
  return isRight ? [] : [words];
}
