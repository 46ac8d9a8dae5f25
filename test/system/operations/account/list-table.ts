import { expect } from "vitest";
import { listDomains } from "../../../../workers/account/operations/list-domains.ts";
import { listInvoices } from "../../../../workers/account/operations/list-invoices.ts";
import { listServices } from "../../../../workers/account/operations/list-services.ts";
import { listTickets } from "../../../../workers/account/operations/list-tickets.ts";
import type { Callable, Caller } from "../../../support/account-client.ts";

/** An item as it is published. */
export type Item = Record<string, unknown> & { id: number };

/** What holds of a list: on the first demonstration account, and in its paging on the account that has many items. */
interface List {
  operation: Callable & { input: { shape: object } };
  /** Members that tell the items of the first page. */
  members: string[];
  firstPage: unknown[][];
  /** Every member of one item. */
  item: { query: string; id: number; members: object };
  /** The member that tells the items of these queries, and who asks. */
  by: string;
  filters: [query: string, items: unknown[], by?: Caller][];
  /** Some members of an item. */
  also: [query: string, item: object, by?: Caller][];
  /** Values of its filters that are refused, as `name=value`. */
  refused: string[];
  length: number;
  key: (item: Item) => string;
  order: "ascending" | "descending";
  /** Whether the list has items of a status where none is asked for. */
  isCurrent: (status: string) => boolean;
}

const DAY = expect.stringMatching(/^\d{4}-\d\d-\d\d$/);
const MINUTE = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/);
const [OF_HOST, OF_SITE] = [{ limit: "service:2101" }, { limit: "domain:studio-ana.ca" }];
const EUROPE = { account: 1002 };

/** In what the lists of billing systems differ although both have the same customers. */
export interface ListDifferences {
  /** The pages that these are linked to: path and query. */
  pages: Record<"service 2102" | "domain studio-ana.ca" | "invoice 6104" | "ticket 8101" | "tickets", string>;
  /** Of the ticket 8101. */
  ticketNumber: string;
  /** Of a ticket that no department was chosen for. */
  noDepartment: string | null;
  /** What the tax of an account in France is called. */
  vat: string;
  /** A page may end before its limit, with a cursor. */
  hasShortPages: boolean;
}

/** Those of the embedded engine. */
export const ENGINE_LISTS: ListDifferences = {
  pages: {
    "service 2102": "/client-area/services/2102",
    "domain studio-ana.ca": "/client-area/domains/studio-ana.ca",
    "invoice 6104": "/client-area/invoices/6104",
    "ticket 8101": "/client-area/tickets/8101",
    tickets: "/client-area/tickets",
  },
  ticketNumber: "T-8101",
  noDepartment: null,
  vat: "VAT",
  hasShortPages: false,
};

/** An address with this path and query, wherever the client area is. */
export function addressOf(page: string) {
  return expect.stringMatching(new RegExp(`^http://[^/]+${page.replace(/[.?]/g, "\\$&")}$`));
}

