import type { Text } from "../../../../shared/platform/language.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { refusalWords } from "../accounts/order-refusals.ts";
import { IS_OVER } from "../accounts/orders.ts";
import type { BillingClock } from "../clock/billing-clock.ts";
import { ACCOUNT_FACTS, type AccountFactsRow, toFacts } from "../store/account-facts.ts";
import type { BillingMails, Notice, NoticeRecipient, OrderFacts } from "./billing-mails.ts";
import { GATHERED_WITHIN_MS, type NoticeContent } from "./notices.ts";

const CLAIM_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;
/** About two days of waiting. */
const MAX_TRIES = 50;
const MAX_PER_MAIL = 200;
/** How long what nobody sends is kept. */
const KEPT_UNSENT_MS = 30 * 86_400_000;

interface NoticeGroup {
  account_id: number;
  kind: NoticeContent["kind"];
  connection: string;
}

/** `content` is JSON. */
interface NoticeRow {
  id: number;
  content: string;
  tries: number;
}

/**
 * Mails the notices that are due: those of one account, kind and connection in one mail. A notice is marked as sent after
 * its mail was taken, so that one may come twice where the mark was lost, and none is lost.
 */
export class NoticeSender {
  readonly #db: D1Database;
  readonly #clock: BillingClock;
  readonly #mails: BillingMails;

  constructor(db: D1Database, clock: BillingClock, mails: BillingMails) {
    this.#db = db;
    this.#clock = clock;
    this.#mails = mails;
  }

  /** Whether what is written will be sent at all. */
  get isOn(): boolean {
    return this.#mails.isOn;
  }

  /** @param accountId of one account alone; null: of all */
  async sendDue(limit: number, accountId: number | null, requestId: string | undefined): Promise<void> {
    const { at } = await this.#clock.read(this.#db);
    if (!this.#mails.isOn) {
      await this.#db
        .prepare("DELETE FROM notices WHERE sent_at IS NULL AND due_at <= ?")
        .bind(at - KEPT_UNSENT_MS)
        .run();
      return;
    }
    const { results } = await this.#db
      .prepare(accountId === null ? DUE : DUE_OF_ACCOUNT)
      .bind(...(accountId === null ? [at, limit] : [at, limit, accountId]))
      .all<NoticeGroup>();
    for (const group of results) {
      const { account_id: account, kind } = group;
      await logFailure("notice_not_sent", this.#send(group, requestId), { request_id: requestId, account, kind });
    }
    await this.#db
      .prepare("DELETE FROM notices WHERE sent_at <= ?")
      .bind(at - GATHERED_WITHIN_MS)
      .run();
  }

  async #send({ account_id: account, kind, connection }: NoticeGroup, requestId: string | undefined): Promise<void> {
    // The mails before may have taken longer than a claim lasts.
    const { at } = await this.#clock.read(this.#db);
    const { results: rows } = await this.#db
      .prepare(CLAIM)
      .bind(account, kind, connection, at, at + CLAIM_MS, MAX_PER_MAIL)
      .all<NoticeRow>();
    if (rows.length === 0) return;
    const ids = JSON.stringify(rows.map(({ id }) => id));
    const [owners, orders, renewing] = await this.#db.batch([
      this.#db.prepare(`SELECT ${ACCOUNT_FACTS} FROM accounts a WHERE a.id = ?`).bind(account),
      this.#db.prepare(ORDERS).bind(ids),
      this.#db.prepare(RENEWING_AGAIN).bind(ids),
    ]);
    const over = new Set(((renewing?.results ?? []) as { id: number }[]).map(({ id }) => id));
    const { owner } = toFacts(owners?.results[0] as AccountFactsRow);
    const facts = new Map(((orders?.results ?? []) as OrderRow[]).map((row) => [row.notice_id, row]));
    const notices = rows
      .filter(({ id }) => !over.has(id))
      .sort((one, other) => one.id - other.id)
      .flatMap(({ id, content }) => (owner ? toNotice(kind, JSON.parse(content), facts.get(id), owner) : []));
    try {
      const [first, ...more] = notices;
      if (owner && first) await this.#mails.notices(owner, [first, ...more], requestId);
    } catch (error) {
      const dropped = await this.#again(ids, Math.max(...rows.map(({ tries }) => tries)), at);
      if (dropped.length > 0) log("notices_dropped", { request_id: requestId, account, kind, notices: dropped });
      throw error;
    }
    await this.#db
      .prepare("UPDATE notices SET sent_at = ? WHERE id IN (SELECT value FROM json_each(?))")
      .bind(at, ids)
      .run();
  }

  /** The ids of those that are not tried again. */
  async #again(ids: string, tries: number, at: number): Promise<number[]> {
    const wait = Math.min(CLAIM_MS * 2 ** Math.min(tries, 10), MAX_WAIT_MS);
    const [, dropped] = await this.#db.batch<{ id: number }>([
      this.#db
        .prepare(`UPDATE notices SET claimed_until = ? WHERE id IN (SELECT value FROM json_each(?))`)
        .bind(at + wait, ids),
      this.#db
        .prepare("DELETE FROM notices WHERE tries >= ? AND id IN (SELECT value FROM json_each(?)) RETURNING id")
        .bind(MAX_TRIES, ids),
    ]);
    return dropped?.results.map(({ id }) => id) ?? [];
  }
}

