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
  d1_databases: [{ binding: "DB", database_name: "frontdesk-account", migrations_dir: "workers/account/migrations" }],
  ...withObjects({ ADDRESS_WINDOW: "AddressWindow", DAILY_KEY: "DailyKey" }),
};

/** The authorization server on the real runtime, with its parts to ask. */
export interface OAuthDoor {
  origin: string;
  db: D1Database;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  /** Stands still at an instant, epoch milliseconds; null: real time. */
  clock(at: number | null): Promise<void>;
  clientOf(id: string): Promise<ClientLookUp>;
  /** As in a deployment, where no document is on this machine. */
  publicClientOf(id: string): Promise<ClientLookUp>;
  find(id: string): Promise<string | null>;
  touch(id: string): Promise<void>;
  purge(): Promise<void>;
  /** @param address the caller's network address; by itself one that no other request came from */
  authorize(parameters: Record<string, string> | string, address?: string): Promise<ReadAuthorization>;
  mint(): Promise<string>;
  /** What connections' objects do from now on; forgets what they were asked. */
  connections(mode: ConnectionFault): Promise<void>;
  /** Which application's tokens a connection's object knows; null: it has ended. */
  application(id: string | null): Promise<void>;
  asked(): Promise<{ touched: string[]; asked: TokenRequest[] }>;
  /** Registers an application; its client id, and its secret if it has one. */
  register(metadata: object): Promise<{ client_id: string; client_secret?: string }>;
  close(): Promise<void>;
}

export async function openOAuthDoor(): Promise<OAuthDoor> {
  const world = await new World({ workers: [OAUTH_DOOR] }).start();
  const { origin, accounts } = world;
  const fetchHere = (path: string, init: RequestInit = {}) => fetch(origin + path, { redirect: "manual", ...init });
  const ask = async <Value>(...question: string[]): Promise<Value> => {
    const response = await fetchHere("/door", { method: "POST", body: JSON.stringify(question) });
    if (!response.ok) throw new Error(`${question[0]}: ${await response.text()}`);
    return response.json<Value>();
  };
  return {
    origin,
    db: accounts,
    fetch: fetchHere,
    clock: (at) => ask("clock", ...(at === null ? [] : [String(at)])),
    clientOf: (id) => ask("clientOf", id),
    publicClientOf: (id) => ask("publicClientOf", id),
    find: (id) => ask("find", id),
    touch: (id) => ask("touch", id),
    purge: () => ask("purge"),
    authorize: (parameters, address = `2001:db8:${++callers}::2`) =>
      ask("authorize", `${origin}/oauth/authorize?${new URLSearchParams(parameters)}`, origin, address),
    mint: () => ask("mint"),
    connections: (mode) => ask("manner", mode),
    application: (id) => ask("application", ...(id === null ? [] : [id])),
    asked: () => ask("asked"),
    async register(metadata) {
      const response = await fetchHere("/oauth/register", {
        method: "POST",
        headers: { "CF-Connecting-IP": `2001:db8:${++callers}::1` },
        body: JSON.stringify(metadata),
      });
      if (response.status !== 201) throw new Error(await response.text());
      return response.json();
    },
    close: () => world.close(),
  };
}

let callers = 0;
