import { expect, test } from "vitest";
import * as z from "zod";
import { accountsOn } from "../../../dev/seed/customers/accounts.ts";
import { calendarAround } from "../../../dev/seed/customers/calendar.ts";
import type {
  CustomerDomain,
  CustomerInvoice,
  CustomerService,
  CustomerTicket,
} from "../../../shared/billing-contract/customer.ts";
import { pageUrl } from "../../../shared/billing-contract/description.ts";
import { setDomainAutoRenew } from "../../../workers/account/operations/set-domain-auto-renew.ts";
import { transferDomainOut } from "../../../workers/account/operations/transfer-domain-out.ts";
import { Account, toAccount, toAccountRef } from "../../../workers/account/schemas/account.ts";
import { toAuditEntry } from "../../../workers/account/schemas/audit-entry.ts";
import { toDomain } from "../../../workers/account/schemas/domain.ts";
import { Invoice, toInvoice } from "../../../workers/account/schemas/invoice.ts";
import { nextAfter, priceShape, toActionRequired, toPrice } from "../../../workers/account/schemas/order.ts";
import { toOrder } from "../../../workers/account/schemas/order-progress.ts";
import { toService } from "../../../workers/account/schemas/service.ts";
import { toTicket } from "../../../workers/account/schemas/ticket.ts";
import { sampleDescription } from "../../support/sample-description.ts";

const CLIENT_AREA = "https://my.provider.example/area";
const clientArea = { address: CLIENT_AREA, pages: sampleDescription().links };
const HIDING = "\u202e\u0007\u200b\u{e0041}";

const ACCOUNT = {
  ...{ id: 1001, name: "Studio Ana Inc.", company: null, email: "owner@maple.example" },
  ...({ country: "CA", currency: "CAD", creditBalance: 2_599 } as const),
};
const SERVICE: CustomerService = {
  ...{ id: 2101, plan: "Web Plus", planId: "web-plus", line: "web-hosting", domain: "studio-ana.ca" },
  ...({ status: "active", billingCycle: "annually", nextDueDate: "2027-06-21" } as const),
  ...{ recurringPrice: 1_499, cancellation: null },
};
const NAME = "xn--atelier-ana-montral-rzb.ca";
const DOMAIN: CustomerDomain = {
  ...({ id: 4108, name: NAME, status: "active", registeredOn: "2026-10-12", expiresOn: "2027-10-12" } as const),
  ...{ nextDueDate: null, renewalPrice: 1_899, renewalYears: 1, autoRenew: true },
};
const INVOICE = {
  ...{ id: 6104, number: "2026-6104", issuedOn: "2026-06-21", dueOn: "2026-07-05", paidOn: null },
  ...({ currency: "CAD", status: "collections", overdue: true } as const),
  ...{ subtotal: 1_899, creditApplied: 1_000, total: 2_183, balanceDue: 1_183 },
  taxes: [
    { name: "GST", rate: 5, amount: 95 },
    { name: "QST", rate: 9.975, amount: 189 },
  ],
};
const TICKET: CustomerTicket = {
  ...{ id: 8101, number: "T-8101", subject: "The shop is slow", department: "Technical support" },
  service: { id: 2102, name: "WordPress Start (shop.studio-ana.ca)" },
  ...({ status: "waiting_for_registry", openedAt: "2026-11-19T13:41:00Z", lastReplyAt: null } as const),
};
const ENTRY = {
  ...{ id: "01", at: "2026-11-21T10:00:00.000Z", operation: "listDomains", target: null, status: 403 },
  ...({ outcome: "refused", code: "permission_denied", via: "mcp" } as const),
  requestId: "6f0c8f7e-0000-4000-8000-000000000000",
};

const STRANGER = accountsOn(calendarAround(new Date()))
  .flatMap(({ tickets }) => tickets)
  .find(({ subject }) => subject.includes("\u202e"));
const PAGES = {
  ...clientArea.pages,
  ...{ service: "/area.php?action=details&id={id}", domain: "/names/{name}?of={name}&id={id}" },
  ...{ ticket: "/tickets.php", home: "/area.php" },
};
const own = { address: CLIENT_AREA, pages: PAGES };
const CANCELLATION = { effectiveOn: "2026-12-01", requestedAt: "2026-11-30T10:00:00Z" };

