import { inject } from "vitest";
import { CHANGE_SCOPES } from "../../shared/account-access/scopes.ts";
import { type AnyOperation, type Effect, takesBody } from "../../shared/api/definition/operation.ts";
import { ACCOUNT_MCP_PATH, API_PATH } from "../../shared/platform/addresses.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { type Choices, ConnectingApplication } from "./connecting-application.ts";
import { exampleRequest, operationUrl } from "./operation-url.ts";

/** The account operations, without the types of their schemas. */
const operations: readonly AnyOperation<never>[] = accountOperations;

/** An HTTP response with its parsed body. */
export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A JSON-RPC response. `result` may be a tool's result. */
export interface McpAnswer {
  id: string | number | null;
  result?: { isError?: boolean; content?: { text: string }[]; structuredContent?: Record<string, unknown> } & Record<
    string,
    unknown
  >;
  error?: { code: number; message: string; data?: Record<string, unknown> };
}

/** A tool's result, with the status and headers of the HTTP response. */
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

/** The choices for a connection, or an existing credential; `null` if the call sends no credential. */
export type Caller = Choices | string | null;

/** The choices for a connection, and the idempotency key. By default the key is new; with `null`, no key is sent. */
export interface CallOptions extends Choices {
  key?: string | null;
}

/** Every scope that the customer can select on the consent page. */
export const EVERY_SCOPE: string[] = [...CHANGE_SCOPES];

/** A caller of the account API and its MCP server on one system. */
export class AccountClient {
  readonly #origin: () => string;
  readonly #defaults: Choices;
  readonly #tokens = new Map<string, Promise<string>>();

  /**
   * @param defaults the default choices for connections, which otherwise have only the scope to read
   * @param origin the system's origin, by default that of the shared system
   */
  constructor(defaults: Choices = {}, origin: () => string = () => inject("origin")) {
    this.#defaults = defaults;
    this.#origin = origin;
  }

  /** Returns an access token. Calls with the same choices share one token. */
  token(choices: Choices = {}): Promise<string> {
    const { login = "owner", account = 1001, scopes = [], limit = "all", ask = [] } = { ...this.#defaults, ...choices };
    const name = JSON.stringify([login, account, scopes, limit, ask]);
    const token = this.#tokens.get(name) ?? this.connect({ login, account, scopes, limit, ask });
    this.#tokens.set(name, token);
    return token;
  }

  /** Creates a connection with a new application. Returns its access token. */
  async connect(choices: Choices = {}): Promise<string> {
    const application = await ConnectingApplication.register(this.#origin());
    return (await application.directTokens({ ...this.#defaults, ...choices })).access_token;
  }

  /** Sends a request. The path is relative to the URL of the API. */
  async request(path: string, by: Caller = {}, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.#origin()}${API_PATH}${path}`, { ...init, headers: await this.#headers(by, init.headers) });
  }

  /** Sends a GET request and returns the parsed body. @throws if the status is not 200 */
  async read<Body = Record<string, unknown>>(path: string, by: Caller = {}): Promise<Body> {
    const response = await this.request(path, by);
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Body;
  }

  /** Calls an operation over HTTP with the input of its tool. */
  async call(operation: Callable, input: Record<string, unknown>, { key, ...by }: CallOptions = {}): Promise<Answer> {
    const { url, init } = exampleRequest({ ...operation, example: input });
    const headers = new Headers(init.headers);
    if (operation.effect !== "order" || key === null) headers.delete("Idempotency-Key");
    else if (key !== undefined) headers.set("Idempotency-Key", key);
    const response = await this.request(url, by, { ...init, headers });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
  }

  /** Calls the operation of a tool over HTTP with the tool's arguments. */
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

  /** Posts any body to the MCP server. */
  async post(body: unknown, by: Caller = {}, more: Record<string, string> = {}): Promise<Response> {
    const headers = await this.#headers(by, {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      ...more,
    });
    return fetch(this.#origin() + ACCOUNT_MCP_PATH, { method: "POST", headers, body: JSON.stringify(body) });
  }

  /**
   * Calls a tool with MCP revision 2025-11-25. An order that is given as a {@link Callable} gets an idempotency key, by
   * default a new one.
   */
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

/** Returns the JSON-RPC request of a tool call. */
export function toolCall(name: string, input: Record<string, unknown> = {}, id: string | number = 1) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: input } };
}
