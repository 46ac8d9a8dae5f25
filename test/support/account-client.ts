import { inject } from "vitest";
import { CHANGE_SCOPES } from "../../shared/account-access/scopes.ts";
import { type AnyOperation, type Effect, takesBody } from "../../shared/api/definition/operation.ts";
import { ACCOUNT_MCP_PATH, API_PATH } from "../../shared/platform/addresses.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { type Choices, ConnectingApplication } from "./connecting-application.ts";
import { exampleRequest, operationUrl } from "./operation-url.ts";

/** The operations without the types of their schemas, as the transports use them. */
const operations: readonly AnyOperation<never>[] = accountOperations;

/** An HTTP answer with its parsed body. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A JSON-RPC response, or a tool's result in it. */
export interface McpAnswer {
  id: string | number | null;
  result?: { isError?: boolean; content?: { text: string }[]; structuredContent?: Record<string, unknown> } & Record<
    string,
    unknown
  >;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** A tool's result and the HTTP status of its response. */
export interface ToolAnswer {
  status: number;
  headers: Headers;
  isError: boolean;
  isReplayed: boolean;
  value: Record<string, unknown>;
}

/** The parts of an operation that a call needs. */
export interface Callable {
  http: { method: string; path: string };
  effect: Effect;
  tool?: string;
}

/** A connection's choices, or an existing credential. Null sends no credential. */
export type Caller = Choices | string | null;

/** The caller's choices and the idempotency key. By default the key is new. Null sends none. */
export interface CallOptions extends Choices {
  key?: string | null;
}

/** Every scope on the consent page. */
export const EVERY_SCOPE: string[] = [...CHANGE_SCOPES];

/** A caller of the account API and its MCP server on one system. */
export class AccountClient {
  readonly #origin: () => string;
  readonly #defaults: Choices;
  readonly #tokens = new Map<string, Promise<string>>();

  /**
   * @param defaults of the connections; by default only the reading scope
   * @param origin of the system; the shared one by default
   */
  constructor(defaults: Choices = {}, origin: () => string = () => inject("origin")) {
    this.#defaults = defaults;
    this.#origin = origin;
  }

  /** Returns an access token. The same choices share one token. */
  token(choices: Choices = {}): Promise<string> {
    const { login = "owner", account = 1001, scopes = [], limit = "all", ask = [] } = { ...this.#defaults, ...choices };
    const name = JSON.stringify([login, account, scopes, limit, ask]);
    const token = this.#tokens.get(name) ?? this.connect({ login, account, scopes, limit, ask });
    this.#tokens.set(name, token);
    return token;
  }

  /** Returns an access token of a new connection by a new application. */
  async connect(choices: Choices = {}): Promise<string> {
    const application = await ConnectingApplication.register(this.#origin());
    return (await application.directTokens({ ...this.#defaults, ...choices })).access_token;
  }

  /** Sends any request. The path is relative to {base_url}. */
  async request(path: string, by: Caller = {}, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#origin()}${API_PATH}${path}`, { ...init, headers: await this.#headers(by, init.headers) });
  }

  /** Returns the parsed answer of a successful GET. */
  async read<Body = Record<string, unknown>>(path: string, by: Caller = {}): Promise<Body> {
    const response = await this.request(path, by);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }

  /** Calls an operation over HTTP, with its tool's input. */
  async call(operation: Callable, input: Record<string, unknown>, { key, ...by }: CallOptions = {}): Promise<Answer> {
    const { url, init } = exampleRequest({ ...operation, example: input });
    const headers = new Headers(init.headers);
    if (operation.effect !== "order" || key === null) headers.delete("Idempotency-Key");
    else if (key !== undefined) headers.set("Idempotency-Key", key);
    const response = await this.request(url, by, { ...init, headers });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
  }

  /** Calls a tool's operation over HTTP, with the tool's own arguments. */
  callTool(tool: string, input: Record<string, unknown> = {}, by: Caller = {}): Promise<Response> {
    const { idempotency_key, ...example } = input;
    const operation = operations.find((one) => one.tool === tool);
    if (!operation) throw new Error(`no operation behind ${tool}`);
    const { previewOperation } = operation;
    const called = previewOperation && !(previewOperation.without in example) ? previewOperation.operation : operation;
    if (!takesBody({ effect: called.effect ?? "read" })) return this.request(operationUrl(called, example), by);
    const { url, init } = exampleRequest({ ...called, example });
    const headers = new Headers(init.headers);
    headers.delete("Idempotency-Key");
    if (idempotency_key !== undefined) headers.set("Idempotency-Key", String(idempotency_key));
    return this.request(url, by, { ...init, headers });
  }

  /** Posts messages to the MCP server unchanged. */
  async post(body: unknown, by: Caller = {}, more: Record<string, string> = {}): Promise<Response> {
    const headers = await this.#headers(by, {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...more,
    });
    return fetch(this.#origin() + ACCOUNT_MCP_PATH, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /** Calls a tool in revision 2025-11-25. An operation that orders gets an idempotency key. */
  async tool(
    tool: string | Callable,
    input: Record<string, unknown> = {},
    by: CallOptions | string | null = {},
  ): Promise<ToolAnswer> {
    const { tool: name = "", effect } = typeof tool === "string" ? { tool, effect: "read" } : tool;
    const { key = crypto.randomUUID(), ...choices } = typeof by === "object" && by !== null ? by : { choices: by };
    const call = toolCall(name, effect === "order" && key !== null ? { ...input, idempotency_key: key } : input);
    const caller = "choices" in choices ? choices.choices : choices;
    const response = await this.post(call, caller, { "MCP-Protocol-Version": "2025-11-25" });
    const { result, error } = (await response.json()) as McpAnswer;
    return {
      status: response.status,
      headers: response.headers,
      isError: result?.isError === true,
      isReplayed: (result?._meta as Record<string, unknown>)?.["frontdesk/idempotentReplayed"] === true,
      value: result?.structuredContent ?? error?.data ?? JSON.parse(result?.content?.[0]?.text ?? "{}"),
    };
  }

  async #headers(by: Caller, more?: RequestInit["headers"]): Promise<Headers> {
    const headers = new Headers(more);
    const token = typeof by === "object" && by !== null ? await this.token(by) : by;
    if (token !== null) headers.set("Authorization", `Bearer ${token}`);
    return headers;
  }
}

/** Returns a tool call as a JSON-RPC request. */
export function toolCall(name: string, input: Record<string, unknown> = {}, id: string | number = 1) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
}
