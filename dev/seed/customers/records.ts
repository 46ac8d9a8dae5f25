import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { SeedCalendar } from "./calendar.ts";
import type { SeedDomain, SeedInvoice, SeedService, SeedTicket } from "./customer-types.ts";
import type { InvoiceSubject } from "./price-list.ts";

/** What an account holds, with its days counted from the day of seeding, before it where negative. */
export function recordsOn({ day, at }: SeedCalendar) {
  return {
    /** @param plan or what is sold without one */
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

    /** @param years from its registration until it expires @param isDue it is renewed on the day on which it expires */
    domain(
      id: number,
      name: string,
      status: SeedDomain["status"],
      { expires, years, autoRenew = false, isDue = status === "active" }: DomainTerm,
    ): SeedDomain {
      const dates = { registeredOn: day(expires, -years), expiresOn: day(expires) };
      return { id, name, status, ...dates, ...(isDue && { nextDueOn: day(expires) }), autoRenew };
    },

    /** @param due 14 days after it was issued, unless it is given */
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

    /** @param opened day and time of day @param replied likewise, to the last reply */
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
