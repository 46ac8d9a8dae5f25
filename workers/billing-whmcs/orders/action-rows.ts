import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { CancellationStatement, CancellationTime } from "../../../shared/billing-contract/cancellation.ts";
import type { Money, WriteRefused } from "../../../shared/billing-contract/result.ts";
import type { FoundWrite, WriteOperation } from "../../../shared/billing-contract/writes.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";

/** The ordered item. */
export type OrderLine =
  | { kind: "register" | "transfer"; domain: string; years: number }
  | { kind: "renew"; domain: string; domainId: number; years: number }
  /** `domain`: the site's domain; null if there is none. */
  | { kind: "plan"; productId: number; billingCycle: BillingCycle; domain: string | null }
  | { kind: "change"; serviceId: number; productId: number; billingCycle: BillingCycle };

/**
 * Returns whether an order with an unexpected price can be cancelled. The cancellation of a change may end its service.
 */
export function canBeTakenBack({ kind }: OrderLine): boolean {
  return kind === "register" || kind === "transfer" || kind === "plan";
}

/**
 * The two possible prices of a renewal, before taxes. `list`: from the price list. `own`: the domain's recurring
 * amount, if it is for the same number of years. WHMCS's documentation does not state which one an order uses.
 */
export type RenewalPrices = Record<"list" | "own", MinorUnits>;

export interface StoredOrder {
  kind: "order";
  line: OrderLine;
  /** The price before taxes that the invoice must show. */
  price: Money;
  /** For a renewal, its two possible prices. */
  renewal?: RenewalPrices;
  /** For a renewal, the domain's expiry date at the time of the order. */
  expiredOn?: string | null;
  /** The fields of the answer that WHMCS's order does not have. */
  value: object;
}

export interface StoredCancellation {
  kind: "cancellation";
  serviceId: number;
  when: CancellationTime;
  /** The answer. */
  value: CancellationStatement;
}

/** A transfer away in preparation, without its code. */
export interface StoredTransfer {
  kind: "transfer";
  domain: string;
  domainId: number;
}

/**
 * `begun`: nothing was sent. `sending`: the action may have been sent, once. `lost`: like `sending`, but it no longer
 * locks its target. `refused` and `done`: the action is settled.
 */
export type ActionState = "begun" | "sending" | "lost" | "refused" | "done";

/** An action under a reference: a row of `actions`. Instants are RFC 3339 in UTC. */
export interface ActionRow {
  accountId: number;
  reference: string;
  operation: WriteOperation;
  target: string;
  begunAt: string;
  sentAt: string | null;
  state: ActionState;
  /** Null before the action was checked. */
  request: StoredOrder | StoredCancellation | StoredTransfer | null;
  orderId: number | null;
  /** The known items that an order created. There is no invoice if nothing is due. */
  made: { serviceId: number | null; invoiceId: number | null } | null;
  /** The value of a `done` action, or the problem of a `refused` one. */
  answer: unknown;
}

export type ActionKey = Pick<ActionRow, "accountId" | "reference">;

/** A claim of a reference and its target. */
export type ActionClaim = Pick<ActionRow, "operation" | "target" | "begunAt">;

const COLUMNS = `account_id AS accountId, reference, operation, target, begun_at AS begunAt, sent_at AS sentAt, state, request,
  order_id AS orderId, made, answer`;
/** The open states. A unique index allows one open row per target. */
const IS_OPEN = "state IN ('begun', 'sending')";

type StoredRow = Omit<ActionRow, "request" | "made" | "answer"> & Record<"request" | "made" | "answer", string | null>;

function toRow({ request, made, answer, ...plain }: StoredRow): ActionRow {
  const parsed = (text: string | null) => (text === null ? null : JSON.parse(text));
  return { ...plain, request: parsed(request), made: parsed(made), answer: parsed(answer) };
}

async function rowsWhere(db: D1Database, where: string, ...values: (string | number)[]): Promise<ActionRow[]> {
  const select = db.prepare(`SELECT ${COLUMNS} FROM actions WHERE ${where}`);
  return (await select.bind(...values).all<StoredRow>()).results.map(toRow);
}

async function rowWhere(db: D1Database, where: string, ...values: (string | number)[]): Promise<ActionRow | null> {
  return (await rowsWhere(db, `${where} LIMIT 1`, ...values))[0] ?? null;
}

export function findAction(db: D1Database, { accountId, reference }: ActionKey): Promise<ActionRow | null> {
  return rowWhere(db, "account_id = ? AND reference = ?", accountId, reference);
}

/** Returns the open action on a target. */
export function openAction(db: D1Database, accountId: number, target: string): Promise<ActionRow | null> {
  return rowWhere(db, `account_id = ? AND target = ? AND ${IS_OPEN}`, accountId, target);
}

/** Returns the action of an order; null if the order was not placed here. */
export function actionOfOrder(db: D1Database, accountId: number, orderId: number): Promise<ActionRow | null> {
  return rowWhere(db, "account_id = ? AND order_id = ?", accountId, orderId);
}

