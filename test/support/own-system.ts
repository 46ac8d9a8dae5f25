import { afterAll, beforeAll } from "vitest";
import type { TestHarness } from "wrangler";
import { readOutbox, type SentMail } from "../../dev/outbox/read-outbox.ts";
import { SandboxRegistry } from "../../dev/sandbox/sandbox-registry.ts";
import { API_PATH } from "../../shared/platform/addresses.ts";
import { Visitor } from "../system/account-pages/support/visitor.ts";
import { callTool } from "./account-mcp.ts";
import { registrarVars, sandboxVars } from "./checking-system.ts";
import { type Choices, ConnectingApplication } from "./connecting-application.ts";
import { startSystem } from "./workers.ts";

/** An answer of the account API. */
export interface ApiAnswer {
  status: number;
  headers: Headers;
  body: Record<string, unknown>;
}

/** A request of the account API; a GET without a body. */
export interface ApiRequest extends Choices {
  method?: string;
  body?: unknown;
  key?: string;
}

/** Everything an application may be granted, on the account that shows everything. */
export const EVERYTHING = { login: "owner", account: 1001, scopes: ["billing:write", "domains:write"] };

/** Settings of a Worker in the place of the usual ones. */
export interface OwnSettings {
  catalogue?: Record<string, string>;
  billing?: Record<string, string>;
}

const MAIL_FROM = "no-reply@maple.example";

/** A whole system of a test file's own, with a registrar and an outbox: what acts would disturb the shared one's lists. */
export class OwnSystem {
  readonly #tokens = new Map<string, Promise<string>>();
  #system: TestHarness | undefined;
  #registry: SandboxRegistry | undefined;
  readonly #settings: OwnSettings;
  origin = "";

  constructor(settings: OwnSettings = {}) {
    this.#settings = settings;
  }

  async start(): Promise<void> {
    this.#registry = await SandboxRegistry.start();
    this.#system = await startSystem({
      "workers/catalogue/wrangler.toml": { vars: { ...sandboxVars(this.#registry), ...this.#settings.catalogue } },
      "workers/account/wrangler.toml": { vars: { DEMONSTRATION: "true", MAIL_FROM } },
      "workers/billing/wrangler.toml": {
        vars: { ...registrarVars(this.#registry), MAIL_FROM, ...this.#settings.billing },
      },
    });
    this.origin = (await this.#system.listen()).url.origin;
  }

  async stop(): Promise<void> {
    await this.#system?.close();
    await this.#registry?.stop();
  }

  get registry(): SandboxRegistry {
    if (!this.#registry) throw new Error("the system was not started");
    return this.#registry;
  }

  /** What the Workers logged so far. */
  get logged(): string {
    return JSON.stringify(this.#system?.getLogs() ?? []);
  }

  /** An access token of a connection, made once for the same choices; with everything by default. */
  token(choices: Choices = EVERYTHING): Promise<string> {
    const name = JSON.stringify(choices);
    const token = this.#tokens.get(name) ?? this.#connect(choices);
    this.#tokens.set(name, token);
    return token;
  }

  /** Asks the account API; the path is relative to {base_url}. */
  async ask(path: string, { method, body, key, ...choices }: ApiRequest = {}): Promise<ApiAnswer> {
    const token = await this.token(Object.keys(choices).length > 0 ? choices : EVERYTHING);
    const response = await fetch(`${this.origin}${API_PATH}${path}`, {
      method: method ?? (body === undefined ? "GET" : "POST"),
      headers: {
        Authorization: `Bearer ${token}`,
        ...(body !== undefined && { "Content-Type": "application/json" }),
        ...(key !== undefined && { "Idempotency-Key": key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, headers: response.headers, body: (await response.json()) as ApiAnswer["body"] };
  }

  /** Calls a tool of the account MCP server. */
  async tool(name: string, input: Record<string, unknown>, choices: Choices = EVERYTHING) {
    return callTool(await this.token(choices), name, input, { origin: this.origin });
  }

  /** The newest entries of the application's log, as `operation target outcome status code via`. */
  async audit(choices: Choices = EVERYTHING): Promise<string[]> {
    const { body } = await this.ask("/account/audit?limit=100", choices);
    const entries = body.entries as Record<string, unknown>[];
    return entries.map(({ operation, target, outcome, status, code, via }) =>
      [operation, target, outcome, status, code, via].join(" "),
    );
  }

  /** Signs in to the client area and pays an invoice there; the page that says so. */
  async pay(viewUrl: unknown, login = "owner"): Promise<string> {
    const path = new URL(String(viewUrl)).pathname;
    const visitor = new Visitor(this.origin);
    const credentials = { email: `${login}@maple.example`, password: `maple-${login}` };
    const page = await visitor.send(await visitor.open(`${path}?lang=en`), "/client-area/sign-in", credentials);
    return (await visitor.send(page, path, {})).text;
  }

  mails(): Promise<SentMail[]> {
    return readOutbox(this.origin);
  }

  async #connect(choices: Choices): Promise<string> {
    const application = await ConnectingApplication.register(this.origin);
    return (await application.directTokens(choices)).access_token;
  }
}

/** One that runs while the file's tests do. */
export function ownSystem(): OwnSystem {
  const system = new OwnSystem();
  beforeAll(() => system.start());
  afterAll(() => system.stop());
  return system;
}
