import { afterAll, beforeAll } from "vitest";
import { methodsAt } from "../../../support/posted-methods.ts";
import { withObjects } from "../../../support/product-workers.ts";
import { World } from "../../../support/world.ts";
import type { OAuthQuestions } from "./oauth-door.worker.ts";

const OAUTH_DOOR = {
  name: "oauth-door",
  main: "test/system/oauth/support/oauth-door.worker.ts",
  compatibility_flags: ["global_fetch_strictly_public"],
  d1_databases: [{ binding: "DB", database_name: "frontdesk-account" }],
  ...withObjects({ ADDRESS_WINDOW: "AddressWindow", DAILY_KEY: "DailyKey" }),
};

/** Runs the authorization server on the real runtime during the tests of the file, with access to its parts. */
export function useOAuthDoor() {
  const world = new World({ workers: [OAUTH_DOOR] });
  beforeAll(() => world.start());
  afterAll(() => world.close());
  let registering = 0;
  const own = {
    get origin(): string {
      return world.origin;
    },
    get db(): D1Database {
      return world.accounts;
    },
    fetch: (path: string, init: RequestInit = {}): Promise<Response> =>
      fetch(world.origin + path, { redirect: "manual", ...init }),

    /** Registers an application. */
    async register(metadata: object): Promise<{ client_id: string; client_secret?: string }> {
      const headers = { "CF-Connecting-IP": `2001:db8:${++registering}::1` };
      const response = await own.fetch("/oauth/register", { method: "POST", headers, body: JSON.stringify(metadata) });
      if (response.status !== 201) throw new Error(await response.text());
      return response.json();
    },

    /** Adds a connection of the application to the index. */
    async connect(application: string): Promise<void> {
      const row =
        "INSERT INTO connections (id, billing_system, login_id, account_id, application, made_at) VALUES (?, ?, 1, 1, ?, 1)";
      await world.accounts.prepare(row).bind(crypto.randomUUID(), "embedded", application).run();
    },

    /** Ends all connections of the application in the index. */
    async disconnect(application: string): Promise<void> {
      await world.accounts.prepare("UPDATE connections SET ended_at = 2 WHERE application = ?").bind(application).run();
    },
  };
  return methodsAt<OAuthQuestions, typeof own>(() => `${world.origin}/door`, own);
}

export type OAuthDoor = ReturnType<typeof useOAuthDoor>;
