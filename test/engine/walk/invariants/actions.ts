import { isSameBut, type Rule } from "./rule.ts";

/** A reference is written once, and what it was answered stays. */
export const actionsStay: Rule = ({ tx, fail }) => {
  for (const { before, after } of tx.of("actions")) {
    if (before && after === null) fail("an action is never deleted", before);
    if (!after) continue;
    if (!before) {
      const isBegun = after.operation === "transferDomainOut";
      if (after.state !== (isBegun ? "under_way" : "done")) fail("an action is done as it is written", after);
      continue;
    }
    if (!isSameBut(before, after, ["state", "answer", "claimed_until"]))
      fail("an action does not change", { before, after });
    if (before.state !== "under_way" && before.state !== after.state)
      fail("an ended action stays ended", { before, after });
    if (before.state === after.state && before.answer !== after.answer)
      fail("an answer stays what it was", { before, after });
  }
};

/** A customer's action writes what it is about, and nothing of another account. */
export const accountsAreApart: Rule = ({ tx, fail }) => {
  if (tx.task.kind !== "customer" || !tx.task.actor) return;
  const { accountId } = tx.task.actor;
  for (const table of ["accounts", "services", "domains", "invoices", "orders", "actions"] as const) {
    for (const { before, after } of tx.of(table)) {
      const row = (after ?? before) as { id?: number; account_id?: number } | null;
      const account = table === "accounts" ? row?.id : row?.account_id;
      if (account !== accountId)
        fail("a customer changes its own account alone", { table, before, after, task: tx.task });
    }
  }
};
