import * as z from "zod";
import type { ApprovalDecided } from "../../../durable-objects/account/approvals/approval-port.ts";
import {
  BILLING_EVENT_TYPES,
  type BillingEvent,
  eventSubject,
  instantOfEvent,
} from "../../../shared/billing-contract/events.ts";

export const AccountEvent = z
  .object({
    id: z.string().describe("Id of the event: the same one never comes twice with another content."),
    type: z.enum([...BILLING_EVENT_TYPES, "approval.decided"]).describe("What has happened."),
    at: z.iso.datetime().describe("When it happened."),
    data: z
      .object({
        order_id: z.int().optional().describe("Of an event of an order: its id."),
        domain: z.string().optional().describe("Of an event of a domain name: the name in A-label form."),
        invoice_id: z.int().optional().describe("Of an event of an invoice: its id."),
        service_id: z.int().optional().describe("Of an event of a service: its id."),
        approval_id: z
          .string()
          .optional()
          .describe("Of an approval: the `action_required.url` of the refused call ends with it."),
        decision: z.enum(["approved", "declined"]).optional().describe("Of an approval: what the customer decided."),
      })
      .describe("What it is about."),
  })
  .meta({ id: "Event", description: "Something that has happened on the account." });

type PublishedEvent = z.output<typeof AccountEvent>;

export function toBillingEvent({ id, type, subject }: BillingEvent): PublishedEvent {
  const member = { order: "order_id", domain: "domain", invoice: "invoice_id", service: "service_id" }[
    eventSubject(type)
  ];
  return { id: String(id), type, at: at({ id }), data: { [member]: subject } };
}

export function toApprovalEvent({ id, approvalId, decision }: ApprovalDecided): PublishedEvent {
  const data = { approval_id: approvalId, decision };
  return { id: `${id}-${approvalId}`, type: "approval.decided", at: at({ id }), data };
}

function at(event: { id: number }): string {
  return new Date(instantOfEvent(event)).toISOString();
}
