import * as z from "zod";
import { BILLING_CYCLES } from "../../../shared/billing-contract/billing-cycle.ts";
import { type CustomerService, SERVICE_STATUSES } from "../../../shared/billing-contract/customer.ts";
import { type ClientArea, pageUrl } from "../../../shared/billing-contract/description.ts";
import { toMajorUnits } from "../../../shared/platform/money.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";

const LABEL_LENGTH = 200;
const DOMAIN_LENGTH = 253;

const Cancellation = z
  .object({
    when: z.enum(["end_of_period", "immediately"]).describe("At the end of the paid period, or at once."),
    effective_on: z.iso.date().describe("The day it ends."),
    requested_at: z.iso.datetime().describe("When it was requested."),
  })
  .meta({ id: "Cancellation" });

export const Service = z
  .object({
    id: z.int().describe("The service's number."),
    plan: z.string().describe("The plan's name."),
    plan_id: z.string().nullable().describe("Its id in the catalogue; null if it is not in the catalogue."),
    line: z.string().nullable().describe("Id of its product line in the catalogue."),
    domain: z.string().nullable().describe("The site's name; null for a service without one."),
    status: z.enum(SERVICE_STATUSES).describe("Where it stands."),
    billing_cycle: z.enum(BILLING_CYCLES).describe("How often it is paid."),
    next_due_date: z.iso.date().nullable().describe("The day its next invoice is due; null if there will be none."),
    recurring_price: z.number().describe("Price of one billing cycle, without taxes."),
    cancellation: Cancellation.nullable().describe("Set once the customer has asked to cancel it."),
    manage_url: z.url().describe("Where the customer manages it in the client area."),
  })
  .meta({ id: "Service", description: "A hosting plan or another service of the account." });

export function toService(service: CustomerService, clientArea: ClientArea): z.output<typeof Service> {
  const { cancellation } = service;
  return {
    id: service.id,
    plan: cleaned(service.plan, LABEL_LENGTH),
    plan_id: service.planId,
    line: service.line,
    domain: cleaned(service.domain ?? "", DOMAIN_LENGTH) || null,
    status: service.status,
    billing_cycle: service.billingCycle,
    next_due_date: service.nextDueDate,
    recurring_price: toMajorUnits(service.recurringPrice),
    cancellation: cancellation && {
      when: cancellation.when,
      effective_on: cancellation.effectiveOn,
      requested_at: cancellation.requestedAt,
    },
    manage_url: pageUrl(clientArea, "service", service),
  };
}
