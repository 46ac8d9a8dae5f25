import type { AccountOperatorPort, WritePlace } from "../../../shared/operator-contract/account-operator.ts";
import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownColumn, shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import { statement } from "../../../shared/platform/statement.ts";

const MAX_LISTED = 1_000;

const STUCK = `SELECT operation, target, reference, account_id AS account, login_id AS login, state, reason,
  ${shownColumn("sent_at")} AS sentAt, ${shownColumn("since")} AS stuckSince, (SELECT told.state FROM settle_instructions AS told
    WHERE (told.billing_system, told.account_id, told.reference) = (s.billing_system, s.account_id, s.reference)
    ORDER BY told.id DESC LIMIT 1) AS instruction
  FROM stuck_actions AS s WHERE billing_system = ?1`;
/** SQL: the condition for one action. Its parameters are the billing system, the account and the reference. */
const PLACE = "billing_system = ?1 AND account_id = ?2 AND reference = ?3";

/** Returns the methods for stuck actions and for the operator's instructions about them, stored in D1. */
export function stuckList(
  db: D1Database,
  billingSystem: string,
  now: () => number,
): Pick<AccountOperatorPort, "stuck" | "action" | "settle"> {
  const action = async (place: WritePlace) => {
    const instructions = `SELECT ${shownColumn("asked_at")} AS askedAt, outcome, order_id AS "order", state,
        because, result, (SELECT told_at IS NULL FROM settled_actions WHERE instruction_id = id) IS NOT TRUE AS billingWasTold
      FROM settle_instructions WHERE ${PLACE} ORDER BY id`;
    const [stuck, told] = await db.batch<ShownRow>(
      [`${STUCK} AND ${PLACE}`, instructions].map((query) => statement(db, query, ...valuesOf(billingSystem, place))),
    );
    const rows = (told?.results ?? []).map((row) => ({ ...row, billingWasTold: row.billingWasTold === 1 }));
    return { stuck: stuck?.results ?? [], instructions: rows };
  };
  return {
    stuck: () => shownRows(db, `${STUCK} ORDER BY since, reference LIMIT ${MAX_LISTED}`, billingSystem),
    action,
    // This method writes nothing if the action is not stuck or already has an open instruction, or if the order was
    // already named for another action.
    async settle({ outcome, order, because, ...place }) {
      const insert = `INSERT INTO settle_instructions (billing_system, account_id, reference, outcome, order_id, because, asked_at)
        SELECT billing_system, account_id, reference, ?4, ?5, ?6, ?7 FROM stuck_actions WHERE ${PLACE}
        ON CONFLICT DO NOTHING RETURNING id`;
      const values = [...valuesOf(billingSystem, place), outcome, order, because, now()];
      const written = await statement(db, insert, ...values).all();
      if (written.results.length === 1) return { isDone: true, text: askedText(outcome, order) };
      const { stuck } = await action(place);
      const obstacle = await obstacleTo(db, billingSystem, stuck, place, order);
      return { isDone: false, text: obstacle ?? "Nothing was written." };
    },
  };
}

/** Lists the stuck actions of one account. The action that has been stuck longest comes first. */
export function stuckOfAccount(db: D1Database, billingSystem: string, account: number): Promise<ShownRow[]> {
  return shownRows(db, `${STUCK} AND account_id = ?2 ORDER BY since LIMIT ${MAX_LISTED}`, billingSystem, account);
}

async function obstacleTo(
  db: D1Database,
  billingSystem: string,
  [row]: ShownRow[],
  place: WritePlace,
  order: number | null,
): Promise<string | null> {
  if (!row) return "The account has no stuck action with this reference, so nothing was settled.";
  if (row.instruction === "asked")
    return "An instruction for it is already being carried out. Look at the action for the result.";
  const query = `SELECT account_id AS account, reference FROM settle_instructions
    WHERE billing_system = ? AND order_id = ? AND state <> 'refused' AND NOT (account_id = ? AND reference = ?)`;
  const ofOrder = statement(db, query, billingSystem, order, place.account, place.reference);
  const holder = await ofOrder.first<{ account: number; reference: string }>();
  return holder && `Order ${order} was named for account ${holder.account}, reference ${holder.reference}.`;
}

function valuesOf(billingSystem: string, { account, reference }: WritePlace) {
  return [billingSystem, account, reference];
}

function askedText(outcome: "done" | "nothing", order: number | null): string {
  const then =
    outcome === "nothing"
      ? "a retry with the key gets the answer that nothing was done and that a new key is needed"
      : `a retry with the key gets 409 refused, which says that you have settled it as done${order === null ? "" : `, as order ${order}`}`;
  return `Accepted. Within a minute the account asks the billing system again. If its answer does not contradict you, ${then}; the customer's log shows it, and waiting work resumes. Otherwise nothing is done. Look at the action for the result.`;
}
