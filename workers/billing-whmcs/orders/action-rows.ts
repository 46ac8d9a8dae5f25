import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { CancellationStatement, CancellationTime } from "../../../shared/billing-contract/cancellation.ts";
import type { Money, WriteRefused } from "../../../shared/billing-contract/result.ts";
import type { FoundWrite, WriteOperation } from "../../../shared/billing-contract/writes.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";

/** The item that an order creates, renews or changes. */
export type OrderLine =
  | { kind: "register" | "transfer"; domain: string; years: number }
  | { kind: "renew"; domain: string; domainId: number; years: number }
  /** `domain` is the site's domain; `null` if the plan has no site. */
  | { kind: "plan"; productId: number; billingCycle: BillingCycle; domain: string | null }
  | { kind: "change"; serviceId: number; productId: number; billingCycle: BillingCycle };

/**
 * Returns whether the addon may cancel an order whose invoice differs from it. It must not cancel a renewal or a plan
 * change, because the cancellation may end the domain or service.
 */
export function canBeTakenBack({ kind }: OrderLine): boolean {
  return kind === "register" || kind === "transfer" || kind === "plan";
}

/**
 * The two possible prices of a renewal, before taxes. `list` is the price list's amount. `own` is the domain's
 * recurring amount if it is for the same number of years, and otherwise the list's amount. WHMCS's documentation does
 * not state which of the two an order uses.
 */
export type RenewalPrices = Record<"list" | "own", MinorUnits>;

export interface StoredOrder {
  kind: "order";
  line: OrderLine;
  /** The price before taxes that the invoice is expected to show. */
  price: Money;
  /** The two possible prices of a renewal; absent for other orders. */
  renewal?: RenewalPrices;
  /** The domain's expiry date when a renewal was ordered; absent for other orders. */
  expiredOn?: string | null;
  /** The fields of the answer that do not come from WHMCS's order. */
  value: object;
}

export interface StoredCancellation {
  kind: "cancellation";
  serviceId: number;
  when: CancellationTime;
  /** The answer to return once WHMCS has the cancellation request. */
  value: CancellationStatement;
}

/** A transfer to another registrar that is being prepared. The row does not contain the transfer code. */
export interface StoredTransfer {
  kind: "transfer";
  domain: string;
  domainId: number;
}

/**
 * `begun`: nothing was sent. `sending`: the action may have been sent. Only a transfer to another registrar may be sent
 * again. `lost`: like `sending`, but the row does not lock its target. `refused` and `done`: the action has its final
 * outcome.
 */
export type ActionState = "begun" | "sending" | "lost" | "refused" | "done";

/** A row of `actions`: one action and its reference. Times are RFC 3339 in UTC. */
export interface ActionRow {
  accountId: number;
  reference: string;
  operation: WriteOperation;
  target: string;
  begunAt: string;
  sentAt: string | null;
  state: ActionState;
  /** The request; `null` until the action has been checked. */
  request: StoredOrder | StoredCancellation | StoredTransfer | null;
  orderId: number | null;
  /** The items that the order is known to have created. `invoiceId` is `null` if nothing was due. */
  made: { serviceId: number | null; invoiceId: number | null } | null;
  /** The value of a `done` action, or the problem of a `refused` action. */
  answer: unknown;
}

export type ActionKey = Pick<ActionRow, "accountId" | "reference">;

/** The claim of a new action: an operation on a target, with the time at which the action began. */
export type ActionClaim = Pick<ActionRow, "operation" | "target" | "begunAt">;

const COLUMNS = `account_id AS accountId, reference, operation, target, begun_at AS begunAt, sent_at AS sentAt, state, request,
  order_id AS orderId, made, answer`;
/** SQL: whether an action is open. A unique index allows one open row per account and target. */
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

/** Returns the open action on a target; `null` if there is none. */
export function openAction(db: D1Database, accountId: number, target: string): Promise<ActionRow | null> {
  return rowWhere(db, `account_id = ? AND target = ? AND ${IS_OPEN}`, accountId, target);
}

/** Returns the action that placed an order; `null` if this Worker did not place it. */
export function actionOfOrder(db: D1Database, accountId: number, orderId: number): Promise<ActionRow | null> {
  return rowWhere(db, "account_id = ? AND order_id = ?", accountId, orderId);
}

/** Returns the account's actions that placed orders, by order id. */
export async function actionsByOrder(db: D1Database, accountId: number): Promise<ReadonlyMap<number, ActionRow>> {
  const rows = await rowsWhere(db, "account_id = ? AND order_id IS NOT NULL", accountId);
  return new Map(rows.flatMap((row) => (row.orderId === null ? [] : [[row.orderId, row]])));
}

/** Returns the newest action of an operation that placed an order for the target; `null` if there is none. */
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
 * Returns open actions that began at or before a time. The actions are in random order, so that repeated runs reach all
 * of them.
 * @param until RFC 3339
 */
export function openActions(db: D1Database, until: string, limit: number): Promise<ActionRow[]> {
  return rowsWhere(db, `${IS_OPEN} AND begun_at <= ? ORDER BY random() LIMIT ?`, until, limit);
}

/**
 * Adds a row, which claims its reference. A row in state `begun` also claims its target.
 * @returns false if either is already claimed
 */
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

/**
 * The transitions between states, each with the states in which it is allowed. {@link changeAction} checks and sets the
 * state in one statement.
 */
const CHANGES = {
  /** Only the caller whose `send` transition succeeds may send the action. */
  send: { from: ["begun"], to: "sending" },
  /** Records the order id of an action that has no final outcome yet. */
  note: { from: ["sending"], to: "sending" },
  lose: { from: ["sending"], to: "lost" },
  finish: { from: ["sending", "lost"], to: "done" },
  refuse: { from: ["sending", "lost"], to: "refused" },
  /** Records the operator's decision, which overrides a later lookup. */
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
 * @returns false if the row's state does not allow it, or if the order belongs to another reference
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

/**
 * Ends an action and returns its outcome. If two calls end the same action, both return the outcome of the first call.
 */
export async function endAction(
  db: D1Database,
  key: ActionKey,
  change: "finish" | "refuse",
  changed: Changed,
): Promise<FoundWrite> {
  await changeAction(db, key, change, changed);
  return outcomeNow(db, key);
}

/** Returns the outcome that the row has now; `under_way` if it has none. */
export async function outcomeNow(db: D1Database, key: ActionKey): Promise<FoundWrite> {
  const now = await findAction(db, key);
  return (now && endOf(now)) ?? { state: "under_way" };
}

/** Returns the outcome of a `refused` or `done` action; `null` in any other state. */
export function endOf({ state, operation, answer }: ActionRow): FoundWrite | null {
  if (state === "refused") return { state, problem: answer as WriteRefused };
  return state === "done" ? ({ state, operation, value: answer } as FoundWrite) : null;
}

/** Returns whether an order belongs to an action with another reference. */
export async function isOfAnother(
  db: D1Database,
  { accountId, reference }: ActionKey,
  orderId: number,
): Promise<boolean> {
  const where = "order_id = ? AND NOT (account_id = ? AND reference = ?)";
  return (await rowWhere(db, where, orderId, accountId, reference)) !== null;
}

/**
 * Deletes the row of an action that certainly had no effect. Its reference and target can then be used again.
 * @returns false if the row is in another state
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
 * @param until the end of the claim, RFC 3339
 * @returns false if another run has the claim, or the row is in another state
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
