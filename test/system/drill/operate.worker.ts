import { waitUntil } from "cloudflare:workers";
import type { StoreHolds } from "../../../durable-objects/store-holds.ts";
import { Holds, storeHolds } from "../../../shared/holds/holds.ts";
import type { RestorableObject } from "../../../shared/holds/point-in-time.ts";
import { openAccount } from "../../../workers/account/composition.ts";
import type { AccountEnv } from "../../../workers/account/environment.ts";
import { AccountHolds } from "../../../workers/account/holds/account-holds.ts";
import { raiseIds } from "../../../workers/billing/engine/store/sql.ts";

interface Bindings extends AccountEnv {
  BILLING_DB: D1Database;
  BILLING_HOLDS: DurableObjectNamespace<StoreHolds>;
  /** `true` if the billing database belongs to the embedded engine, which assigns its own ids. */
  GIVES_IDS: string;
}

/** An action of the operator in the drill. */
export interface DrillAct {
  act: "list" | "hold" | "restore" | "resume";
  /** The kind of store: the name of a database, `account` or `connection`. */
  kind?: string;
}

const BILLING = "billing-database";
const BOOKMARK = "0000007b-0000b26e-00001582-3e51b1d5b1b1b1b1b1b1b1b1b1b1b1b1";

/** A Worker that puts stores on hold, restores and resumes them, as the operator console does. */
export default {
  async fetch(request: Request, env: Bindings): Promise<Response> {
    const services = openAccount(env, waitUntil);
    const account = new AccountHolds({
      ...services,
      accountOf: (of) => exchanged(services.accountOf(of)),
      connectionOf: (id) => exchanged(services.connectionOf(id)),
    });
    const billing = new Holds(storeHolds(env.BILLING_HOLDS, env), Date.now);
    const { act, kind = "" } = (await request.json()) as DrillAct;
    const stores = await storesOf(kind, env);
    for (const store of stores) {
      if (store === BILLING) {
        if (act === "hold") await billing.hold(store);
        else if (act === "resume") {
          if (env.GIVES_IDS === "true") await raiseIds(env.BILLING_DB);
          await billing.resume(store);
        }
      } else if (act === "hold") await account.hold(store);
      // The drill stops the whole system before the object restarts. The later resume completes the restore.
      else if (act === "restore") await account.restore(store, BOOKMARK);
      else if (act === "resume") await resume(account, store);
    }
    const held = [...(await account.list()), ...(await billing.list())];
    return Response.json(held.map(({ store }) => store));
  },
};

async function resume(account: AccountHolds, store: string): Promise<void> {
  if (store === "account-database") await account.endConnections("", crypto.randomUUID());
  const { isDone, text } = await account.resume(store);
  if (!isDone) throw new Error(text);
}

/** Returns the names of the stores of a kind. */
async function storesOf(kind: string, { ACCOUNT_DB: db }: Bindings): Promise<string[]> {
  if (kind === "connection") {
    const { results } = await db.prepare("SELECT id FROM connections WHERE ended_at IS NULL").all<{ id: string }>();
    return results.map(({ id }) => `connection:${id}`);
  }
  if (kind !== "account") return kind === "" ? [] : [kind];
  const { results } = await db.prepare("SELECT DISTINCT account_id AS id FROM connections").all<{ id: number }>();
  return results.map(({ id }) => `account:${id}`);
}

/**
 * Wraps an object and simulates the platform's point-in-time recovery, because the drill replaces the files itself.
 */
function exchanged<Port extends RestorableObject>(object: Port): Port {
  const platform: Pick<RestorableObject, "bookmarkAt" | "restoreTo"> = {
    bookmarkAt: async () => ({ ok: true, bookmark: BOOKMARK }),
    restoreTo: async () => ({ ok: true, bookmark: BOOKMARK }),
  };
  return new Proxy(object, {
    get: (target, name) =>
      Object.hasOwn(platform, name)
        ? Reflect.get(platform, name)
        : (...args: unknown[]) => (Reflect.get(target, name) as (...args: unknown[]) => unknown)(...args),
  });
}
