import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import { failure, ok } from "../../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import type { OwnerNotified, ZoneChangeNotice } from "../../../../shared/billing-contract/zone-notices.ts";
import { previewOf } from "../../../../shared/ordering/write-preview.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { log, logFailure } from "../../../../shared/platform/log.ts";
import { ENDED } from "../records/domains.ts";
import { serviceRead } from "../records/services.ts";
import { ACCOUNT_FACTS, type AccountFactsRow, type AccountState, type Store, toFacts } from "../store/account-store.ts";
import { type Assigned, batchOf, part, raw, sql, storedJson } from "../store/sql.ts";
import { type NoticeContent, type NoticeKind, noticeFacts, toNotice } from "./notice-facts.ts";
import type { BillingMails } from "./sent-mails.ts";

/**
 * How long further notices with the same account, kind and connection are collected for one e-mail, in milliseconds.
 */
const GATHERED_WITHIN_MS = 600_000;

/** The account of a notice, and the actor that caused it. A notice that the engine causes has no login. */
type NoticeActor = Pick<ActorQuery, "accountId" | "connection" | "language"> & Partial<Pick<ActorQuery, "loginId">>;

interface NoticeOrder {
  orderId?: number | Assigned<number>;
  /** Writes the notice only if the order with this id has the status. */
  onlyWhile?: { orderId: number; status: "open" | "paid" };
}

/**
 * Returns the statement that writes a notice to an account's owner. Run it in the transaction that makes the change.
 * The first notice is due immediately. Later notices with the same account, kind and connection are due together, ten
 * minutes after the first.
 * @param at the current time, in epoch milliseconds
 */
export function notice(
  db: D1Database,
  { accountId, loginId, connection = "", language }: NoticeActor,
  at: number,
  { kind, ...content }: NoticeContent,
  { orderId, onlyWhile }: NoticeOrder = {},
): D1PreparedStatement {
  const stored = {
    ...content,
    ...(language && { actor: { loginId, language } }),
    ...(orderId !== undefined && { orderId }),
  };
  const sameGroup = part`account_id = ${accountId} AND kind = ${kind} AND connection = ${connection}`;
  const order = onlyWhile?.orderId ?? null;
  return sql(db)`
    INSERT INTO notices (account_id, kind, connection, content, due_at)
    SELECT ${accountId}, ${kind}, ${connection}, ${storedJson(stored)}, CASE
      WHEN EXISTS (SELECT 1 FROM notices WHERE ${sameGroup} AND tries = 0 AND due_at <= ${at}) THEN ${at}
      ELSE max(${at}, coalesce((SELECT max(CASE WHEN due_at > ${at} THEN due_at ELSE due_at + ${GATHERED_WITHIN_MS} END)
        FROM notices WHERE ${sameGroup}), 0)) END
    WHERE ${order} IS NULL OR EXISTS (SELECT 1 FROM orders WHERE id = ${order} AND status = ${onlyWhile?.status ?? null})`;
}

const CLAIM_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;
/** The maximum number of attempts to send a notice. Together, they take about two days. */
const MAX_TRIES = 50;
const MAX_PER_MAIL = 200;
/** The maximum number of e-mails that a write sends after it has returned its result. */
const MAX_AFTER_WRITE = 20;
/** The maximum number of e-mails that a write sends while its caller waits. */
const MAX_WHILE_WAITING = 5;
/** How long unsent notices are stored if no e-mail sender is configured. */
const KEPT_UNSENT_MS = 30 * 86_400_000;

/** The store, and the dependencies for sending e-mails. */
export interface MailContext extends Store {
  mails: BillingMails;
  /** Keeps the Worker running until background work is done. */
  waitUntil: (work: Promise<unknown>) => void;
}

interface NoticeGroup {
  account_id: number;
  kind: NoticeKind;
  connection: string;
}

interface NoticeRow {
  id: number;
  /** The notice's content as JSON. */
  content: string;
  tries: number;
}

