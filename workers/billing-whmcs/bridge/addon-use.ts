import * as z from "zod";
import { log } from "../../../shared/platform/log.ts";
import type { ProviderFacts } from "../api/provider-facts.ts";
import type { WhmcsApi } from "../api/whmcs-api.ts";
import type { Bridge } from "./bridge.ts";

/** The first version that keeps references, and answers several questions at once. */
const NEEDED_VERSION = 2;
const KEPT_MS = 60_000;
/** After a failed `ask`: until the schedule has seen whether the addon answers. */
const ASKED_PLAINLY_MS = 180_000;
/** Of the last status that had an answer: two of the scheduled checks. */
const UNREACHABLE_AFTER_MS = 300_000;

export const AddonStatus = z.object({
  version: z.int(),
  whmcs: z.string().nullish(),
  php: z.string().nullish(),
  hooks: z.boolean().optional().default(false),
  /** Its settings let it place orders. */
  orders: z.boolean().optional().default(false),
  administrator: z
    .object({ id: z.int().positive(), username: z.string().nullish() })
    .nullish()
    .transform((administrator) => administrator ?? null),
});

export type AddonStatus = z.output<typeof AddonStatus>;

/**
 * Why the addon is not used. `old`: a version before references. `administrator`: its calls run as nobody, or as another than the
 * API's credential is, whose orders would not be told from it. `missing`: nothing of it is there. `unreachable`: its status has had no
 * answer for five minutes, and the API answers. Otherwise the code of its refusal.
 */
export type WhyUnused = "old" | "administrator" | "missing" | "unreachable" | (string & {});

/** @param adminId of the API's own credential; null where it is not known now @returns null where it is used; undefined: nothing is known */
export function whyUnused(
  { version, administrator }: Pick<AddonStatus, "version" | "administrator">,
  adminId: number | null,
): WhyUnused | null | undefined {
  if (version < NEEDED_VERSION) return "old";
  if (!administrator) return "administrator";
  if (adminId === null) return undefined;
  return administrator.id === adminId ? null : "administrator";
}

/** What the schedule found out of the addon. */
interface KnownUse {
  isUsed: boolean;
  /** Its last status had an answer. */
  isAnswering: boolean;
  /** From when on orders have been sent through it without a break, RFC 3339; null where they are not. */
  ordersSince: string | null;
}

/** Whether the addon is used, and for what, which the scheduled work finds out; a minute old at most. */
export class AddonUse {
  readonly #bridge: Bridge | null;
  readonly #db: D1Database;
  readonly #now: () => number;
  #read: (KnownUse & { at: number }) | undefined;
  #askFailedAt: number | null = null;

  /** @param bridge null where no key of it is set */
  constructor(bridge: Bridge | null, db: D1Database, now: () => number) {
    this.#bridge = bridge;
    this.#db = db;
    this.#now = now;
  }

