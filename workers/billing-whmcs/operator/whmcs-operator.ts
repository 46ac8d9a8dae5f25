import type { BillingHostPort } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { acceptedText } from "../../../shared/generations/database-generation.ts";
import type { ActResult, ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { BillingOperatorPort } from "../../../shared/operator-contract/billing-operator.ts";
import type { DataSubject, EraseStep, SubjectExport } from "../../../shared/operator-contract/erasure.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { whmcsStatus } from "./status.ts";

const MAX_ROWS = 200;
const THERE: ActResult = {
  isDone: false,
  text: "Customers sign in at WHMCS's own page: it counts wrong passwords and codes, and unlocks there.",
};

/** What the operator console may do in front of WHMCS. */
export function whmcsOperator(
  context: Pick<WhmcsContext, "db" | "now" | "runs" | "generation">,
  host: Pick<BillingHostPort, "health">,
): BillingOperatorPort {
  const { db, generation } = context;
  const rows = async (sql: string, ...values: (string | number)[]): Promise<ShownRow[]> => {
    const { results } = await db
      .prepare(sql)
      .bind(...values)
      .all<ShownRow>();
    return results;
  };
  return {
    held: async () => (await generation?.held()) ?? [],
    accept: async () => acceptedText((await generation?.accept()) ?? false),
    status: () => whmcsStatus(context, host),
    findLogin: (sought) =>
      rows(
        `SELECT user_id AS login, email, language, subject IS NOT NULL AS hasSubject, account_ids AS accounts
         FROM logins WHERE user_id = ?1 OR email = ?1 COLLATE NOCASE LIMIT ${MAX_ROWS}`,
        sought,
      ),
    unlock: async () => THERE,
    mails: () =>
      rows(
        `SELECT account_id AS account, domain, wanted, sent_at AS dueAt FROM sent_changes ORDER BY sent_at LIMIT ${MAX_ROWS}`,
      ),
    sendMailAgain: async () => ({
      isDone: false,
      text: "Mails about changes are tried again by themselves; WHMCS sends all others.",
    }),
    nameOf: async ({ kind, id }) =>
      kind === "login"
        ? db.prepare("SELECT email FROM logins WHERE user_id = ?").bind(id).first<string>("email")
        : null,
    async exportOf({ kind, id }: DataSubject): Promise<SubjectExport> {
      const actions = `SELECT account_id, login_id, reference, operation, target, begun_at, state FROM actions WHERE ${kind}_id = ?`;
      return {
        tables: {
          ...(kind === "login" && {
            login: await rows("SELECT user_id, email, language, account_ids FROM logins WHERE user_id = ?", id),
          }),
          actionsInBilling: await rows(actions, id),
        },
        notes: ["Everything else about customers is in WHMCS: export it there."],
      };
    },
    async erase({ kind, id }: DataSubject): Promise<EraseStep> {
      if (kind === "login") await db.prepare("DELETE FROM logins WHERE user_id = ?").bind(id).run();
      else await db.prepare("DELETE FROM sent_changes WHERE account_id = ?").bind(id).run();
      return { left: 0, note: "WHMCS keeps its own records: delete the user or client there." };
    },
  };
}
