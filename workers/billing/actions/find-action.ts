import type { ActionOperation, FoundAction } from "../../../shared/billing-actions.ts";
import type { Asker } from "../../../shared/billing-customer.ts";
import type { AccountGate, Gated } from "../accounts/account-gate.ts";
import { found } from "../results.ts";

/** A row of `actions`. */
export interface ActionRow {
  operation: ActionOperation;
  state: "under_way" | "done" | "refused";
  /** JSON. */
  answer: string;
}

export function findActionRow(db: D1Database, { accountId }: Asker, reference: string): D1PreparedStatement {
  return db
    .prepare("SELECT operation, state, answer FROM actions WHERE account_id = ? AND reference = ?")
    .bind(accountId, reference);
}

/** What became of a reference. */
export async function findAction(
  db: D1Database,
  gate: AccountGate,
  asker: Asker,
  reference: string,
): Promise<Gated<FoundAction>> {
  const read = await gate.state({ ...asker, permissions: [] }, [findActionRow(db, asker, reference)]);
  if (!read.ok) return read;
  const row = read.value.results[0]?.results[0] as ActionRow | undefined;
  if (!row) return found({ state: "absent" });
  switch (row.state) {
    case "under_way":
      return found({ state: "under_way" });
    case "refused":
      return found({ state: "refused", problem: JSON.parse(row.answer) });
    case "done":
      return found({ state: "done", operation: row.operation, value: JSON.parse(row.answer) });
  }
}