/** Returns the actions of an account that placed orders, by order id. */
export async function actionsByOrder(db: D1Database, accountId: number): Promise<ReadonlyMap<number, ActionRow>> {
  const rows = await rowsWhere(db, "account_id = ? AND order_id IS NOT NULL", accountId);
  return new Map(rows.flatMap((row) => (row.orderId === null ? [] : [[row.orderId, row]])));
}

/** Returns the newest placed order of an operation on a target. */
export function newestOrder(
  db: D1Database,
  accountId: number,
  operation: WriteOperation,
  target: string,
): Promise<ActionRow | null> {
  const where = "account_id = ? AND target = ? AND operation = ? AND order_id IS NOT NULL ORDER BY order_id DESC";
  return rowWhere(db, where, accountId, target, operation);
}

/**
 * Returns open actions from before an instant. The order is random, so that several runs reach them all.
 * @param until RFC 3339
 */
export function openActions(db: D1Database, until: string, limit: number): Promise<ActionRow[]> {
  return rowsWhere(db, `${IS_OPEN} AND begun_at <= ? ORDER BY random() LIMIT ?`, until, limit);
}

/** Adds a row. It claims its reference and, if open, its target. @returns false if either is taken */
export async function addAction(
  db: D1Database,
  { accountId, reference, loginId }: Pick<WriteCall, "accountId" | "reference" | "loginId">,
  state: "begun" | "lost",
  { operation, target, begunAt, request }: ActionClaim & { request?: StoredOrder },
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

/** The transitions of a row, with the states in which each applies. Of two concurrent transitions, one succeeds. */
const CHANGES = {
  /** Only the caller that moves a row out of `begun` may send the action. */
  send: { from: ["begun"], to: "sending" },
  /** The order is known, but has no final outcome yet. */
  note: { from: ["sending"], to: "sending" },
  lose: { from: ["sending"], to: "lost" },
  finish: { from: ["sending", "lost"], to: "done" },
  refuse: { from: ["sending", "lost"], to: "refused" },
  /** The operator's decision overrides any finding. */
  settle: { from: ["begun", "sending", "lost"], to: "refused" },
} as const satisfies Record<string, { from: ActionState[]; to: ActionState }>;

interface Changed {
  sent_at?: string;
  request?: object;
  order_id?: number | null;
  made?: object | null;
  answer?: object;
}

/**
 * Applies a transition to a row.
 * @returns false if its state has changed, or if its order belongs to another reference
 */
export async function changeAction(
  db: D1Database,
  { accountId, reference }: ActionKey,
  change: keyof typeof CHANGES,
  changed: Changed = {},
): Promise<boolean> {
  const { from, to } = CHANGES[change];
  const set = Object.keys(changed).map((name) => `, ${name} = ?`);
  const values = Object.values(changed).map((value: object | string | number | null) =>
    typeof value === "object" && value !== null ? JSON.stringify(value) : value,
  );
  const update = db.prepare(
    `UPDATE actions SET state = ?${set.join("")}
     WHERE account_id = ? AND reference = ? AND state IN (SELECT value FROM json_each(?))`,
  );
  try {
    const bound = update.bind(to, ...values, accountId, reference, JSON.stringify(from));
    return (await bound.run()).meta.changes === 1;
  } catch (cause) {
    const { order_id: orderId } = changed;
    if (orderId && (await isOfAnother(db, { accountId, reference }, orderId))) return false;
    throw cause;
  }
}

/** Ends an action. Returns the valid outcome: if two calls end it, that of the first. */
export async function endAction(
  db: D1Database,
  key: ActionKey,
  change: "finish" | "refuse",
  changed: Changed,
): Promise<FoundWrite> {
  await changeAction(db, key, change, changed);
  return outcomeNow(db, key);
}

/** Returns the current outcome of the row. */
export async function outcomeNow(db: D1Database, key: ActionKey): Promise<FoundWrite> {
  const now = await findAction(db, key);
  return (now && endOf(now)) ?? { state: "under_way" };
}

/** Returns the outcome of a settled action; null for any other. */
export function endOf({ state, operation, answer }: ActionRow): FoundWrite | null {
  if (state === "refused") return { state, problem: answer as WriteRefused };
  return state === "done" ? ({ state, operation, value: answer } as FoundWrite) : null;
}

/** Returns whether an order belongs to another reference. */
export async function isOfAnother(
  db: D1Database,
  { accountId, reference }: ActionKey,
  orderId: number,
): Promise<boolean> {
  const where = "order_id = ? AND NOT (account_id = ? AND reference = ?)";
  return (await rowWhere(db, where, orderId, accountId, reference)) !== null;
}

/**
 * Frees the reference and the target of an action that certainly had no effect.
 * @returns false if its state has changed
 */
export async function forgetAction(
  db: D1Database,
  { accountId, reference }: ActionKey,
  state: "begun" | "sending" | "lost",
): Promise<boolean> {
  const { meta } = await db
    .prepare("DELETE FROM actions WHERE account_id = ? AND reference = ? AND state = ?")
    .bind(accountId, reference, state)
    .run();
  return meta.changes === 1;
}

/**
 * Claims the work on a `sending` action.
 * @param until RFC 3339
 * @returns false if another run has the claim, or the state has changed
 */
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
