import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { CancellationStatement, CancellationTime } from "../../../shared/billing-contract/cancellation.ts";
import type { Money, WriteRefused } from "../../../shared/billing-contract/result.ts";
import type { FoundWrite, WriteOperation } from "../../../shared/billing-contract/writes.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";

/** What is ordered. */
export type OrderLine =
  | { kind: "register" | "transfer"; domain: string; years: number }
  | { kind: "renew"; domain: string; domainId: number; years: number }
  /** `domain`: of the site; null without one. */
  | { kind: "plan"; productId: number; billingCycle: BillingCycle; domain: string | null }
  | { kind: "change"; serviceId: number; productId: number; billingCycle: BillingCycle };

/** Whether an order at a price other than the quoted one can be withdrawn. Cancelling an order that changes a service may end that service. */
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
  /** Before taxes: the price that the invoice must show. */
  price: Money;
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
 * `begun`: nothing was sent. `sending`: it may have been sent, once. `lost`: as `sending`, and it holds its target back no longer. `refused`
 * and `done`: it is at its end.
 */
export type ActionState = "begun" | "sending" | "lost" | "refused" | "done";

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

/** A claim of a reference and its target. */
export type ActionClaim = Pick<ActionRow, "operation" | "target" | "begunAt">;

const COLUMNS = `account_id AS accountId, reference, operation, target, begun_at AS begunAt, sent_at AS sentAt, state, request,
  order_id AS orderId, made, answer`;
/** The states of which one target has one row at most: its unique index in the database has the same. */
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

/** The action that is open on a target. */
export function openAction(db: D1Database, accountId: number, target: string): Promise<ActionRow | null> {
  return rowWhere(db, `account_id = ? AND target = ? AND ${IS_OPEN}`, accountId, target);
}

/** The action that an order belongs to; null where it was not placed here. */
export function actionOfOrder(db: D1Database, accountId: number, orderId: number): Promise<ActionRow | null> {
  return rowWhere(db, "account_id = ? AND order_id = ?", accountId, orderId);
}

/** The actions of an account that placed orders, by the order. */
export async function actionsByOrder(db: D1Database, accountId: number): Promise<ReadonlyMap<number, ActionRow>> {
  const rows = await rowsWhere(db, "account_id = ? AND order_id IS NOT NULL", accountId);
  return new Map(rows.flatMap((row) => (row.orderId === null ? [] : [[row.orderId, row]])));
}

/** The newest order of an operation on a target that was placed. */
export function newestOrder(
  db: D1Database,
  accountId: number,
  operation: WriteOperation,
  target: string,
): Promise<ActionRow | null> {
  const where = "account_id = ? AND target = ? AND operation = ? AND order_id IS NOT NULL ORDER BY order_id DESC";
  return rowWhere(db, where, accountId, target, operation);
}

/** Open ones that began before an instant, in random order: over several runs each has its turn. @param until RFC 3339 */
export function openActions(db: D1Database, until: string, limit: number): Promise<ActionRow[]> {
  return rowsWhere(db, `${IS_OPEN} AND begun_at <= ? ORDER BY random() LIMIT ?`, until, limit);
}

/** A new row: claims its reference, and its target where it is open. @returns false where either is taken */
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

/** Each change of a row, with the states that it starts from: from any other it changes nothing, and of two that meet one succeeds. */
const CHANGES = {
  /** Only the caller that moves a row out of `begun` may send, once. */
  send: { from: ["begun"], to: "sending" },
  /** Its order is known, and cannot be answered yet. */
  note: { from: ["sending"], to: "sending" },
  lose: { from: ["sending"], to: "lost" },
  finish: { from: ["sending", "lost"], to: "done" },
  refuse: { from: ["sending", "lost"], to: "refused" },
  /** Somebody's word counts, whatever was found out. */
  settle: { from: ["begun", "sending", "lost"], to: "refused" },
} as const satisfies Record<string, { from: ActionState[]; to: ActionState }>;

interface Changed {
  sent_at?: string;
  request?: object;
  order_id?: number | null;
  made?: object | null;
  answer?: object;
}

/** @returns whether it was changed: false where the row has moved on, or its order belongs to another reference */
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

/** Ends an action, and gives the outcome that counts: of two calls that end it, the first one's. */
export async function endAction(
  db: D1Database,
  key: ActionKey,
  change: "finish" | "refuse",
  changed: Changed,
): Promise<FoundWrite> {
  await changeAction(db, key, change, changed);
  return outcomeNow(db, key);
}

/** The outcome that the row has by now. */
export async function outcomeNow(db: D1Database, key: ActionKey): Promise<FoundWrite> {
  const now = await findAction(db, key);
  return (now && endOf(now)) ?? { state: "under_way" };
}

/** The outcome of an action that is at its end; null of any other. */
export function endOf({ state, operation, answer }: ActionRow): FoundWrite | null {
  if (state === "refused") return { state, problem: answer as WriteRefused };
  return state === "done" ? ({ state, operation, value: answer } as FoundWrite) : null;
}

/** Whether an order belongs to another reference. */
export async function isOfAnother(
  db: D1Database,
  { accountId, reference }: ActionKey,
  orderId: number,
): Promise<boolean> {
  const where = "order_id = ? AND NOT (account_id = ? AND reference = ?)";
  return (await rowWhere(db, where, orderId, accountId, reference)) !== null;
}

/** Frees the reference and the target of what certainly had no effect. @returns false where it is in another state by now */
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