/**
 * Mails the due notices, with one e-mail per account, kind and connection. A notice is marked as sent after its e-mail
 * was accepted, so it may be mailed twice. A notice that no longer applies is skipped. An unsent notice is deleted
 * after {@link MAX_TRIES} failed attempts, or after a month without a configured e-mail sender.
 * @param limit the maximum number of e-mails
 * @param accountId the account whose notices are sent; `null` for all accounts
 */
export async function sendDueNotices(context: MailContext, limit: number, accountId: number | null): Promise<void> {
  const { db, clock, mails, requestId: request_id } = context;
  const { at } = await clock.read(db);
  if (!mails.isOn) {
    await sql(db)`DELETE FROM notices WHERE sent_at IS NULL AND due_at <= ${at - KEPT_UNSENT_MS}`.run();
    return;
  }
  const ofAccount = accountId === null ? raw("") : part`account_id = ${accountId} AND`;
  const { results } = await sql(db)`
    SELECT account_id, kind, connection FROM notices
    WHERE ${ofAccount} sent_at IS NULL AND due_at <= ${at} AND claimed_until <= ${at}
    GROUP BY account_id, kind, connection ORDER BY min(due_at) LIMIT ${limit}`.all<NoticeGroup>();
  for (const group of results) {
    const { account_id: account, kind } = group;
    await logFailure("notice_not_sent", sendGroup(context, group), { request_id, account, kind });
  }
  await sql(db)`DELETE FROM notices WHERE sent_at <= ${at - GATHERED_WITHIN_MS}`.run();
}

/** Sends an account's due notices if an e-mail sender is configured. Logs a failure, and the scheduled run retries. */
export async function sendNotices(context: MailContext, account: number, limit = MAX_AFTER_WRITE): Promise<void> {
  if (!context.mails.isOn) return;
  const fields = { request_id: context.requestId, account };
  await logFailure("notices_not_sent", sendDueNotices(context, limit, account), fields);
}

export function sendNoticesAfterwards(context: MailContext, account: number): void {
  context.waitUntil(sendNotices(context, account));
}

async function sendGroup(context: MailContext, group: NoticeGroup): Promise<void> {
  const { db, clock, mails, requestId } = context;
  const { account_id: account, kind, connection } = group;
  // Sending earlier e-mails takes time, so another run may have claimed these notices since they were selected.
  const moment = await clock.read(db);
  const { at } = moment;
  const { results: rows } = await sql(db)`
    UPDATE notices SET claimed_until = ${at + CLAIM_MS}, tries = tries + 1
    WHERE id IN (SELECT id FROM notices WHERE account_id = ${account} AND kind = ${kind} AND connection = ${connection}
      AND sent_at IS NULL AND due_at <= ${at} AND claimed_until <= ${at} ORDER BY id LIMIT ${MAX_PER_MAIL})
    RETURNING id, content, tries`.all<NoticeRow>();
  if (rows.length === 0) return;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  // The e-mail is in the language of the page on which the owner made the latest of these changes.
  const facts = sql(db)<AccountFactsRow & { page_language: Language | null }>`
    SELECT ${raw(ACCOUNT_FACTS)}, (SELECT json_extract(n.content, '$.actor.language')
      FROM json_each(${ids}) ids JOIN notices n ON n.id = ids.value JOIN account_logins o
        ON o.account_id = a.id AND o.owner = 1 AND o.login_id = json_extract(n.content, '$.actor.loginId')
      ORDER BY n.id DESC LIMIT 1) AS page_language
    FROM accounts a WHERE a.id = ${account}`;
  // These notices report that auto-renewal was switched on or off, but it has been switched back since.
  const obsolete = sql(db)<{ id: number }>`
    SELECT n.id FROM json_each(${ids}) ids JOIN notices n ON n.id = ids.value
      JOIN domains d ON d.account_id = n.account_id AND d.name = json_extract(n.content, '$.domain')
    WHERE n.kind = CASE d.auto_renew WHEN 1 THEN 'autoRenewOff' ELSE 'autoRenewOn' END AND d.status NOT IN ${raw(ENDED)}`;
  const read = await batchOf(db, { facts, about: noticeFacts(context, ids, moment), obsolete });
  const [row] = read.facts;
  const stored = row ? toFacts(row).owner : null;
  const owner = stored && { ...stored, language: row?.page_language ?? stored.language };
  const obsoleteIds = new Set(read.obsolete.map(({ id }) => id));
  const aboutOf = new Map(read.about.map((row) => [row.notice_id, row]));
  const notices = rows
    .filter(({ id }) => !obsoleteIds.has(id))
    .sort((one, other) => one.id - other.id)
    .flatMap(({ id, content }) => {
      const about = aboutOf.get(id);
      return (owner && about && toNotice(kind, JSON.parse(content), about, owner)) ?? [];
    });
  try {
    const [first, ...more] = notices;
    if (owner && first) await mails.notices(owner, [first, ...more], requestId);
  } catch (error) {
    const dropped = await scheduleRetry(db, ids, Math.max(...rows.map(({ tries }) => tries)), at);
    if (dropped.length > 0) log("notices_dropped", { request_id: requestId, account, kind, notices: dropped });
    throw error;
  }
  await sql(db)`UPDATE notices SET sent_at = ${at} WHERE id IN (SELECT value FROM json_each(${ids}))`.run();
}

