import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { Holds } from "../../../shared/holds/holds.ts";
import type { CarriedRestore } from "../../../shared/holds/object-hold.ts";
import type { RecoveryResult, RestorableObject } from "../../../shared/holds/point-in-time.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";

/** The object of a store with the name `account:<id>` or `connection:<id>`. */
export type HeldObject =
  | { kind: "account"; object: AccountPort }
  | { kind: "connection"; id: string; object: ConnectionPort };

export interface HeldObjectDependencies {
  db: D1Database;
  billingSystem: string;
  accountOf: (accountId: number) => AccountPort;
  connectionOf: (id: string) => ConnectionPort;
}

/**
 * Finds the object of a store. An unknown name creates no object.
 * @returns `null` if the object is unknown
 */
export async function heldObject(
  store: string,
  { db, billingSystem, accountOf, connectionOf }: HeldObjectDependencies,
): Promise<HeldObject | null> {
  const [, kind, name = ""] = /^(account|connection):(.+)$/.exec(store) ?? [];
  if (kind === "connection") {
    const isKnown = await db.prepare("SELECT 1 FROM connections WHERE id = ?").bind(name).first();
    return isKnown ? { kind, id: name, object: connectionOf(name) } : null;
  }
  if (kind !== "account" || !/^\d{1,15}$/.test(name)) return null;
  const account = Number(name);
  const isKnown = await db
    .prepare(
      `SELECT 1 FROM connections WHERE account_id = ?1 AND billing_system = ?2
       UNION SELECT 1 FROM acting_logins WHERE account_id = ?1 AND billing_system = ?2
       UNION SELECT 1 FROM stuck_actions WHERE account_id = ?1 AND billing_system = ?2`,
    )
    .bind(account, billingSystem)
    .first();
  return isKnown ? { kind, object: accountOf(account) } : null;
}

/** Explains why {@link heldObject} found no object. */
export function noSuchStore(store: string): string {
  return /^account:\d{1,15}$/.test(store)
    ? `Nothing is stored here for ${store}: its account has no assistant and no orders or changes.`
    : "There is no such store. Write account-database, billing-database, operator-database, account:<id> or connection:<id>.";
}

export interface ObjectRestoreDependencies extends HeldObjectDependencies {
  holds: Pick<Holds, "hold" | "resume" | "carried">;
  now: () => number;
}

/** How long Cloudflare keeps an object's history, in milliseconds. */
const HISTORY_MS = 30 * 86_400_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z$/;
const BOOKMARK = /^[0-9a-f]{8}(?:-[0-9a-f]{8,32}){3}$/;
/** The delay before each attempt, in milliseconds. An object needs less time to end its instance. */
const RESTART_MS = 300;
const MAX_ATTEMPTS = 10;

interface RestorePlan {
  object: RestorableObject;
  bookmark: string;
  /** The time to restore, in epoch milliseconds; `null` if only a bookmark is known. */
  instant: number | null;
}

/**
 * Restores the object of one account or connection to an earlier time. `StoreHolds` keeps the state that must survive
 * until the object has it again. {@link ObjectRestore.finish} can therefore finish a restore that stopped at any point.
 */
export class ObjectRestore {
  readonly #dependencies: ObjectRestoreDependencies;

  constructor(dependencies: ObjectRestoreDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Describes the effect of a restore. Returns `null` if the restore is impossible; {@link ObjectRestore.restore} then
   * gives the reason.
   */
  async preview(store: string, to: string): Promise<string | null> {
    const plan = await this.#plan(store, to);
    if (typeof plan === "string") return null;
    return `This restores ${store} to ${to}. Keys, approvals, tokens and later actions stay as they are; log entries deleted since then come back. The store is on hold until you resume it. Mails, orders and payments stay.`;
  }

  /**
   * Restores the object of a store.
   * @param to a time (RFC 3339 in UTC) or a bookmark from an earlier restore
   */
  async restore(store: string, to: string): Promise<ActResult> {
    const plan = await this.#plan(store, to);
    if (typeof plan === "string") return { isDone: false, text: plan };
    const { holds } = this.#dependencies;
    const { object, bookmark, instant } = plan;
    const isNew = (await holds.hold(store)).isDone;
    const id = crypto.randomUUID();
    const carried: CarriedRestore = { id, bookmark, state: await object.carry(id, instant) };
    await holds.carried.keepCarried(store, carried);
    const result = await object.restoreTo(bookmark);
    if (!result.ok) {
      await holds.carried.dropCarried(store);
      await object.resume();
      if (isNew) await holds.resume(store);
      else await object.hold();
      return { isDone: false, text: whyNot(result) };
    }
    if (!(await mergedOnceRestored(object, carried))) return { isDone: false, text: NOT_RESTORED };
    const text = `${store} is restored and on hold: resume ${store} ends that. To undo it: restore ${store} ${result.bookmark}`;
    return { isDone: true, text };
  }

  /**
   * Finishes a restore in progress.
   * @returns the reason why it could not be finished; `null` if nothing is left to do
   */
  async finish(store: string, object: RestorableObject): Promise<string | null> {
    const { holds } = this.#dependencies;
    const carried = await holds.carried.carried(store);
    if (!carried) return null;
    if (!(await object.merge(carried))) {
      // The restore stopped before Cloudflare restored the object.
      const result = await object.restoreTo(carried.bookmark);
      if (result.ok && !(await mergedOnceRestored(object, carried))) return NOT_RESTORED;
    }
    await holds.carried.dropCarried(store);
    return null;
  }

  async #plan(store: string, to: string): Promise<RestorePlan | string> {
    const instant = INSTANT.test(to) ? Date.parse(to) : null;
    if (instant === null && !BOOKMARK.test(to))
      return "Give a time in UTC, such as 2026-11-23T04:00:00Z, or a bookmark.";
    const { now, holds } = this.#dependencies;
    if (instant !== null && !(instant < now() && instant > now() - HISTORY_MS))
      return "The platform keeps the last 30 days of an object.";
    const found = await heldObject(store, this.#dependencies);
    if (!found) return noSuchStore(store);
    if (await holds.carried.carried(store))
      return `A restore of ${store} was not finished: resume ${store} finishes it.`;
    if (found.kind === "connection") {
      const connection = await found.object.summary(0);
      if (!connection || connection.end) return "The connection has ended and cannot be restored.";
      if (instant !== null && Date.parse(connection.madeAt) > instant)
        return "The connection was made after that time.";
    }
    const { object } = found;
    const read = instant === null ? { ok: true as const, bookmark: to } : await object.bookmarkAt(instant);
    return read.ok ? { object, bookmark: read.bookmark, instant } : whyNot(read);
  }
}

const NOT_RESTORED = "The object is not restored yet and stays on hold. Resume it in a minute to finish the restore.";

function whyNot({ reason }: Extract<RecoveryResult, { ok: false }>): string {
  return reason === "not_available"
    ? "Only Cloudflare keeps an object's earlier states. A local run has none."
    : "The platform has no state from that time. The log has the cause (object_not_restored).";
}

/**
 * Waits until the object has ended its instance.
 * @returns whether the next instance has the carried state
 */
async function mergedOnceRestored(object: RestorableObject, carried: CarriedRestore): Promise<boolean> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    // expected: a call to an instance that is ending fails. The next instance is the restored one.
    if (await object.merge(carried).catch(() => false)) return true;
  }
  return false;
}
