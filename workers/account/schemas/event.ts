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
    id: z.string().describe("Id of the event; events with the same id have the same content."),
    type: z.enum([...BILLING_EVENT_TYPES, "approval.decided"]).describe("What has happened."),
    at: z.iso.datetime().describe("When it happened."),
    data: z
      .object({
        order_id: z.int().optional().describe("The order's id, for an event of an order."),
        domain: z.string().optional().describe("The name in A-label form, for an event of a domain name."),
        invoice_id: z.int().optional().describe("The invoice's id, for an event of an invoice."),
        service_id: z.int().optional().describe("The service's id, for an event of a service."),
        approval_id: z
          .string()
          .optional()
          .describe("For an approval: the last part of the refused call's `action_required.url`."),
        decision: z.enum(["approved", "declined"]).optional().describe("For an approval: what the customer decided."),
      })
      .describe("The subject of the event."),
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
