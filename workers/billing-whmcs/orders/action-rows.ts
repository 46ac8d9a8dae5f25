import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { CancellationStatement, CancellationTime } from "../../../shared/billing-contract/cancellation.ts";
import type { Money } from "../../../shared/billing-contract/result.ts";
import type { WriteOperation } from "../../../shared/billing-contract/writes.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import { instantNow, type WhmcsContext } from "../whmcs-context.ts";

/** What is ordered. */
export type OrderLine =
  | { kind: "register" | "transfer"; domain: string; years: number }
  | { kind: "renew"; domain: string; domainId: number; years: number }
  /** `domain`: of the site; null without one. */
  | { kind: "plan"; productId: number; billingCycle: BillingCycle; domain: string | null }
  | { kind: "change"; serviceId: number; productId: number; billingCycle: BillingCycle };

/** Whether an order with another price than was judged can be taken back: cancelling one that changes what exists may end that. */
export function canBeTakenBack({ kind }: OrderLine): boolean {
  return kind === "register" || kind === "transfer" || kind === "plan";
}

/**
 * What a renewal costs, before taxes. `list`: by the price list; `own`: by the name's recurring amount, where it is for the name's own
 * years. Nothing published says at which it is ordered.
 */
export type RenewalPrices = Record<"list" | "own", MinorUnits>;

export interface StoredOrder {
  kind: "order";
  line: OrderLine;
  /** Before taxes: what the invoice has to say. */
  price: Money;
  /** The gateway that it was ordered on, by its module. */
  gateway: string;
  /** Of a renewal: what it costs by each of the two ways. */
  renewal?: RenewalPrices;
  /** Of a renewal: when the name expired as it was ordered. */
  expiredOn?: string | null;
  /** The members of the answer that do not come from the order itself. */
  value: object;
}

export interface StoredCancellation {
  kind: "cancellation";
  serviceId: number;
  when: CancellationTime;
  /** The answer. */
  value: CancellationStatement;
}

/** A transfer away that is being prepared, without its code. */
export interface StoredTransfer {
  kind: "transfer";
  domain: string;
  domainId: number;
}

/**
 * `begun`: nothing was sent. `withdrawn`: nothing was sent and nothing will be. `sending`: it may have been sent, once. `lost`: it was
 * sent or not, and is not known to have been done. `placed`: its order is known. `taken_back`: its order is known, and cancelled.
 */
export type ActionState = "begun" | "withdrawn" | "sending" | "lost" | "placed" | "taken_back" | "refused" | "done";

/** What was done under a reference, as a row of `actions` has it. Instants are RFC 3339 in UTC. */
export interface ActionRow {
  accountId: number;
  reference: string;
  operation: WriteOperation;
  target: string;
  begunAt: string;
  sentAt: string | null;
  state: ActionState;
  /** Null before it was judged. */
  request: StoredOrder | StoredCancellation | StoredTransfer | null;
  orderId: number | null;
  /** What an order made, as far as it is known; no invoice where nothing is due. */
  made: { serviceId: number | null; invoiceId: number | null } | null;
  /** The value of a `done` one, the problem of a `refused` one. */
  answer: unknown;
}

export type ActionKey = Pick<ActionRow, "accountId" | "reference">;

/** Nothing that was begun this long ago and not sent will be: it is absent from then on. */
export const MAX_BEGUN_MS = 30_000;

const COLUMNS = `account_id AS accountId, reference, operation, target, begun_at AS begunAt, sent_at AS sentAt, state, request,
  order_id AS orderId, made, answer`;
/** The states of which one target has one row at most: its unique index in the database has the same. */
const IS_OPEN = "state IN ('begun', 'sending', 'placed', 'taken_back')";

type StoredRow = Omit<ActionRow, "request" | "made" | "answer"> & Record<"request" | "made" | "answer", string | null>;

function toRow({ request, made, answer, ...plain }: StoredRow): ActionRow {
  const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));
  return { ...plain, request: parsed(request), made: parsed(made), answer: parsed(answer) };
}

async function rowWhere(db: D1Database, where: string, ...values: (string | number)[]): Promise<ActionRow | null> {
  const select = db.prepare(`SELECT ${COLUMNS} FROM actions WHERE ${where}`);
  const row = await select.bind(...values).first<StoredRow>();
  return row && toRow(row);
}

export function findAction(db: D1Database, { accountId, reference }: ActionKey): Promise<ActionRow | null> {
  return rowWhere(db, "account_id = ? AND reference = ?", accountId, reference);
}

/** The action that is open on a target. */
export function openAction(db: D1Database, accountId: number, target: string): Promise<ActionRow | null> {
  return rowWhere(db, `account_id = ? AND target = ? AND ${IS_OPEN}`, accountId, target);
}

/** The action that an order belongs to; null where it was not placed here. */
export function actionOfOrder(db: D1Database, accountId: number, orderId: number): Promise<ActionRow | null> {
  return rowWhere(db, "account_id = ? AND order_id = ?", accountId, orderId);
}

/** The newest order of an operation on a target that was placed. */
export function newestOrder(
  db: D1Database,
  accountId: number,
  operation: WriteOperation,
  target: string,
): Promise<ActionRow | null> {
  const where =
    "account_id = ? AND operation = ? AND target = ? AND order_id IS NOT NULL ORDER BY begun_at DESC LIMIT 1";
  return rowWhere(db, where, accountId, operation, target);
}

/** Open ones that began before an instant, in random order: over several runs each has its turn. @param until RFC 3339 */
export async function openActions(db: D1Database, until: string, limit: number): Promise<ActionRow[]> {
  const { results } = await db
    .prepare(`SELECT ${COLUMNS} FROM actions WHERE ${IS_OPEN} AND begun_at <= ? ORDER BY random() LIMIT ?`)
    .bind(until, limit)
    .all<StoredRow>();
  return results.map(toRow);
}

