import { createTestHarness } from "wrangler";
import type { Standing } from "../../../../durable-objects/connection/connection-port.ts";
import { PROJECT } from "../../../../scripts/workers.ts";
import type { Said } from "./acting-application.ts";
import type { CrashPoint } from "./crash-points.ts";
import type { Mood, script } from "./scripted-billing.ts";

/** What a test does to the world around the account. */
export interface Control {
  set?: Partial<typeof script>;
  crash?: CrashPoint;
  /** What the connection allows from now on, when it is asked once more; null: it has ended. */
  standing?: Standing | null;
  /** Milliseconds that the clock is ahead. */
  shift?: number;
  /** What the clock shows from now on, epoch milliseconds; null: it goes. */
  frozen?: number | null;
  account?: number;
  call?: ["age", number] | ["ring"] | ["stored"];
}

export interface World {
  script: typeof script;
  control: { crashes: number; alarms: number; standings: number };
  records: { operation: string; code: string | null; target: string | null; status: number }[];
  said: string | null;
}

/** The account's object, API and MCP server on the real runtime, over a billing system that does what a test says. */
export class ActingSystem {
  readonly #system = createTestHarness({
    root: PROJECT,
    workers: [
      {
        config: {
          name: "acting-door",
          main: "test/objects/accounts/support/acting-door.worker.ts",
          compatibility_date: "2026-10-23",
          durable_objects: { bindings: [{ name: "ACCOUNT", class_name: "Account" }] },
          migrations: [{ tag: "v1", new_sqlite_classes: ["Account"] }],
          services: [{ binding: "BILLING", service: "acting-door", entrypoint: "ScriptedBilling" }],
        },
      },
    ],
  });

  async open(): Promise<void> {
    await this.#system.listen();
  }

  close(): Promise<void> {
    return this.#system.close();
  }

  /** @param path relative to {base_url} */
  fetch(path: string, { pass = {}, ...init }: RequestInit & { pass?: Said } = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (!headers.has("Authorization")) {
      headers.set("Authorization", `Bearer ${encodeURIComponent(JSON.stringify(pass))}`);
    }
    return this.#system.fetch(`http://localhost/api/v1${path}`, { ...init, headers } as never) as never;
  }

  /** An action over HTTP. */
  act(
    path: string,
    body: unknown,
    { key, method = "POST", ...init }: { key?: string; method?: string; pass?: Said } = {},
  ): Promise<Response> {
    const headers: Record<string, string> = { "Content-Type": "application/json" };
    if (key !== undefined) headers["Idempotency-Key"] = key;
    return this.fetch(path, { ...init, method, headers, body: typeof body === "string" ? body : JSON.stringify(body) });
  }

  async world(control: Control = {}): Promise<World> {
    const response = await this.#system.fetch("http://localhost/control", {
      method: "POST",
      body: JSON.stringify(control),
    });
    return (await response.json()) as World;
  }

  /** What the Workers logged so far, a line each. */
  logs(): string[] {
    return this.#system.getLogs().map(({ message }) => message);
  }

  /** What the next actions meet. */
  moods(...moods: Mood[]): Promise<World> {
    return this.world({ set: { moods } });
  }
}

/** Asks until it is so. */
export async function eventually<Value>(ask: () => Promise<Value>, isSo: (value: Value) => boolean): Promise<Value> {
  for (let round = 0; round < 200; round++) {
    const value = await ask();
    if (isSo(value)) return value;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`never came: ${JSON.stringify(await ask())}`);
}
