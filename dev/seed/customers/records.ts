import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { SeedCalendar } from "./calendar.ts";
import type { SeedDomain, SeedInvoice, SeedService, SeedTicket } from "./customer-types.ts";
import type { InvoiceSubject } from "./price-list.ts";

/**
 * Returns functions that create an account's items. Days are relative to the day of seeding; negative ones are before
 * it.
 */
export function recordsOn({ day, at }: SeedCalendar) {
  return {
    /** @param plan a plan's id, or the description of a product outside the catalogue */
    service(
      id: number,
      plan: string | { name: string; price: MinorUnits },
      billingCycle: BillingCycle,
      status: SeedService["status"],
      { due, ...rest }: Partial<Omit<SeedService, "nextDueOn">> & { due?: number } = {},
    ): SeedService {
      const sold = typeof plan === "string" ? { plan } : plan;
      return { id, sold, billingCycle, status, ...(due !== undefined && { nextDueOn: day(due) }), ...rest };
    },

    /**
     * @param years years from the registration until the expiry
     * @param isDue whether the domain renews on the day of its expiry
     */
    domain(
      id: number,
      name: string,
      status: SeedDomain["status"],
      { expires, years, autoRenew = false, isDue = status === "active" }: DomainTerm,
    ): SeedDomain {
      const dates = { registeredOn: day(expires, -years), expiresOn: day(expires) };
      return { id, name, status, ...dates, ...(isDue && { nextDueOn: day(expires) }), autoRenew };
    },

    /** @param due day on which the invoice is due; by default 14 days after its issue */
    invoice(
      id: number,
      status: SeedInvoice["status"],
      issued: number,
      sold: InvoiceSubject,
      { due = issued + 14, paid, refunded, ...rest }: InvoiceTerms = {},
    ): SeedInvoice {
      return {
        ...{ id, status, line: sold(day(due)), issuedOn: day(issued), dueOn: day(due), ...rest },
        ...(paid !== undefined && { paidOn: day(paid) }),
        ...(refunded !== undefined && { refundedOn: day(refunded) }),
      };
    },

    /**
     * @param opened day and time of day of the first message
     * @param replied day and time of day of the last reply
     */
    ticket(
      id: number,
      subject: string,
      department: string,
      status: SeedTicket["status"],
      opened: [offset: number, time: string],
      replied?: [offset: number, time: string],
      rest: Pick<SeedTicket, "serviceId"> = {},
    ): SeedTicket {
      const openedAt = at(...opened);
      return { id, subject, department, status, openedAt, ...(replied && { lastReplyAt: at(...replied) }), ...rest };
    },
  };
}

interface DomainTerm {
  expires: number;
  years: number;
  autoRenew?: boolean;
  isDue?: boolean;
}

interface InvoiceTerms extends Pick<SeedInvoice, "creditApplied" | "order" | "partialPayment"> {
  due?: number;
  paid?: number;
  refunded?: number;
}
