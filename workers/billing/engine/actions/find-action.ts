import type { ActionOperation, FoundAction } from "../../../../shared/billing-contract/actions.ts";
import type { Actor } from "../../../../shared/billing-contract/actor.ts";
import { found } from "../store/results.ts";

/** A row of `actions`. */
export interface ActionRow {
  operation: ActionOperation;
  state: "under_way" | "done" | "refused";
  /** JSON. */
  answer: string;
}

export function findActionRow(db: D1Database, { accountId }: Actor, reference: string): D1PreparedStatement {
  return db
    .prepare("SELECT operation, state, answer FROM actions WHERE account_id = ? AND reference = ?")
    .bind(accountId, reference);
}

/** What became of a reference, also when the login that it was for is gone: what was done stays done. */
export async function findAction(db: D1Database, actor: Actor, reference: string) {
  const row = await findActionRow(db, actor, reference).first<ActionRow>();
  return found(foundIn(row));
}

function foundIn(row: ActionRow | null): FoundAction {
  if (!row) return { state: "absent" };
  switch (row.state) {
    case "under_way":
      return { state: "under_way" };
    case "refused":
      return { state: "refused", problem: JSON.parse(row.answer) };
    case "done":
      return { state: "done", operation: row.operation, value: JSON.parse(row.answer) };
  }
}
