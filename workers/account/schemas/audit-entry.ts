import * as z from "zod";
import type { AuditedCall } from "../connections/application-log.ts";

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
