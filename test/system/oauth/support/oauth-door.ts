import { afterAll, beforeAll } from "vitest";
import type { TokenRequest } from "../../../../durable-objects/connection/connection-port.ts";
import type { ReadAuthorization } from "../../../../workers/account/oauth/authorization-request.ts";
import type { ClientLookUp } from "../../../../workers/account/oauth/clients.ts";
import { withObjects } from "../../../support/product-workers.ts";
import { World } from "../../../support/world.ts";
import type { ConnectionFault } from "./oauth-door.worker.ts";

const OAUTH_DOOR = {
  name: "oauth-door",
  main: "test/system/oauth/support/oauth-door.worker.ts",
  compatibility_flags: ["global_fetch_strictly_public"],
  d1_databases: [{ binding: "DB", database_name: "frontdesk-account" }],
  ...withObjects({ ADDRESS_WINDOW: "AddressWindow", DAILY_KEY: "DailyKey" }),
};

/** The authorization server on the real runtime, with its parts to ask. */
export class OAuthDoor {
  readonly #world = new World({ workers: [OAUTH_DOOR] });
  #callers = 0;

  async start(): Promise<void> {
    await this.#world.start();
  }

  close(): Promise<void> {
    return this.#world.close();
  }

  get origin(): string {
    return this.#world.origin;
  }

  get db(): D1Database {
    return this.#world.accounts;
  }

  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(this.origin + path, { redirect: "manual", ...init });
  }

  /** Stands still at an instant, epoch milliseconds; null: real time. */
  clock = (at: number | null) => this.#ask<void>("clock", at === null ? null : String(at));
  /** Whether the billing system takes changes; null: it does not say. */
  takesChanges = (changes: boolean | null) => this.#ask<void>("takesChanges", JSON.stringify(changes));
  /** Whether a server with zones is connected; null: that is not known. */
  hasZones = (zones: boolean | null) => this.#ask<void>("hasZones", JSON.stringify(zones));
  /** @param address the caller's network address */
  clientOf = (id: string, address: string | null = null) => this.#ask<ClientLookUp>("clientOf", id, address);
  /** As in a deployment, where no document is on this machine. */
  publicClientOf = (id: string) => this.#ask<ClientLookUp>("publicClientOf", id);
  find = (id: string) => this.#ask<string | null>("find", id);
  touch = (id: string) => this.#ask<void>("touch", id);
  /** Keeps the record of a document that a customer agreed to. */
  agree = (id: string, record: string) => this.#ask<void>("agree", id, record);
  /** Has every registration kept until then, epoch milliseconds. */
  lift = (until: number) => this.#ask<void>("lift", String(until));
  purge = () => this.#ask<void>("purge");
  mint = () => this.#ask<string>("mint");
  /** What connections' objects do from now on; forgets what they were asked. */
  connections = (mode: ConnectionFault) => this.#ask<void>("manner", mode);
  /** Which application's tokens a connection's object knows; null: it has ended. */
  application = (id: string | null) => this.#ask<void>("application", id);
  asked = () => this.#ask<{ touched: string[]; asked: TokenRequest[] }>("asked");

  /** @param address the caller's network address; by default one that no other request came from */
  authorize(parameters: Record<string, string> | string, address = this.#caller(2)): Promise<ReadAuthorization> {
    const url = `${this.origin}/oauth/authorize?${new URLSearchParams(parameters)}`;
    return this.#ask<ReadAuthorization>("authorize", url, this.origin, address);
  }

  /** Registers an application; its client id, and its secret if it has one. */
  async register(metadata: object): Promise<{ client_id: string; client_secret?: string }> {
    const headers = { "CF-Connecting-IP": this.#caller(1) };
    const response = await this.fetch("/oauth/register", { method: "POST", headers, body: JSON.stringify(metadata) });
    if (response.status !== 201) throw new Error(await response.text());
    return response.json();
  }

  /** Lists a connection of an application in the index. */
  async connect(application: string): Promise<void> {
    const row =
      "INSERT INTO connections (id, billing_system, login_id, account_id, application, made_at) VALUES (?, ?, 1, 1, ?, 1)";
    await this.db.prepare(row).bind(crypto.randomUUID(), "embedded", application).run();
  }

  /** Ends every connection of an application in the index. */
  async disconnect(application: string): Promise<void> {
    await this.db.prepare("UPDATE connections SET ended_at = 2 WHERE application = ?").bind(application).run();
  }

  #caller(host: number): string {
    return `2001:db8:${++this.#callers}::${host}`;
  }

  async #ask<Value>(...question: (string | null)[]): Promise<Value> {
    const response = await this.fetch("/door", { method: "POST", body: JSON.stringify(question) });
    if (!response.ok) throw new Error(`${question[0]}: ${await response.text()}`);
    return response.json<Value>();
  }
}

/** A door that is open while the file's tests run. */
export function useOAuthDoor(): OAuthDoor {
  const door = new OAuthDoor();
  beforeAll(() => door.start());
  afterAll(() => door.close());
  return door;
}
