import { afterAll, beforeAll, expect, inject } from "vitest";
import { readOutbox, type SentMail } from "../../dev/outbox/read-outbox.ts";
import { SandboxRegistry } from "../../dev/sandbox/sandbox-registry.ts";
import type { Effect } from "../../shared/api/definition/operation.ts";
import { API_PATH } from "../../shared/platform/addresses.ts";
import { type McpAnswer, postMcp, toolCall } from "./account-mcp.ts";
import { registrarVars, sandboxVars } from "./checking-system.ts";
import { type Choices, ConnectingApplication } from "./connecting-application.ts";
import { exampleRequest } from "./operation-url.ts";
import { startSystem } from "./workers.ts";

/** An answer as a test looks at it. */
export interface AnsweredCall {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A tool's result and the HTTP status it came with. */
export interface ToolAnswered {
  status: number;
  headers: Headers;
  isReplayed: boolean;
  value: Record<string, unknown>;
}

/** What of an operation a call is made from. */
export interface Callable {
  http: { method: string; path: string };
  effect: Effect;
  tool?: string;
}

/** Who calls, through which connection; and with which key: a new one where none is said, null for none. */
export interface RecordedCall extends Choices {
  key?: string | null;
}

/** Everything that may be ticked. */
export const TICKED = ["billing:write", "domains:write"];

/** Calls of account operations over HTTP and as tools, on one system. */
export class ActingCalls {
  #origin = "";
  #db: D1Database | null = null;
  readonly #tokens = new Map<string, Promise<string>>();

  /** On the system that tests share: for what changes nothing. */
  static onShared(): ActingCalls {
    const calls = new ActingCalls();
    calls.#origin = inject("origin");
    return calls;
  }

  /** On a system of the file's own, from its first test to its last, whose orders and cancellations nobody else sees. */
  static onOwn(): ActingCalls {
    const calls = new ActingCalls();
    let stop: () => Promise<unknown> = async () => {};
    beforeAll(async () => {
      const registry = await SandboxRegistry.start();
      stop = () => registry.stop();
      const system = await startSystem({
        "workers/catalogue/wrangler.toml": { vars: sandboxVars(registry) },
        "workers/account/wrangler.toml": { vars: { DEMONSTRATION: "true", MAIL_FROM } },
        "workers/billing/wrangler.toml": { vars: { ...registrarVars(registry), MAIL_FROM } },
      });
      stop = async () => {
        const mistakes = system.getLogs().filter(({ message }) => /internal_error|undeclared_problem/.test(message));
        await system.close();
        await registry.stop();
        expect(mistakes).toEqual([]);
      };
      calls.#db = (await system.getWorker<{ DB: D1Database }>("frontdesk-billing").getEnv()).DB;
      calls.#origin = (await system.listen()).url.origin;
    });
    afterAll(() => stop());
    return calls;
  }

  /** An access token, made once for the same choices. */
  token({ login = "owner", account = 1001, scopes = TICKED, limit = "all" }: Choices = {}): Promise<string> {
    const key = JSON.stringify([login, account, scopes, limit]);
    const token = this.#tokens.get(key) ?? this.#newToken({ login, account, scopes, limit });
    this.#tokens.set(key, token);
    return token;
  }

  /** The mails that were sent so far; on an own system. */
  mails(): Promise<SentMail[]> {
    return readOutbox(this.#origin);
  }

  /** Lets the contact connect with everything ticked, and takes the permissions for it away again; on an own system. */
  async connectContact(): Promise<RecordedCall> {
    const by = { login: "contact" };
    const [login, account] = [12, 1001];
    for (const permission of LENT) {
      await this.#db
        ?.prepare("INSERT INTO account_login_permissions VALUES (?, ?, ?)")
        .bind(login, account, permission)
        .run();
    }
    await this.token(by);
    await this.#db
      ?.prepare(`DELETE FROM account_login_permissions WHERE login_id = ? AND permission IN ('${LENT.join("', '")}')`)
      .bind(login)
      .run();
    return by;
  }

  /** Any request; the path is relative to {base_url}. */
  async request(path: string, init: RequestInit = {}, choices: Choices = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${await this.token(choices)}`);
    return fetch(`${this.#origin}${API_PATH}${path}`, { ...init, headers });
  }

  /** An operation over HTTP; the input is that of its tool. */
  async http(
    operation: Callable,
    input: Record<string, unknown>,
    { key, ...choices }: RecordedCall = {},
  ): Promise<AnsweredCall> {
    const { url, init } = exampleRequest({ ...operation, example: input });
    const headers = new Headers(init.headers);
    if (operation.effect !== "order" || key === null) headers.delete("Idempotency-Key");
    else if (key !== undefined) headers.set("Idempotency-Key", key);
    const response = await this.request(url, { ...init, headers }, choices);
    const body = (await response.json()) as Record<string, unknown>;
    return { status: response.status, headers: response.headers, body };
  }

  /** The same as a tool's call, in revision 2025-11-25. */
  async tool(
    { tool = "", effect }: Callable,
    input: Record<string, unknown>,
    { key = crypto.randomUUID(), ...choices }: RecordedCall = {},
  ): Promise<ToolAnswered> {
    const given = effect === "order" && key !== null ? { ...input, idempotency_key: key } : input;
    const response = await postMcp(await this.token(choices), toolCall(tool, given), {
      origin: this.#origin,
      headers: { "MCP-Protocol-Version": "2025-11-25" },
    });
    const { result, error } = (await response.json()) as McpAnswer;
    const text = result?.content?.[0]?.text ?? "{}";
    return {
      status: response.status,
      headers: response.headers,
      isReplayed: (result?._meta as Record<string, unknown>)?.["frontdesk/idempotentReplayed"] === true,
      value: result?.structuredContent ?? error?.data ?? JSON.parse(text),
    };
  }

  async #newToken(choices: Choices): Promise<string> {
    const application = await ConnectingApplication.register(this.#origin);
    return (await application.directTokens(choices)).access_token;
  }
}

const LENT = ["orders", "products", "managedomains"];
const MAIL_FROM = "frontdesk@maple.example";
