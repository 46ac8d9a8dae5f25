import * as z from "zod";
import { LOG_RETENTION_DAYS, type LogKey } from "../../../shared/account-access/call-log.ts";
import { readOperation } from "../account-context.ts";
import { type AuditedCall, applicationEntries, withTargetsWithin } from "../connections/application-log.ts";
import { answered } from "../queries/account-queries.ts";
import { readCursor, writeCursor } from "../queries/cursors.ts";
import { nextCursorOutput, pageInput } from "../schemas/input.ts";

export const AuditEntry = z
  .object({
    id: z.string().describe("Id of the entry."),
    at: z.iso.datetime().describe("When the call came."),
    operation: z.string().describe("Operation id, such as `listDomains`."),
    target: z
      .string()
      .nullable()
      .describe(
        "What it was about, such as `domain:example.com`, or `zone:2101/example.com` of a service's zone; null where about none, or about what is out of the connection's reach.",
      ),
    outcome: z
      .enum(["in_progress", "succeeded", "refused", "failed"])
      .describe("`refused`: the call was not accepted. `failed`: something on the provider's side."),
    status: z.int().nullable().describe("HTTP status of the answer; null while in progress."),
    code: z
      .string()
      .nullable()
      .describe(
        "Code of the problem; null where there was none. `settled_by_provider`: how it ended is the provider's word, because no answer told it.",
      ),
    via: z.enum(["http", "mcp"]).describe("Over HTTP or as an MCP tool."),
    request_id: z.string().describe("The `X-Request-Id` of the answer."),
    approval: z
      .enum(["asked", "approved", "declined", "lapsed", "void"])
      .nullable()
      .describe("Of a call refused until the customer approves it: what became of that. Null of every other call."),
  })
  .meta({ id: "AuditEntry" });

export function toAuditEntry(entry: AuditedCall): z.output<typeof AuditEntry> {
  const { id, at, operation, target, outcome, status, code, via, requestId: request_id } = entry;
  const approval = ("approval" in entry && entry.approval) || null;
  return { id, at, operation, target, outcome, status, code, via, request_id, approval };
}

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
    "Every operation that this application called for this login and account, newest first: when, which operation, how it ended, and the request id. Its earlier connections are included, those that have ended too; what other applications did is not. Entries are kept 180 days. Of a connection limited to one service or domain name, `target` is null where it is out of its reach.",
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
    // One more than asked for says whether there is a next page.
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
