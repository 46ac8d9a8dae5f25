import type { SeedCalendar } from "./calendar.ts";
import type { SeedAccount, SeedDomain, SeedInvoice, SeedService, SeedTicket } from "./customer-types.ts";
import { domainRenewal, planTerm } from "./price-list.ts";
import { recordsOn } from "./records.ts";

type Records = ReturnType<typeof recordsOn>;

const EXTENSIONS = [".com", ".net", ".org", ".io", ".dev", ".app", ".co", ".us"];
/** Days until the first renewal is due. It is not invoiced yet, so there are 300 invoices at first. */
const NOT_DUE_DAYS = 20;
const PLANS = ["web-max", "wp-plus", "email-start", "vps-1"];
const SUBJECTS = [
  "Nameservers of twenty names",
  "A certificate did not renew",
  "One invoice for all renewals?",
  "Mail from our shop ends in the spam folder",
  "Change the registrant of several names",
  "Database import stops at 50 MB",
];

/** Returns the account for tests of paging. It has many rows, and some of them have equal sort keys. */
export function bigPortfolio(calendar: SeedCalendar): SeedAccount {
  const records = recordsOn(calendar);
  return {
    id: 1005,
    name: "Big Portfolio Inc.",
    email: "big@maple.example",
    country: "US",
    province: "VT",
    currency: "USD",
    credit: 120_000,
    hasCard: true,
    businessNumber: "98-7654321",
    contact: {
      ...{ firstName: "Big", lastName: "Portfolio", street: ["500 Sample Lane"] },
      ...{ city: "Burlington", postalCode: "05401", phone: "+18025550105" },
    },
    services: times(60, (index) => serviceAt(index, records)),
    domains: times(250, (index) => domainAt(index, records)),
    invoices: times(300, (index) => invoiceAt(index, records)),
    tickets: times(120, (index) => ticketAt(index, records)),
  };
}

function serviceAt(index: number, { service }: Records): SeedService {
  const over = index % 10 === 9;
  const cycle = index % 2 === 0 ? "annually" : "monthly";
  const status = over ? "terminated" : index % 14 === 6 ? "suspended" : "active";
  const due = NOT_DUE_DAYS + ((index * 13) % 30);
  return service(2501 + index, pick(PLANS, index), cycle, status, {
    domain: nameOf(index * 3),
    ...(!over && { due }),
  });
}

function domainAt(index: number, { domain }: Records): SeedDomain {
  const status = domainStatus(index);
  const expires =
    { expired: -80, redemption: -60, grace: -12 }[status as string] ?? NOT_DUE_DAYS + ((index * 37) % 730);
  const years = Math.ceil(Math.max(expires, 1) / 365) + (index % 4);
  return domain(4501 + index, nameOf(index), status, { expires, years, autoRenew: index % 3 !== 0 });
}

function domainStatus(index: number): SeedDomain["status"] {
  if (index % 25 === 24) return "expired";
  if (index % 40 === 11) return "transferred_away";
  if (index % 50 === 7) return "grace";
  return index % 60 === 30 ? "redemption" : "active";
}

/** Returns an invoice. Two invoices share each issue date, and some invoices are drafts. */
function invoiceAt(index: number, { invoice }: Records): SeedInvoice {
  const issued = -2 - 5 * Math.floor((299 - index) / 2);
  const status = invoiceStatus(index, issued);
  const sold =
    index % 2 === 0
      ? domainRenewal(nameOf(index), "USD", 1 + (index % 5))
      : planTerm(pick(PLANS, index), "USD", "monthly", nameOf(index));
  return invoice(6501 + index, status, issued, sold, {
    ...((status === "paid" || status === "refunded") && { paid: issued + 1 }),
    ...(status === "refunded" && { refunded: issued + 2 }),
    ...(status === "paid" && index % 12 === 5 && { creditApplied: 250 }),
  });
}

function invoiceStatus(index: number, issued: number): SeedInvoice["status"] {
  if (index % 20 === 13) return "draft";
  if (index % 45 === 22) return "collections";
  if (index % 33 === 20) return "refunded";
  if (index % 37 === 30) return "cancelled";
  if (issued > -40) return index % 4 === 0 ? "payment_pending" : "unpaid";
  return index % 24 === 3 ? "unpaid" : "paid";
}

/** Returns a ticket. Two tickets share each opening time. */
function ticketAt(index: number, { ticket }: Records): SeedTicket {
  const opened = -3 - 4 * Math.floor((119 - index) / 2);
  return ticket(
    8501 + index,
    pick(SUBJECTS, index),
    index % 3 === 0 ? "Billing" : "Technical support",
    opened < -60 ? "closed" : pick(["open", "answered", "customer_reply", "closed"], index),
    [opened, "09:00"],
    index % 5 === 0 ? undefined : [opened + 1, "10:30"],
    index % 4 === 0 ? { serviceId: 2501 + (index % 60) } : {},
  );
}

/** Returns a domain in lower case. The alphabetical order of the domains differs from the order of their indexes. */
function nameOf(index: number): string {
  return `portfolio-${String((index * 97) % 1000).padStart(3, "0")}${pick(EXTENSIONS, index)}`;
}

function pick<Value>(values: Value[], index: number): Value {
  return values[index % values.length] as Value;
}

function times<Value>(count: number, make: (index: number) => Value): Value[] {
  return Array.from({ length: count }, (_, index) => make(index));
}
