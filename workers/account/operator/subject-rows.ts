import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { DataSubject, SubjectPlaces } from "../../../shared/operator-contract/erasure.ts";
import { type ExportedTable, queriedTable } from "../../../shared/operator-contract/export-pages.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import { statement } from "../../../shared/platform/statement.ts";
import type { AccountServices } from "../composition.ts";

/** Returns the database's data about a subject, by table. */
export function subjectTables(
  { db, billingSystem }: Pick<AccountServices, "db" | "billingSystem">,
  { kind, id }: DataSubject,
  { connections }: SubjectPlaces,
): ExportedTable[] {
  const ofSubject = `${kind}_id = ?1 AND billing_system = ?2`;
  const table = (name: string, sql: string, values: (string | number)[] = [id, billingSystem]) =>
    queriedTable(name, { db, sql, values }, withInstants);
  const sessions = `SELECT signed_in_at AS signedInAt, ends_at AS endsAt, browser FROM signed_in_sessions WHERE login_id = ?`;
  return [
    table("actedByHand", `SELECT * FROM acting_logins WHERE ${ofSubject}`),
    table("failedMails", `SELECT * FROM failed_mails WHERE ${ofSubject}`),
    table("stuckWrites", `SELECT * FROM stuck_actions WHERE ${ofSubject}`),
    // Rows in `operator_ends` have no account id, so an account's rows are selected by connection id. Otherwise, a
    // login with the same number would match.
    kind === "login"
      ? table("endedByProvider", `SELECT * FROM operator_ends WHERE ${ofSubject}`)
      : table(
          "endedByProvider",
          "SELECT * FROM operator_ends WHERE connection_id IN (SELECT value FROM json_each(?))",
          [JSON.stringify(connections)],
        ),
    ...(kind === "login"
      ? [
          table("sessions", sessions, [id]),
          table("actsOnLogin", `SELECT act, at FROM acts_on_logins WHERE ${ofSubject}`),
        ]
      : []),
    table(
      "settleInstructions",
      kind === "login"
        ? `SELECT i.* FROM settle_instructions i JOIN settled_actions ON instruction_id = i.id
             WHERE login_id = ?1 AND billing_system = ?2`
        : `SELECT * FROM settle_instructions WHERE ${ofSubject}`,
    ),
  ];
}

/** Deletes the database's data about a subject. */
export async function eraseSubjectRows(
  { db, billingSystem }: Pick<AccountServices, "db" | "billingSystem">,
  { kind, id }: DataSubject,
  { connections, applications, until }: SubjectPlaces,
): Promise<void> {
  const last = until ?? Number.MAX_SAFE_INTEGER;
  const ofSubject = `${kind}_id = ?1 AND billing_system = ?2`;
  const erase = (table: string, where: string) =>
    statement(db, `DELETE FROM ${table} WHERE ${where}`, id, billingSystem, last);
  const eraseAmong = (ids: string[], table: string, where: string) =>
    statement(db, `DELETE FROM ${table} WHERE ${where} IN (SELECT value FROM json_each(?1))`, JSON.stringify(ids));
  const unused = "id NOT IN (SELECT application FROM connections)";
  await db.batch([
    eraseAmong(connections, "connections", "id"),
    // No other connection uses these registrations, so they belong to the customer's own programs.
    eraseAmong(applications, "clients", `kind = 'registered' AND ${unused} AND id`),
    eraseAmong(connections, "operator_ends", "connection_id"),
    ...(kind === "login"
      ? [
          erase("operator_ends", `${ofSubject} AND ended_at <= ?3`),
          erase("acts_on_logins", `${ofSubject} AND at <= ?3`),
        ]
      : []),
    erase("acting_logins", `${ofSubject} AND acted_at <= ?3`),
    erase("failed_mails", `${ofSubject} AND failed_at <= ?3`),
    erase(
      "settle_instructions",
      kind === "login"
        ? `billing_system = ?2 AND asked_at <= ?3 AND id IN (SELECT instruction_id FROM settled_actions WHERE login_id = ?1)`
        : `${ofSubject} AND asked_at <= ?3`,
    ),
    db.prepare("DELETE FROM settled_actions WHERE instruction_id NOT IN (SELECT id FROM settle_instructions)"),
    erase("stuck_actions", `${ofSubject} AND since <= ?3`),
  ]);
}

/** Returns a row with its times in RFC 3339 instead of epoch milliseconds. */
export function withInstants(row: ShownRow): ShownRow {
  const cells = Object.entries(row).map(([name, cell]) =>
    INSTANT.test(name) && typeof cell === "number" ? [name, shownInstant(cell)] : [name, cell],
  );
  return Object.fromEntries(cells);
}

const INSTANT = /(?:_at|At|^at|^since)$/;