/** The published shapes, by a description of their sample. */
const PUBLISHED: Record<string, object> = {
  account: toAccount(ACCOUNT),
  "account without a country, in another currency": toAccount({ ...ACCOUNT, country: null, currency: "GBP" }),
  "account whose texts hide something": toAccount({ ...ACCOUNT, name: `A${HIDING}na`, company: HIDING }),
  "account as a reference": toAccountRef(ACCOUNT),
  service: toService(SERVICE, clientArea),
  "service that was cancelled": toService(
    { ...SERVICE, cancellation: { when: "immediately", ...CANCELLATION } },
    clientArea,
  ),
  "service whose texts hide something": toService(
    { ...SERVICE, plan: HIDING + "p".repeat(5_000), domain: `a${HIDING}b.ca` },
    clientArea,
  ),
  "service with its own page": toService(SERVICE, own),
  domain: toDomain(DOMAIN, clientArea),
  "domain without a price": toDomain({ ...DOMAIN, renewalPrice: null }, clientArea),
  "domain free of charge": toDomain({ ...DOMAIN, renewalPrice: 0 }, clientArea),
  "domain that does not decode": toDomain({ ...DOMAIN, name: "xn--a.com" }, clientArea),
  "domain whose name would leave its link": toDomain({ ...DOMAIN, name: "a b/é?{id}&$&.ca" }, own),
  invoice: toInvoice(INVOICE, clientArea),
  "invoice in yen": toInvoice({ ...INVOICE, currency: "JPY" }, clientArea),
  ticket: toTicket(TICKET, clientArea),
  "ticket about no service": toTicket({ ...TICKET, service: null, department: null }, own),
  "ticket whose texts hide something": toTicket(
    {
      ...{ ...TICKET, subject: `re${HIDING}fund ${"x".repeat(5_000)}`, department: HIDING },
      service: { id: 1, name: `W${HIDING}eb` },
    },
    clientArea,
  ),
  "ticket of the demonstration's stranger": toTicket({ ...TICKET, subject: STRANGER?.subject ?? "" }, clientArea),
  "audit entry": toAuditEntry(ENTRY),
  price: toPrice({ amount: 1_899, currency: "CHF" }),
  home: { url: pageUrl(own, "home") },
  "action required": toActionRequired({ type: "pay_invoice", message: { en: "", fr: "" }, path: "/pay.php?id=1" }, own),
};

test("each published shape matches the committed text and contains no hidden characters", async () => {
  expect(Account.safeParse(PUBLISHED.account).success).toBe(true);
  expect(Account.safeParse({ ...PUBLISHED.account, currency: "gbp" }).success).toBe(false);
  expect(Invoice.safeParse(PUBLISHED["invoice in yen"]).success).toBe(true);
  expect(z.object(priceShape).safeParse(PUBLISHED.price).success).toBe(true);
  const text = JSON.stringify(PUBLISHED, null, 2);
  expect(text).not.toMatch(/[\u202e\u200b\u{e0041}]|\\u00/u);
  await expect(`${text}\n`).toMatchFileSnapshot("texts/published.txt");
});

const INVOICES = ["cancelled", "paid", "unpaid", null] as const;
/** The next step in the text to the customer, for each outcome. */
const NEXT: Record<string, () => Promise<unknown>> = {
  ...Object.fromEntries(
    (
      [
        ["provider", "o•••@maple.example"],
        ["registrar", "h•••@maple.example"],
        ["registrar", null],
      ] as const
    ).map(([sentBy, codeSentTo]) => [
      `transfer code sent by ${sentBy} to ${codeSentTo}`,
      async () => {
        const value = { account: toAccountRef({ ...ACCOUNT, currency: "CAD" }), domain: "ana.dev", unlocked: true };
        const context = { command: { execute: async () => ({ ...value, codeSentTo, sentBy }) } } as never;
        const answer = await transferDomainOut.perform(context, { domain: "ana.dev", confirm_domain: "ana.dev" });
        return transferDomainOut.output.parse(answer).next;
      },
    ]),
  ),
  ...Object.fromEntries(
    [undefined, { kind: "open", number: "2026-77" } as const, { kind: "unknown" } as const].map((renewalInvoice) => [
      `automatic renewal off, renewal invoice ${renewalInvoice?.kind ?? "none"}`,
      async () => {
        const domain = { ...DOMAIN, status: "active" as const, autoRenew: false };
        const value = { account: toAccountRef({ ...ACCOUNT, currency: "CAD" }), domain };
        const done = { ...value, ...(renewalInvoice && { renewalInvoice }) };
        const context = { command: { execute: async () => done }, clientArea } as never;
        const answer = await setDomainAutoRenew.perform(context, { domain: domain.name, auto_renew: false });
        return setDomainAutoRenew.output.parse(answer).note;
      },
    ]),
  ),
  ...Object.fromEntries(
    [false, true].map((waitsForProvider) => [
      waitsForProvider ? "nothing due, and the provider must still accept" : "nothing due",
      async () => {
        const account = { ...ACCOUNT, currency: "CAD" as const };
        const placed = {
          account,
          orderId: 7,
          invoice: null,
          actionRequired: null,
          ...(waitsForProvider && { waitsForProvider }),
        };
        const texts = { oncePaid: "It begins once that is done.", atOnce: "It begins now." };
        return nextAfter(placed, texts, "Automatic renewal is on.");
      },
    ]),
  ),
  ...Object.fromEntries(
    INVOICES.flatMap((status) => [null, "Ask."].map((reason) => [status, reason] as const)).map(([status, reason]) => [
      `cancelled order, invoice ${status}, reason ${reason}`,
      async () => orderNext("cancelled", status, reason),
    ]),
  ),
  "refused order whose invoice was refunded": async () => orderNext("refused", "refunded", null),
};

function orderNext(status: "cancelled" | "refused", invoice: CustomerInvoice["status"] | null, reason: string | null) {
  const order = {
    ...{ id: 1, placedAt: null, actionRequired: null, status },
    ...({ subject: { kind: "plan", serviceId: 2 } } as const),
    invoice: invoice && ({ ...INVOICE, status: invoice } as CustomerInvoice),
    reason: reason && { en: reason, fr: reason },
  };
  return toOrder(order as Parameters<typeof toOrder>[0], clientArea).next;
}

test("the next steps for the customer match the committed text", async () => {
  const told = await Promise.all(Object.entries(NEXT).map(async ([what, next]) => `${what}: ${await next()}\n`));
  await expect(told.join("")).toMatchFileSnapshot("texts/next.txt");
});