/** The lists and what each holds. */
export const listsOf = ({ pages, ticketNumber, noDepartment, vat }: ListDifferences): List[] => [
  {
    operation: listServices,
    members: ["id", "status"],
    firstPage: [
      [2101, "active"],
      [2102, "active"],
      [2103, "suspended"],
      [2105, "active"],
      [2107, "pending"],
    ],
    item: {
      query: "?domain=shop.studio-ana.ca",
      id: 2102,
      members: {
        ...{ plan: "WordPress Start", plan_id: "wp-start", line: "wordpress-hosting", domain: "shop.studio-ana.ca" },
        ...{ status: "active", billing_cycle: "monthly", recurring_price: 11.99, cancellation: null },
        ...{ next_due_date: DAY, manage_url: addressOf(pages["service 2102"]) },
      },
    },
    by: "id",
    filters: [
      ["?status=all", [2101, 2102, 2103, 2104, 2105, 2106, 2107, 2108]],
      ["?domain=studio-ana.ca", [2101, 2102]],
      ["?domain=WWW.Studio-Ana.CA.", [2101, 2102]],
      ["?domain=www.build.ana.dev", [2105]],
      ["?domain=studio-ana.com&status=all", [2108]],
      ["?status=all", [2101], OF_HOST],
      ["?domain=shop.studio-ana.ca", [], OF_HOST],
      ["?status=all", [2101, 2102], OF_SITE],
      ["?status=all&limit=100", [2201, 2202], EUROPE],
    ],
    also: [
      [
        "?status=all",
        {
          ...{ id: 2106, plan: "Site migration", plan_id: null, line: null, domain: null, status: "completed" },
          ...{ billing_cycle: "one_time", next_due_date: null, recurring_price: 150 },
        },
      ],
    ],
    refused: ["status=", "status=Active", "status=pending", "domain=localhost", "domain=studio-ana.ca%0d%0aX"],
    length: 60,
    key: ({ id }) => String(id),
    order: "ascending",
    isCurrent: (status) => status !== "terminated",
  },
  {
    operation: listDomains,
    members: ["domain", "status"],
    firstPage: [
      ["ana.dev", "active"],
      ["studio-ana.ca", "active"],
      ["studio-ana.com", "redemption"],
      ["studio-ana.io", "pending_transfer"],
      ["studio-ana.quebec", "active"],
      ["xn--atelier-ana-montral-rzb.ca", "active"],
    ],
    item: {
      query: "?domain=studio-ana.ca",
      id: 4101,
      members: {
        ...{ domain: "studio-ana.ca", unicode_domain: "studio-ana.ca", status: "active", auto_renew: true },
        ...{ renewal_price: 18.99, renewal_years: 1, manage_url: addressOf(pages["domain studio-ana.ca"]) },
        ...{ registered_on: DAY, expires_on: DAY, next_due_date: DAY },
      },
    },
    by: "unicode_domain",
    filters: [
      ["?domain=studio-ana.ca", ["studio-ana.ca"]],
      ["?domain=WWW.Studio-Ana.CA.", ["studio-ana.ca"]],
      ["?domain=atelier-ana-montr%C3%A9al.ca", ["atelier-ana-montréal.ca"]],
      ["?domain=XN--ATELIER-ANA-MONTRAL-RZB.ca.", ["atelier-ana-montréal.ca"]],
      ["?domain=www.Atelier-Ana-Montr%C3%A9al.CA", ["atelier-ana-montréal.ca"]],
      ["?domain=shop.studio-ana.ca", []],
      ["?status=all", ["studio-ana.ca"], OF_SITE],
      ["?domain=ana.dev", [], OF_SITE],
      ["?status=all", [], OF_HOST],
      ["?status=all&limit=100", ["ana-europe.eu", "ana-europe.fr"], EUROPE],
    ],
    also: [
      ["?status=all", { domain: "studio-ana.net", status: "transferred_away", auto_renew: false }],
      ["?status=all", { domain: "studio-ana.net", renewal_price: null, next_due_date: null }],
      ["?status=all", { domain: "studio-ana.org", status: "expired" }],
      ["", { domain: "xn--atelier-ana-montral-rzb.ca", unicode_domain: "atelier-ana-montréal.ca" }],
      ["", { domain: "studio-ana.ca" }, { login: "contact" }],
    ],
    refused: ["status=expired", "domain=", "domain=*.ca", "domain=a..ca"],
    length: 250,
    key: ({ domain }) => String(domain),
    order: "ascending",
    isCurrent: (status) => status !== "expired" && status !== "transferred_away",
  },
  {
    operation: listInvoices,
    members: ["id", "status", "overdue"],
    firstPage: [
      [6110, "unpaid", false],
      [6109, "payment_pending", false],
      [6107, "unpaid", true],
      [6102, "collections", true],
    ],
    item: {
      query: "?status=paid",
      id: 6104,
      members: {
        ...{ number: expect.stringMatching(/^\d{4}-6104$/), currency: "CAD", status: "paid", overdue: false },
        ...{ issued_on: DAY, due_on: DAY, paid_on: DAY, view_url: addressOf(pages["invoice 6104"]) },
        taxes: [
          { name: "GST", rate: 5, amount: 0.95 },
          { name: "QST", rate: 9.975, amount: 1.89 },
        ],
        ...{ subtotal: 18.99, credit_applied: 10, total: 21.83, balance_due: 0 },
      },
    },
    by: "id",
    filters: [
      ["?status=paid", [6108, 6106, 6104, 6103]],
      ["?status=all", [6110, 6109, 6108, 6107, 6106, 6105, 6104, 6103, 6102, 6101]],
    ],
    also: [["", { currency: "EUR", taxes: [expect.objectContaining({ name: vat, rate: 20 })] }, EUROPE]],
    refused: ["status=", "status=overdue", "status=draft", "status=cancelled", "domain=studio-ana.ca"],
    length: 285,
    key: ({ issued_on, id }) => `${issued_on} ${id}`,
    order: "descending",
    isCurrent: (status) => ["unpaid", "payment_pending", "collections"].includes(status),
  },
  {
    operation: listTickets,
    members: ["id", "status"],
    firstPage: [
      [8101, "customer_reply"],
      [8105, "open"],
      [8104, "waiting_for_registry"],
      [8107, "in_progress"],
      [8103, "answered"],
      [8106, "on_hold"],
    ],
    item: {
      query: "",
      id: 8101,
      members: {
        ...{ number: ticketNumber, subject: "The shop is slow since this morning", department: "Technical support" },
        ...{ service: { id: 2102, name: "WordPress Start (shop.studio-ana.ca)" }, status: "customer_reply" },
        ...{ opened_at: MINUTE, last_reply_at: MINUTE, view_url: addressOf(pages["ticket 8101"]) },
      },
    },
    by: "id",
    filters: [["?status=all", [8101, 8105, 8104, 8107, 8103, 8106, 8102]]],
    also: [
      ["", { id: 8106, subject: "L’accès SFTP est refusé", department: noDepartment, service: null }],
      ["", { id: 8101 }, { login: "contact" }],
    ],
    refused: ["status=", "status=closed", "status=OPEN"],
    length: 120,
    key: ({ opened_at, last_reply_at, id }) => `${last_reply_at ?? opened_at} ${id}`,
    order: "descending",
    isCurrent: (status) => status !== "closed",
  },
];
