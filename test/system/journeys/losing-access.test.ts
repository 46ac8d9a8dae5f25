import type { Permission } from "../../../shared/billing-contract/call.ts";
import { useWorld } from "../../support/world.ts";
import { losingAccess } from "./reading/losing-access.ts";

const world = useWorld();

/** What a login holds of an account, in the engine's tables. */
const customers = {
  async grant(loginId: number, accountId: number, permissions: readonly Permission[]): Promise<void> {
    const change = (sql: string, ...more: unknown[]) => world.billing.prepare(sql).bind(loginId, accountId, ...more);
    await world.billing.batch([
      change("DELETE FROM account_login_permissions WHERE login_id = ? AND account_id = ?"),
      ...permissions.map((permission) => change("INSERT INTO account_login_permissions VALUES (?, ?, ?)", permission)),
    ]);
  },
  async revoke(loginId: number, accountId: number): Promise<void> {
    const sql = "DELETE FROM account_logins WHERE login_id = ? AND account_id = ?";
    await world.billing.prepare(sql).bind(loginId, accountId).run();
  },
};

losingAccess(Object.assign(world, { acts: true, customers }));
