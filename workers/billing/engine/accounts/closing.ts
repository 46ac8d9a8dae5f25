import type { ActorQuery, WriteCall } from "../../../../shared/billing-contract/call.ts";
import { failure, ok, unavailable } from "../../../../shared/billing-contract/result.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import { refusal, type WriteRefusal } from "../../../../shared/ordering/refusals.ts";
import { instantOf } from "../../../../shared/platform/calendar.ts";
import type { MinorUnits } from "../../../../shared/platform/money.ts";
import { runWrite } from "../actions/run-write.ts";
import type { EngineContext } from "../engine-context.ts";
import { notice, sendNoticesAfterwards } from "../mails/notices.ts";
import { forgetPayer } from "../payments/erased-payer.ts";
import { ENDED } from "../records/domains.ts";
import { UNPAID } from "../records/invoices.ts";
import { planName } from "../records/services.ts";
import { loginOf } from "../sign-in/login-settings.ts";
import { MANAGES_ACCOUNT } from "../sign-in/logins.ts";
import { checkPasswordAndCode, type NotChecked, type PasswordAndCode } from "../sign-in/second-step-settings.ts";
import type { AccountState, Store } from "../store/account-store.ts";
import { part, raw, sql } from "../store/sql.ts";

/** An obstacle to closing an account. `name` is the domain name, the plan with its site, or the invoice number. */
export type Obstacle =
  | { kind: "service" | "domain" | "invoice"; id: number; name: string }
  /** `invoice` is the unpaid invoice's id; `null` if the order is paid and in progress. */
  | { kind: "order"; id: number; name: string; invoice: number | null }
  | { kind: "credit"; amount: MinorUnits };

export type AccountClosed =
  /** `logins` are the ids of the logins that manage no other open account. */
  { outcome: "closed"; logins: number[] } | { outcome: "in_the_way"; obstacles: Obstacle[] } | NotChecked;

interface ObstacleRow {
  kind: "service" | "domain" | "order" | "invoice";
  id: number;
  name: string;
  invoice: number | null;
}

/** Returns the obstacles to closing an account. The owner sees them before closing it. */
export async function readClosing(store: Store, query: ActorQuery): Promise<QuoteResult<Obstacle[]>> {
  const read = await store.accounts.state(query, closingReads(store.db, query));
  if (!read.ok) return read;
  const blocked = obstaclesIn(read.value);
  return "refused" in blocked ? failure(blocked.refused) : ok(blocked.obstacles);
}

/**
 * Closes an account permanently. Its logins no longer manage it, and its card is deleted. A login without another open
 * account loses its password and second step. If an order or a payment changes the account in the meantime, the
 * function checks the obstacles again. The caller must end the sessions and connections.
 */
export async function closeAccount(
  engine: EngineContext,
  call: WriteCall<true>,
  given: PasswordAndCode,
): Promise<QuoteResult<AccountClosed>> {
  const before = await readClosing(engine, call);
  if (!before.ok) return before;
  if (before.value.length > 0) return ok({ outcome: "in_the_way", obstacles: before.value });
  const checked = await checkPasswordAndCode(engine, await loginOf(engine, call), given);
  if (checked !== "right") return ok(checked);
  const { db, randomBytes } = engine;
  const { accountId } = call;
  // Remove the card at Stripe first, because a closed account must not be charged.
  await forgetPayer(engine, { kind: "account", id: accountId });
  const reads = closingReads(db, call);
  const closed = await runWrite<typeof reads, AccountClosed | null>(engine, call, {
    operation: null,
    reads,
    decide({ account, rows, moment, ...state }) {
      const blocked = obstaclesIn({ ...state, rows });
      if ("refused" in blocked) return blocked;
      if (blocked.obstacles.length > 0) return { unchanged: { outcome: "in_the_way", ...blocked } };
      if (rows.payer.length > 0) return { unchanged: null };
      // The first statement closes the account. This condition therefore finds the logins that manage no other open
      // account.
      const isLeft = part`logins.id IN (SELECT login_id FROM account_logins WHERE account_id = ${accountId})
        AND NOT ${raw(MANAGES_ACCOUNT)}`;
      const left = part`SELECT id FROM logins WHERE ${isLeft}`;
      const random = () => randomBytes(32).toHex();
      return {
        statements: [
          sql(db)`UPDATE accounts SET closed_at = ${instantOf(moment.at)} WHERE id = ${accountId}`,
          sql(db)`DELETE FROM mailed_codes WHERE email IN (SELECT email FROM logins WHERE ${isLeft})`,
          ...["sign_in_challenges", "recovery_codes", "email_changes"].map(
            (table) => sql(db)`DELETE FROM ${raw(table)} WHERE login_id IN (${left})`,
          ),
          sql(db)`UPDATE logins SET password_hash = ${random()}, password_salt = ${random()}, totp_secret = NULL,
            totp_last_step = NULL, wrong_codes = 0, codes_wait_until = 0, codes_told_at = NULL WHERE ${isLeft}`,
          notice(db, call, moment.at, { kind: "accountClosed", account: account.name }),
        ],
        value: { outcome: "closed", logins: rows.logins.map(({ id }) => id) },
        afterwards: () => sendNoticesAfterwards(engine, accountId),
      };
    },
  });
  if (!closed.ok) return closed;
  // `null` means that a card was saved or a checkout was opened after `forgetPayer` had run.
  return closed.value === null ? unavailable() : ok(closed.value as AccountClosed);
}

