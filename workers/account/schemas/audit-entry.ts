import * as z from "zod";
import type { AuditedCall } from "../connections/application-log.ts";

export const AuditEntry = z
  .object({
    id: z.string().describe("Id of the entry."),
    at: z.iso.datetime().describe("When the call arrived."),
    operation: z.string().describe("Operation id, such as `listDomains`."),
    target: z
      .string()
      .nullable()
      .describe(
        "The target, such as `domain:example.com`, or `zone:2101/example.com` for a service's zone; null if there is none, or if it is outside the connection's limit.",
      ),
    outcome: z
      .enum(["in_progress", "succeeded", "refused", "failed"])
      .describe("`refused`: the call was not accepted. `failed`: an error on the provider's side."),
    status: z.int().nullable().describe("HTTP status of the answer; null while in progress."),
    code: z
      .string()
      .nullable()
      .describe(
        "Code of the problem; null if there was none. `settled_by_provider`: the provider recorded the outcome, because no answer came.",
      ),
    via: z.enum(["http", "mcp"]).describe("Over HTTP or as an MCP tool."),
    request_id: z.string().describe("The `X-Request-Id` of the answer."),
    approval: z
      .enum(["asked", "approved", "declined", "lapsed", "void"])
      .nullable()
      .describe(
        "For a call refused until the customer approves it: the status of that approval. Null for every other call.",
      ),
  })
  .meta({ id: "AuditEntry" });

export function toAuditEntry(entry: AuditedCall): z.output<typeof AuditEntry> {
  const { id, at, operation, target, outcome, status, code, via, requestId: request_id } = entry;
  const approval = ("approval" in entry && entry.approval) || null;
  return { id, at, operation, target, outcome, status, code, via, request_id, approval };
}
