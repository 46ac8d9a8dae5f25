import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";
import type { RecoveryResult } from "../../../shared/generations/point-in-time.ts";
import type { RestoredObject, RestoredObjectsPort } from "../../../shared/generations/restored-objects.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import { log } from "../../../shared/platform/log.ts";
import { accountNamed } from "./held-stores.ts";

type RecoverableAccount = Pick<AccountPort, "bookmarkAt" | "restoreTo" | "holdRestored" | "loggedActions">;
type RecoverableConnection = Pick<ConnectionPort, "bookmarkAt" | "restoreTo" | "holdRestored" | "entries">;

export interface ObjectRestoreDependencies {
  db: D1Database;
  now: () => number;
  restored: Pick<RestoredObjectsPort, "remember" | "forget">;
  accountOf: (accountId: number) => RecoverableAccount;
  connectionOf: (id: string) => RecoverableConnection;
}

/** As long as the platform keeps the history of an object. */
const HISTORY_MS = 30 * 86_400_000;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?Z$/;
const BOOKMARK = /^[0-9a-f]{8}(?:-[0-9a-f]{8,32}){3}$/;
/** Longer than the object takes to end its instance. */
const RESTART_MS = 300;
const MAX_ATTEMPTS = 5;
/** Entries of a log that are counted. */
const MAX_COUNTED = 1_000;

interface RestorePlan {
  object: RecoverableAccount | RecoverableConnection;
  bookmark: string;
  /** Epoch milliseconds; null: of a bookmark. */
  instant: number | null;
  /** What it would lose. */
  loses: string;
}

/** Puts the object of one account or connection back to an earlier moment, and holds it until the operator accepts it. */
export class ObjectRestore {
  readonly #dependencies: ObjectRestoreDependencies;

  constructor(dependencies: ObjectRestoreDependencies) {
    this.#dependencies = dependencies;
  }

  /** What it would mean; null: it cannot be done, and {@link restore} says why. */
  async preview(store: string, to: string): Promise<string | null> {
    const plan = await this.#plan(store, to);
    if (typeof plan === "string") return null;
    return `This puts ${store} back to ${to}: ${plan.loses} The object is held until you accept it, and what was mailed, ordered or paid does not go back.`;
  }

  /** @param to an instant (RFC 3339, UTC), or the bookmark that a restore answered */
  async restore(store: string, to: string): Promise<ActResult> {
    const plan = await this.#plan(store, to);
    if (typeof plan === "string") return { isDone: false, text: plan };
    const { db, now, restored } = this.#dependencies;
    // First: as it goes back nothing may be sent, also where it lost nothing that anybody would notice.
    const held = await db
      .prepare("INSERT INTO held_stores (store, since) VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING store")
      .bind(store, now())
      .first();
    const object: RestoredObject = { store, to: plan.instant, at: now() };
    await restored.remember(object);
    const result = await plan.object.restoreTo(plan.bookmark);
    if (!result.ok) {
      await restored.forget(object);
      if (held) await db.prepare("DELETE FROM held_stores WHERE store = ?").bind(store).run();
      return { isDone: false, text: whyNot(result) };
    }
    await holdOnceBack(plan.object, store);
    const text = `It goes back now, and is held: accept ${store} lets it go on. Taken back by: restore ${store} ${result.bookmark}`;
    return { isDone: true, text };
  }

  async #plan(store: string, to: string): Promise<RestorePlan | string> {
    const instant = INSTANT.test(to) ? Date.parse(to) : null;
    if (instant === null && !BOOKMARK.test(to))
      return "Say an instant in UTC, such as 2026-11-23T04:00:00Z, or a bookmark.";
    const now = this.#dependencies.now();
    if (instant !== null && !(instant < now && instant > now - HISTORY_MS))
      return "The platform has the last 30 days of an object.";
    const found = await this.#objectOf(store);
    if (!found)
      return `There is no account or connection of this name: write account:<number>, account:<billing system>:<number> or connection:<id>.`;
    const read = instant === null ? { ok: true as const, bookmark: to } : await found.object.bookmarkAt(instant);
    if (!read.ok) return whyNot(read);
    const loses = instant === null ? "what it has done since is lost." : await found.losesSince(instant);
    return { object: found.object, bookmark: read.bookmark, instant, loses };
  }

  /** An object that is known: one that nobody knows is not made by naming it. */
  async #objectOf(store: string) {
    const { db, accountOf, connectionOf } = this.#dependencies;
    const [, kind = "", name = ""] = /^(account|connection):(.+)$/.exec(store) ?? [];
    const isKnown = await db
      .prepare(
        `SELECT 1 FROM ${REGISTER} WHERE object = ?1 UNION SELECT 1 FROM connections WHERE 'connection:' || id = ?1`,
      )
      .bind(store)
      .first();
    if (!isKnown) return null;
    if (kind === "account") {
      const object = accountOf(accountNamed(name));
      return { object, losesSince: (instant: number) => accountLoses(object, instant) };
    }
    const object = connectionOf(name);
    return { object, losesSince: (instant: number) => connectionLoses(object, instant) };
  }
}

const REGISTER = "object_generations";

async function accountLoses(object: RecoverableAccount, instant: number): Promise<string> {
  const entries = await object.loggedActions({ loginId: null, requestId: null, limit: MAX_COUNTED });
  const count = counted(entries.filter(({ at }) => at > instant).length);
  return `it loses ${count} of its log since then, and their keys, which are looked up once it is accepted; open approvals are void.`;
}

async function connectionLoses(object: RecoverableConnection, instant: number): Promise<string> {
  const entries = await object.entries(null, MAX_COUNTED);
  const count = counted(entries.filter(({ at }) => Date.parse(at) > instant).length);
  return `it loses ${count} of its log since then, and tokens that were issued; where it has ended since, it ends again.`;
}

function counted(count: number): string {
  return count === MAX_COUNTED ? `${count} entries or more` : `${count} entr${count === 1 ? "y" : "ies"}`;
}

function whyNot({ reason }: Extract<RecoveryResult, { ok: false }>): string {
  return reason === "not_available"
    ? "Nothing keeps earlier moments of an object here: Cloudflare does, and this machine does not."
    : "The platform has nothing of that moment: the log has the cause (object_not_restored).";
}

/** The object ends its instance a moment after its answer: what is written before is not in what it goes back to. */
async function holdOnceBack(object: RestorePlan["object"], store: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    await new Promise((resolve) => setTimeout(resolve, RESTART_MS));
    try {
      return await object.holdRestored();
    } catch (cause) {
      // An instance that ends while it is asked fails the call: the next one is the restored one.
      if (attempt === MAX_ATTEMPTS) return log("object_not_held", { store, cause });
    }
  }
}