function closingReads(db: D1Database, { accountId, loginId, language }: ActorQuery) {
  const serviceName = raw(`${planName(language)} || coalesce(' (' || s.domain || ')', '')`);
  const inOrder = (column: string) =>
    part`EXISTS (SELECT 1 FROM orders o WHERE o.${raw(column)} AND o.status IN ('open', 'paid'))`;
  return {
    owner: sql(
      db,
    )`SELECT 1 FROM account_logins WHERE login_id = ${loginId} AND account_id = ${accountId} AND owner = 1`,
    // A pending domain or service is listed as its order, if it has one. The invoice of an open order is not listed
    // separately.
    obstacles: sql(db)<ObstacleRow>`
      SELECT 'service' AS kind, s.id, ${serviceName} AS name, NULL AS invoice FROM services s
        WHERE s.account_id = ${accountId} AND (s.status IN ('active', 'suspended')
          OR (s.status = 'pending' AND NOT ${inOrder("service_id = s.id")}))
      UNION ALL SELECT 'domain', d.id, d.name, NULL FROM domains d
        WHERE d.account_id = ${accountId} AND d.status NOT IN ${raw(ENDED)}
          AND (d.status NOT LIKE 'pending%' OR NOT ${inOrder("domain_id = d.id")})
      UNION ALL SELECT 'order', o.id, coalesce(d.name, ${serviceName}), CASE o.status WHEN 'open' THEN o.invoice_id END
        FROM orders o LEFT JOIN domains d ON d.id = o.domain_id LEFT JOIN services s ON s.id = o.service_id
        WHERE o.account_id = ${accountId} AND o.status IN ('open', 'paid')
      UNION ALL SELECT 'invoice', i.id, i.number, NULL FROM invoices i
        WHERE i.account_id = ${accountId} AND ${raw(UNPAID)}
          AND NOT EXISTS (SELECT 1 FROM orders o WHERE o.invoice_id = i.id AND o.status = 'open')`,
    payer: sql(db)`SELECT 1 FROM saved_cards WHERE account_id = ${accountId}
      UNION ALL SELECT 1 FROM checkouts WHERE account_id = ${accountId}`,
    logins: sql(db)<{ id: number }>`SELECT login_id AS id FROM account_logins m WHERE account_id = ${accountId}
      AND NOT EXISTS (SELECT 1 FROM account_logins other JOIN accounts a ON a.id = other.account_id
        WHERE other.login_id = m.login_id AND other.account_id <> ${accountId} AND a.closed_at IS NULL)`,
  };
}

const OWNER_ALONE = refusal(
  "not_allowed",
  "Only the owner of the account can close it.",
  "Seul le titulaire du compte peut le fermer.",
);

type ClosingState = Pick<AccountState<ReturnType<typeof closingReads>>, "facts" | "rows">;

function obstaclesIn({ facts, rows }: ClosingState): { refused: WriteRefusal } | { obstacles: Obstacle[] } {
  if (rows.owner.length === 0) return { refused: OWNER_ALONE };
  const found = rows.obstacles.map(
    ({ kind, id, name, invoice }): Obstacle => (kind === "order" ? { kind, id, name, invoice } : { kind, id, name }),
  );
  return { obstacles: facts.credit > 0 ? [...found, { kind: "credit", amount: facts.credit }] : found };
}
