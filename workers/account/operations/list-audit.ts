import * as z from "zod";
import { LOG_RETENTION_DAYS, type LogKey } from "../../../shared/account-access/call-log.ts";
import { readOperation } from "../account-context.ts";
import { applicationEntries, withTargetsWithin } from "../connections/application-log.ts";
import { answered } from "../queries/billing-answers.ts";
import { readCursor, writeCursor } from "../queries/cursors.ts";
import { AuditEntry, toAuditEntry } from "../schemas/audit-entry.ts";
import { nextCursorOutput, pageInput } from "../schemas/input.ts";

export const listAudit = readOperation({
  id: "listAudit",
  http: { method: "GET", path: "/account/audit" },
  title: "List the audit log",
  summary: {
    en: "What this application did on the account, newest first, kept 180 days.",
    fr: "Ce que cette application a fait sur le compte, du plus récent au plus ancien, conservé 180 jours.",
  },
  label: { en: "Read its own log", fr: "Lire son propre journal" },
  description:
    "Every operation that this application called for this login and account, newest first: when, which operation, how it ended, and the request id. Its earlier connections are included, even ended ones; other applications are not. Entries are kept 180 days. For a connection limited to one service or domain name, `target` is null if it is outside that limit.",
  access: { scope: "account:read", permissions: [], limit: "whole" },
  input: z.strictObject({ ...pageInput }),
  output: {
    entries: z.array(AuditEntry).describe("One page of them, newest first."),
    retention_days: z.int().describe("How long an entry is kept."),
    next_cursor: nextCursorOutput,
  },
  example: {},
  async run(context, { limit, cursor, ...filters }) {
    const { billing, query, grant, lists } = context;
    const before = await readCursor<LogKey>(context, cursor, filters);
    // Read one entry more than requested, to find out whether there is a next page.
    const [account, found] = await Promise.all([
      answered(context, billing.authorize(query)),
      applicationEntries(context, before, limit + 1),
    ]);
    const shown = found.slice(0, limit);
    const visible = await withTargetsWithin(shown, grant.limit, (list) => answered(context, lists.services(list)));
    const last = found.length > limit ? shown.at(-1) : undefined;
    return {
      account,
      entries: visible.map(toAuditEntry),
      retention_days: LOG_RETENTION_DAYS,
      next_cursor: await writeCursor(context, last ? { at: last.at, id: last.id } : null, filters),
    };
  },
});
