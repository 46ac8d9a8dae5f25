import type { BillingHostPort } from "../../../durable-objects/billing-host/billing-host-port.ts";
import type { Holds } from "../../../shared/holds/holds.ts";
import type { ActResult } from "../../../shared/operator-contract/answers.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import { heldDatabase } from "../../../shared/operator-contract/held-database.ts";
import { shownRows } from "../../../shared/operator-contract/shown-rows.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { whmcsStatus } from "./status.ts";
import { WhmcsSubjects } from "./whmcs-subjects.ts";

const MAX_ROWS = 200;
const THERE: ActResult = {
  isDone: false,
  text: "Customers sign in at WHMCS's own page: it counts wrong passwords and codes, and unlocks there.",
};

/** What the operator console may do in front of WHMCS. */
export function whmcsOperator(
  context: WhmcsContext,
  host: Pick<BillingHostPort, "health">,
  holds: Holds,
): BillingOperatorPort {
  const { db } = context;
  const subjects = new WhmcsSubjects(context);
  return {
    ...heldDatabase(holds, "billing-database"),
    status: () => whmcsStatus(context, host),
    findLogin: (sought) =>
      shownRows(
        db,
        `SELECT user_id AS login, email, language, account_ids AS accounts
         FROM logins WHERE user_id = ?1 OR email = ?1 COLLATE NOCASE LIMIT ${MAX_ROWS}`,
        sought,
      ),
    async findAccount(account) {
      const { isKnown, name } = await subjects.find({ kind: "account", id: account });
      if (isKnown === false) return [];
      const [row] = await shownRows(
        db,
        `SELECT group_concat(user_id, ' ') AS logins FROM logins
         WHERE EXISTS (SELECT 1 FROM json_each(account_ids) WHERE value = ?)`,
        account,
      );
      return [{ account, name, ...row }];
    },
    unlock: async () => THERE,
    mails: () =>
      shownRows(
        db,
        `SELECT account_id AS account, domain, wanted, sent_at AS dueAt FROM sent_changes ORDER BY sent_at LIMIT ${MAX_ROWS}`,
      ),
    sendMailAgain: async () => ({
      isDone: false,
      text: "Mails about changes are tried again by themselves; WHMCS sends all others.",
    }),
    find: (subject) => subjects.find(subject),
    exportOf: (subject, cursor) => subjects.exportOf(subject, cursor),
    erase: (subject) => subjects.erase(subject),
  };
}
