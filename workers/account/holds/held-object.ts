import type { AccountPort } from "../../../durable-objects/account/account-port.ts";
import type { ConnectionPort } from "../../../durable-objects/connection/connection-port.ts";

/** The object of a store that is named `account:<id>` or `connection:<id>`. */
export type HeldObject =
  | { kind: "account"; object: AccountPort }
  | { kind: "connection"; id: string; object: ConnectionPort };

export interface HeldObjectDependencies {
  db: D1Database;
  billingSystem: string;
  accountOf: (accountId: number) => AccountPort;
  connectionOf: (id: string) => ConnectionPort;
}

/** Finds the object of a store. One that nobody knows is not made by naming it. @returns null for one that is not known */
export async function heldObject(
  store: string,
  { db, billingSystem, accountOf, connectionOf }: HeldObjectDependencies,
): Promise<HeldObject | null> {
  const [, kind, name = ""] = /^(account|connection):(.+)$/.exec(store) ?? [];
  if (kind === "connection") {
    const isKnown = await db.prepare("SELECT 1 FROM connections WHERE id = ?").bind(name).first();
    return isKnown ? { kind, id: name, object: connectionOf(name) } : null;
  }
  if (kind !== "account" || !/^\d{1,15}$/.test(name)) return null;
  const account = Number(name);
  const isKnown = await db
    .prepare(
      `SELECT 1 FROM connections WHERE account_id = ?1 AND billing_system = ?2
       UNION SELECT 1 FROM stuck_actions WHERE account_id = ?1 AND billing_system = ?2`,
    )
    .bind(account, billingSystem)
    .first();
  return isKnown ? { kind, object: accountOf(account) } : null;
}

export const NO_SUCH_STORE =
  "There is no such store: write account-database, billing-database, operator-database, account:<id> or connection:<id>.";
