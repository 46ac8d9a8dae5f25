import type { ActorQuery } from "../../../../shared/billing-contract/call.ts";
import {
  type BillingEvent,
  EVENT_PERMISSIONS,
  EVENTS_KEPT_MS,
  type EventList,
  eventIdAt,
  eventPage,
} from "../../../../shared/billing-contract/events.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import type { Store } from "../store/account-store.ts";
import { part, raw, type SqlPart, sql } from "../store/sql.ts";
import { isOrIsUnder } from "./domains.ts";

/** SQL: the permission that is needed to read an event `e`. */
const PERMISSION = `CASE substr(e.type, 1, instr(e.type, '.') - 1) ${Object.entries(EVENT_PERMISSIONS)
  .map(([subject, permission]) => `WHEN '${subject}' THEN '${permission}'`)
  .join(" ")} END`;

/** Lists the events that the login may read, oldest first. */
export async function listEvents({ db, accounts, clock }: Store, query: ActorQuery, list: EventList) {
  const { accountId, loginId } = query;
  const ofLogin = part`login_id = ${loginId} AND account_id = ${accountId}`;
  const read = await accounts.state(query, {
    events: sql(db)<BillingEvent>`SELECT e.id, e.type, e.subject FROM events e
      WHERE e.account_id = ${accountId} AND e.id > ${list.after} AND ${withinLimit(list, accountId)}
        AND (EXISTS (SELECT 1 FROM account_logins WHERE ${ofLogin} AND owner = 1)
          OR ${raw(PERMISSION)} IN (SELECT permission FROM account_login_permissions WHERE ${ofLogin}))
      ORDER BY e.id LIMIT ${list.limit + 1}`,
  });
  if (!read.ok) return read;
  const { account, rows, clockOffsetMs } = read.value;
  return ok({ account, ...eventPage(rows.events, list, clock.moment(clockOffsetMs).at) });
}

/**
 * Returns the SQL condition for the events within a limit. A limit excludes orders and invoices. A limit to a domain
 * includes the services for the domain and for the names under it.
 */
function withinLimit({ within }: EventList, accountId: number): SqlPart {
  switch (within.kind) {
    case "account":
      return part`TRUE`;
    case "service":
      return part`(e.type LIKE 'service.%' AND e.subject = ${within.id})`;
    case "domain":
      return part`(e.type LIKE 'domain.%' AND e.subject = ${within.name} OR e.type LIKE 'service.%' AND e.subject IN
        (SELECT id FROM services s WHERE s.account_id = ${accountId} AND (${isOrIsUnder(raw("s.domain"), within.name)})))`;
  }
}

/**
 * Deletes expired events.
 * @param at the current time, in epoch milliseconds
 */
export async function purgeEvents(db: D1Database, at: number): Promise<void> {
  await sql(db)`DELETE FROM events WHERE id < ${eventIdAt(at - EVENTS_KEPT_MS)}`.run();
}