/** A new row: claims its reference, and its target where it is open. @returns false where either is taken */
export async function addAction(
  db: D1Database,
  { accountId, reference, loginId }: Pick<WriteCall, "accountId" | "reference" | "loginId">,
  state: "begun" | "lost",
  {
    operation,
    target,
    begunAt,
    request,
  }: Pick<ActionRow, "operation" | "target" | "begunAt"> & { request?: StoredOrder },
): Promise<boolean> {
  const json = request ? JSON.stringify(request) : null;
  const { meta } = await db
    .prepare(
      `INSERT INTO actions (account_id, reference, operation, login_id, target, begun_at, state, request)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    )
    .bind(accountId, reference, operation, loginId, target, begunAt, state, json)
    .run();
  return meta.changes === 1;
}

/** Each change of a row, with the states that it starts from: from any other it changes nothing, and of two that meet one succeeds. */
const CHANGES = {
  /** Whoever moves a row out of `begun` may send, and nobody else ever. */
  send: { from: ["begun"], to: "sending" },
  withdraw: { from: ["begun"], to: "withdrawn" },
  lose: { from: ["sending"], to: "lost" },
  place: { from: ["sending", "lost"], to: "placed" },
  takeBack: { from: ["sending", "lost"], to: "taken_back" },
  finish: { from: ["begun", "sending", "lost", "placed", "taken_back"], to: "done" },
  refuse: { from: ["begun", "sending", "lost", "placed", "taken_back"], to: "refused" },
  /** An order is known, and said not to be the action's. */
  disown: { from: ["placed", "taken_back"], to: "refused" },
  /** Somebody's word counts, whatever was found out. */
  settle: { from: ["begun", "withdrawn", "sending", "lost", "placed", "taken_back"], to: "refused" },
} as const satisfies Record<string, { from: ActionState[]; to: ActionState }>;

interface Changed {
  sent_at?: string;
  request?: object;
  order_id?: number | null;
  made?: object | null;
  answer?: object;
}

/**
 * @param begunSince RFC 3339: of those that were begun before it none is changed
 * @returns whether it was changed: false where the row has moved on, or its order belongs to another reference
 */
export async function changeAction(
  db: D1Database,
  { accountId, reference }: ActionKey,
  change: keyof typeof CHANGES,
  changed: Changed = {},
  begunSince = "",
): Promise<boolean> {
  const { from, to } = CHANGES[change];
  const set = Object.keys(changed).map((name) => `, ${name} = ?`);
  const values = Object.values(changed).map((value: object | string | number | null) =>
    typeof value === "object" && value !== null ? JSON.stringify(value) : value,
  );
  const update = db.prepare(
    `UPDATE actions SET state = ?${set.join("")}
     WHERE account_id = ? AND reference = ? AND state IN (SELECT value FROM json_each(?)) AND begun_at >= ?`,
  );
  try {
    const bound = update.bind(to, ...values, accountId, reference, JSON.stringify(from), begunSince);
    return (await bound.run()).meta.changes === 1;
  } catch (cause) {
    const { order_id: orderId } = changed;
    if (orderId && (await isOfAnother(db, { accountId, reference }, orderId))) return false;
    throw cause;
  }
}

/**
 * Not for what was begun too long ago: lookups may have said by now that nothing was done.
 * @returns whether it may be sent: whoever was slower than a lookup has been withdrawn, and sends nothing
 */
export function sendAction(
  { db, now }: Pick<WhmcsContext, "db" | "now">,
  key: ActionKey,
  request: NonNullable<ActionRow["request"]>,
): Promise<boolean> {
  const sending = { sent_at: instantNow({ now }), request };
  return changeAction(db, key, "send", sending, instantNow({ now }, -MAX_BEGUN_MS));
}

/** Whether an order belongs to another reference. */
export async function isOfAnother(
  db: D1Database,
  { accountId, reference }: ActionKey,
  orderId: number,
): Promise<boolean> {
  return (
    (await rowWhere(db, "order_id = ? AND NOT (account_id = ? AND reference = ?)", orderId, accountId, reference)) !==
    null
  );
}

/** What was judged when the reference was first used, in place of what was judged since. */
export async function replaceRequest(
  db: D1Database,
  { accountId, reference }: ActionKey,
  request: StoredOrder,
): Promise<void> {
  await db
    .prepare("UPDATE actions SET request = ? WHERE account_id = ? AND reference = ? AND state IN ('sending', 'lost')")
    .bind(JSON.stringify(request), accountId, reference)
    .run();
}

/** Frees the reference and the target of what certainly had no effect. @param state that it is in */
export async function forgetAction(
  db: D1Database,
  { accountId, reference }: ActionKey,
  state: "begun" | "sending",
): Promise<void> {
  await db
    .prepare("DELETE FROM actions WHERE account_id = ? AND reference = ? AND state = ?")
    .bind(accountId, reference, state)
    .run();
}

/** Takes on the work of one that is `sending`. @param until RFC 3339 @returns false where another run has it, or the row has moved on */
export async function claimAction(
  db: D1Database,
  { accountId, reference }: ActionKey,
  at: string,
  until: string,
): Promise<boolean> {
  const { meta } = await db
    .prepare(
      `UPDATE actions SET claimed_until = ?
       WHERE account_id = ? AND reference = ? AND state = 'sending' AND coalesce(claimed_until, '') <= ?`,
    )
    .bind(until, accountId, reference, at)
    .run();
  return meta.changes === 1;
}