type Kept = { orderId: number } & Record<string, unknown>;

/** What is kept, with what its order says; nothing where that is gone. */
function toNotice(
  kind: NoticeContent["kind"],
  kept: Kept,
  order: OrderRow | undefined,
  { language }: NoticeRecipient,
): Notice[] {
  if (!("orderId" in kept)) return [{ kind, ...(kept as object) } as Notice];
  if (!order) return [];
  const { invoice_id, number, total, currency, due_on } = order;
  const facts: OrderFacts = {
    orderId: order.id,
    invoice: invoice_id === null ? null : { id: invoice_id, number, total, currency, dueOn: due_on },
  };
  const about = {
    ...facts,
    order: order.kind,
    subject: order.name ?? siteNamed(planNamed(order, language), order.site),
  };
  switch (kind) {
    case "orderPlaced": {
      const subject = kept.subject as Text | string;
      const operation = kept.operation as Extract<Notice, { kind: "orderPlaced" }>["operation"];
      return [{ kind, ...facts, operation, subject: typeof subject === "string" ? subject : subject[language] }];
    }
    case "orderRefused":
      return [{ kind, ...about, reason: refusalWords(order.reason ?? "")[language] }];
    case "orderLapsed":
      return [{ kind, ...about }];
    case "planChanged":
      return [
        {
          kind,
          orderId: order.id,
          before: siteNamed(String(kept.service), kept.site as string | null),
          plan: planNamed(order, language),
          credit: order.credit > 0 ? { amount: order.credit, currency } : null,
        },
      ];
    default:
      return [];
  }
}

function planNamed({ ordered_plan, ordered_plan_fr, plan_name }: OrderRow, language: "en" | "fr"): string {
  return (language === "fr" ? ordered_plan_fr : ordered_plan) ?? plan_name ?? "";
}

function siteNamed(plan: string, site: string | null): string {
  return site ? `${plan} (${site})` : plan;
}

const UNSENT = "sent_at IS NULL AND due_at <= ?1 AND claimed_until <= ?1";
const DUE = `SELECT account_id, kind, connection FROM notices WHERE ${UNSENT}
  GROUP BY account_id, kind, connection ORDER BY min(due_at) LIMIT ?2`;
const DUE_OF_ACCOUNT = `SELECT account_id, kind, connection FROM notices WHERE account_id = ?3 AND ${UNSENT}
  GROUP BY account_id, kind, connection ORDER BY min(due_at) LIMIT ?2`;

const CLAIM = `UPDATE notices SET claimed_until = ?5, tries = tries + 1
  WHERE id IN (SELECT id FROM notices WHERE account_id = ?1 AND kind = ?2 AND connection = ?3
    AND sent_at IS NULL AND due_at <= ?4 AND claimed_until <= ?4 ORDER BY id LIMIT ?6)
  RETURNING id, content, tries`;

/** Notices of an auto-renewal that was switched on again since. */
const RENEWING_AGAIN = `SELECT n.id FROM json_each(?) ids JOIN notices n ON n.id = ids.value
    JOIN domains d ON d.account_id = n.account_id AND d.name = json_extract(n.content, '$.domain')
  WHERE n.kind = 'autoRenewOff' AND d.auto_renew = 1 AND d.status NOT IN ${IS_OVER}`;

const ORDERS = `
  SELECT n.id AS notice_id, o.id, o.kind, o.credit, d.name, s.plan_name, s.domain AS site, a.currency,
    (SELECT name FROM plan_texts WHERE plan_id = o.plan_id AND language = 'en') AS ordered_plan,
    (SELECT name FROM plan_texts WHERE plan_id = o.plan_id AND language = 'fr') AS ordered_plan_fr,
    (SELECT reason FROM order_refusals WHERE order_id = o.id) AS reason, i.id AS invoice_id, i.number, i.due_on,
    i.subtotal + coalesce((SELECT sum(amount) FROM invoice_taxes WHERE invoice_id = i.id), 0) AS total
  FROM json_each(?) ids JOIN notices n ON n.id = ids.value
    JOIN orders o ON o.id = json_extract(n.content, '$.orderId') JOIN accounts a ON a.id = o.account_id
    LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
    LEFT JOIN invoices i ON i.id = o.invoice_id`;

interface OrderRow {
  notice_id: number;
  id: number;
  kind: Extract<Notice, { kind: "orderLapsed" }>["order"];
  credit: number;
  name: string | null;
  plan_name: string | null;
  site: string | null;
  ordered_plan: string | null;
  ordered_plan_fr: string | null;
  reason: string | null;
  currency: string;
  invoice_id: number | null;
  number: string;
  due_on: string;
  total: number;
}