/**
 * Schedules a retry, and deletes notices that have reached the maximum number of attempts.
 * @returns the ids of the deleted notices
 */
async function scheduleRetry(db: D1Database, ids: string, tries: number, at: number): Promise<number[]> {
  const wait = Math.min(CLAIM_MS * 2 ** Math.min(tries, 10), MAX_WAIT_MS);
  const ofIds = part`id IN (SELECT value FROM json_each(${ids}))`;
  const later = sql(db)`UPDATE notices SET claimed_until = ${at + wait} WHERE ${ofIds}`;
  const dropped = sql(db)<{ id: number }>`DELETE FROM notices WHERE tries >= ${MAX_TRIES} AND ${ofIds} RETURNING id`;
  const rows = await batchOf(db, { later, dropped });
  return rows.dropped.map(({ id }) => id);
}

/**
 * Stores and mails a notice about a change that cannot be rolled back.
 * @returns whether the notice is stored and will be mailed
 */
export async function notifyOwner(
  engine: MailContext,
  query: ActorQuery,
  { facts, clockOffsetMs }: AccountState,
  content: NoticeContent,
): Promise<boolean> {
  const { db, clock, mails, requestId: request_id } = engine;
  if (!facts.owner || !mails.isOn) return false;
  const { accountId: account } = query;
  const stored = notice(db, query, clock.moment(clockOffsetMs).at, content).run();
  const isStored = await logFailure("notice_not_kept", stored, { request_id, account, kind: content.kind });
  if (isStored) await sendNotices(engine, account, MAX_WHILE_WAITING);
  return isStored;
}

/** Mails the owner about changed DNS records on the service's server. */
export async function notifyZoneChange(
  engine: MailContext,
  query: WriteCall,
  { serviceId, zone, added, removed }: ZoneChangeNotice,
): Promise<QuoteResult<OwnerNotified | WritePreview>> {
  const read = await engine.accounts.state(query, { service: serviceRead(engine.db, query, serviceId) });
  if (!read.ok) return read;
  const { account, rows } = read.value;
  if (rows.service.length === 0) return failure({ code: "not_found" });
  if (!query.commit) return ok(previewOf(account, {}));
  const content = { kind: "zoneChanged", domain: zone, serviceId, added, removed } as const;
  return ok({ account, ownerTold: await notifyOwner(engine, query, read.value, content) });
}