  /** The addon's calls where it is used, and null otherwise. */
  async bridge(): Promise<Bridge | null> {
    return (await this.#use()).isUsed ? this.#bridge : null;
  }

  /** The same for questions, which are asked of the API after a status without an answer, and for three minutes after such a question. */
  async forReads(): Promise<Bridge | null> {
    const sinceMs = this.#askFailedAt === null ? Infinity : this.#now() - this.#askFailedAt;
    if (sinceMs >= 0 && sinceMs < ASKED_PLAINLY_MS) return null;
    return (await this.#use()).isAnswering ? this.bridge() : null;
  }

  /** A question had no answer of it. */
  askFailed(): void {
    this.#askFailedAt = this.#now();
  }

  /** The same for new orders: by the API where its settings let it place none, and from the first status without an answer on. */
  async forOrders(): Promise<Bridge | null> {
    return (await this.ordersSince()) === null ? null : this.#bridge;
  }

  /** From when on orders have been sent through it without a break, RFC 3339; null where they are not. */
  async ordersSince(): Promise<string | null> {
    return (await this.#use()).ordersSince;
  }

  async #use(): Promise<KnownUse> {
    if (!this.#bridge) return { isUsed: false, isAnswering: false, ordersSince: null };
    const now = this.#now();
    if (!this.#read || now - this.#read.at >= KEPT_MS || now < this.#read.at) {
      const row = await this.#db
        .prepare("SELECT reason, orders_since AS ordersSince FROM addon WHERE is_used = 1")
        .first<Pick<KnownUse, "ordersSince"> & { reason: string | null }>();
      const isUsed = row !== null;
      this.#read = { at: now, isUsed, isAnswering: row?.reason === null, ordersSince: row?.ordersSince ?? null };
    }
    return this.#read;
  }

  /**
   * Asks the addon for its status, and keeps whether it is used. One that gives no answer while the API does gets no questions and
   * no new orders, and is not used any more once it has given none for five minutes: what was sent through it is then searched as without it.
   */
  async check({ api, facts }: { api: WhmcsApi; facts: ProviderFacts }, requestId: string): Promise<void> {
    if (!this.#bridge) return;
    const status = await this.#bridge.call("status", {}, AddonStatus, { requestId });
    switch (status.kind) {
      case "ok": {
        const known = await facts.adminId(api, requestId);
        const reason = whyUnused(status.value, known.kind === "ok" ? known.body : null);
        if (reason === undefined) return;
        return this.#keep(reason, status.value, requestId);
      }
      case "refused":
        return this.#keep(status.code, null, requestId);
      case "unavailable":
        if (status.status === 404) return this.#keep("missing", null, requestId);
        // It did not leave, or the whole installation is down: that says nothing of the addon.
        if (status.reason === "busy" || !(await api.isAnswering(requestId, 0))) return;
        return this.#missed(requestId);
    }
  }

  async #missed(requestId: string): Promise<void> {
    const row = await this.#db
      .prepare(
        `UPDATE addon SET orders_since = NULL, reason = iif(is_used, ?, reason)
         RETURNING is_used AS isUsed, checked_at AS checkedAt`,
      )
      .bind("unreachable" satisfies WhyUnused)
      .first<{ isUsed: 0 | 1; checkedAt: string }>();
    const isOverdue = row === null || this.#now() - Date.parse(row.checkedAt) >= UNREACHABLE_AFTER_MS;
    if (isOverdue) return this.#keep("unreachable", null, requestId);
    this.#read = { at: this.#now(), isUsed: row.isUsed === 1, isAnswering: false, ordersSince: null };
  }

  async #keep(reason: WhyUnused | null, status: AddonStatus | null, requestId: string): Promise<void> {
    const isUsed = reason === null;
    const before = await this.#db
      .prepare("SELECT is_used, reason, orders_since FROM addon")
      .first<{ is_used: 0 | 1; reason: string | null; orders_since: string | null }>();
    const now = new Date(this.#now()).toISOString();
    const ordersSince = isUsed && status?.orders ? (before?.orders_since ?? now) : null;
    await this.#db
      .prepare(
        `INSERT INTO addon (only_row, is_used, reason, version, has_hooks, checked_at, orders_since)
         VALUES (1, ?1, ?2, ?3, ?4, ?5, ?6)
         ON CONFLICT DO UPDATE SET
           is_used = ?1, reason = ?2, version = ?3, has_hooks = ?4, checked_at = ?5, orders_since = ?6`,
      )
      .bind(isUsed ? 1 : 0, reason, status?.version ?? null, status?.hooks ? 1 : 0, now, ordersSince)
      .run();
    this.#read = { at: this.#now(), isUsed, isAnswering: isUsed, ordersSince };
    if (before?.is_used === (isUsed ? 1 : 0) && (isUsed || before.reason === reason)) return;
    const fields = { request_id: requestId, version: status?.version };
    if (isUsed) log("billing_addon_used", fields);
    else log("billing_addon_not_used", { ...fields, reason });
  }
}
