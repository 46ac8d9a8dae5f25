import type { Permission } from "../../../../shared/billing-contract/call.ts";
import type { BillingProblem, BillingResult } from "../../../../shared/billing-contract/result.ts";
import type { BillingEngine } from "../../../../workers/billing/engine/billing-engine.ts";
import { exportSubject } from "../../../../workers/billing/operator/engine-operator.ts";
import { asks, CALL } from "../../../billing-contract/questions.ts";
import type { AccountOfSize } from "./account-of-size.ts";

/** Who answers: the engine, on a database that it was given. */
export interface Asked {
  engine: BillingEngine;
  db: D1Database;
}

/** A question about an account, whose rows may be few or many. */
export interface AccountQuestion {
  name: string;
  ask(asked: Asked, account: AccountOfSize): Promise<unknown>;
  /** What it may read grows with the account: the reason. Every other one reads as much of a large account as of a small one. */
  grows?: string;
}

const WHOLE = { kind: "account" } as const;
/** Page size by default. */
const PAGE = 10;
const OFFERED = 500;
const MAX_PAGE = 100;

function query({ id }: AccountOfSize, ...permissions: Permission[]) {
  return asks(id, id, ...permissions);
}

/** What a row of the account has as its number: its first is 1. */
function numberOf({ id }: AccountOfSize, row: number): number {
  return id * 10_000 + row;
}

/** The row after which the last page begins. */
function beforeLast({ rows }: AccountOfSize): number {
  return Math.max(0, rows - PAGE);
}

/** Questions of operations and pages. The pages of a small account must be full ones too: it has {@link PAGE} rows at least. */
export const ACCOUNT_QUESTIONS: AccountQuestion[] = [
  { name: "account", ask: ({ engine }, of) => answered(engine.readAccount(query(of, "profile"))) },
  { name: "permission", ask: ({ engine }, of) => answered(engine.authorize(query(of, "products"))) },
  {
    name: "services, first page",
    ask: ({ engine }, of) =>
      page(engine.listServices(query(of, "products"), { status: "all", limit: PAGE, within: WHOLE })),
  },
  {
    name: "services, last page",
    ask: ({ engine }, of) => {
      const after = { id: numberOf(of, beforeLast(of)) };
      return page(engine.listServices(query(of, "products"), { status: "all", limit: PAGE, within: WHOLE, after }));
    },
  },
  {
    name: "services of one domain",
    ask: ({ engine }, of) =>
      answered(
        engine.listServices(query(of, "products"), {
          ...{ status: "all", limit: PAGE, within: WHOLE, domain: `site-${of.id}-000001.ca` },
        }),
      ),
    grows: "a name and what is under it: compared with each of the account's",
  },
  {
    name: "domains, first page",
    ask: ({ engine }, of) =>
      page(engine.listDomains(query(of, "domains"), { status: "all", limit: PAGE, within: WHOLE })),
  },
  {
    name: "domains, last page",
    ask: ({ engine }, of) => {
      const row = beforeLast(of);
      const after = { name: nameOf(of, row), id: numberOf(of, row) };
      return page(engine.listDomains(query(of, "domains"), { status: "all", limit: PAGE, within: WHOLE, after }));
    },
  },
  {
    name: "domains of one name",
    ask: ({ engine }, of) =>
      answered(
        engine.listDomains(query(of, "domains"), {
          ...{ status: "active", limit: PAGE, within: WHOLE, domain: nameOf(of, 1) },
        }),
      ),
    grows: "a name and what is under it: compared with each of the account's",
  },
  {
    name: "domains of a connection with one name",
    ask: ({ engine }, of) => {
      const within = { kind: "domain", name: nameOf(of, 1) } as const;
      return answered(engine.listDomains(query(of, "domains"), { status: "active", limit: PAGE, within }));
    },
  },
  ...(["all", "unpaid", "paid"] as const).flatMap((status): AccountQuestion[] => [
    {
      name: `invoices, ${status}, first page`,
      ask: ({ engine }, of) => answered(engine.listInvoices(query(of, "invoices"), { status, limit: PAGE / 5 })),
    },
    {
      name: `invoices, ${status}, last page`,
      ask: ({ engine }, of) => {
        const after = { issuedOn: dayOf(7), id: numberOf(of, 7) };
        return answered(engine.listInvoices(query(of, "invoices"), { status, limit: PAGE / 5, after }));
      },
    },
  ]),
  {
    name: "tickets, first page",
    ask: ({ engine }, of) => page(engine.listTickets(query(of, "tickets"), { status: "all", limit: PAGE })),
  },
  {
    name: "tickets, last page",
    ask: ({ engine }, of) => {
      const after = {
        lastActivityAt: new Date(Date.UTC(2024, 0, 1, PAGE + 1)).toISOString(),
        id: numberOf(of, PAGE + 1),
      };
      return answered(engine.listTickets(query(of, "tickets"), { status: "open", limit: PAGE, after }));
    },
  },
  {
    name: "one service",
    ask: ({ engine }, of) => answered(engine.readService(query(of, "products"), numberOf(of, 1))),
  },
  { name: "one domain", ask: ({ engine }, of) => answered(engine.readDomain(query(of, "domains"), nameOf(of, 1))) },
  {
    name: "one invoice",
    ask: ({ engine }, of) => answered(engine.readInvoice(query(of, "invoices"), numberOf(of, 1))),
  },
  {
    name: "one order",
    ask: ({ engine }, of) => answered(engine.readOrder(query(of, "orders"), numberOf(of, 1))),
  },
  {
    name: "orders to pay, of a service",
    ask: ({ engine }, of) =>
      answered(engine.listOrdersToPay(query(of, "invoices"), { kind: "service", id: numberOf(of, 1) })),
  },
  {
    name: "orders to pay, of a domain",
    ask: ({ engine }, of) =>
      answered(engine.listOrdersToPay(query(of, "invoices"), { kind: "domain", id: numberOf(of, 1) })),
  },
  {
    name: "refused order of a domain",
    ask: ({ engine }, of) => answered(engine.readRefusedOrder(query(of, "domains"), numberOf(of, 1))),
  },
  {
    name: "quote of a plan",
    ask: ({ engine }, of) =>
      answered(
        engine.quotePlanOrder(query(of, "orders"), {
          ...{ planId: "web-plus", billingCycle: null, domain: null, promotion: null },
        }),
      ),
  },
  {
    name: "quote of a plan for a site",
    ask: ({ engine }, of) =>
      answered(
        engine.quotePlanOrder(query(of, "orders"), {
          ...{ planId: "web-plus", billingCycle: null, domain: "new-site.ca", promotion: null },
        }),
      ),
  },
  {
    name: "quote of a domain",
    ask: ({ engine }, of) =>
      answered(
        engine.quoteDomainOrder(query(of, "orders"), {
          ...{ domain: "free-large.com", type: "register", years: 1, availability: "available", retryAfter: null },
        }),
      ),
  },
  {
    name: "quote of a plan change",
    ask: ({ engine }, of) =>
      answered(
        engine.quotePlanChange(query(of, "orders", "products"), {
          ...{ serviceId: numberOf(of, 1), planId: "web-pro", billingCycle: null },
        }),
      ),
  },
  {
    name: "what a cancellation does",
    ask: ({ engine }, of) =>
      answered(
        engine.stateCancellation(query(of, "orders", "products"), {
          serviceId: numberOf(of, 1),
          when: "end_of_period",
        }),
      ),
  },
  {
    name: "accounts of the login",
    ask: ({ engine }, { id }) => answered(engine.listManagedAccounts({ ...CALL, loginId: id })),
  },
  {
    name: "overview of the client area: ten unpaid invoices by due date",
    ask: ({ engine }, of) => answered(engine.listUnpaidInvoices(query(of, "invoices"), 10)),
    grows: "every unpaid invoice of the account is put in order",
  },
  {
    name: "targets of the consent page: up to 500 domains and 500 services",
    ask: ({ engine }, of) => {
      const list = { status: "active", within: WHOLE, limit: OFFERED } as const;
      return Promise.all([
        answered(engine.listDomains(query(of, "domains"), list)),
        answered(engine.listServices(query(of, "products"), list)),
      ]);
    },
    grows: "up to 501 of each are read, and no more",
  },
  {
    name: "every service, in pages of 100",
    ask: ({ engine }, of) => {
      const list = { status: "all", within: WHOLE, limit: MAX_PAGE } as const;
      return allPages((after: { id: number } | undefined) =>
        answered(engine.listServices(query(of, "products"), { ...list, ...(after && { after }) })),
      );
    },
    grows: "it is read to its end",
  },
  {
    name: "every invoice, in pages of 100",
    ask: ({ engine }, of) =>
      allPages((after: { id: number; issuedOn: string } | undefined) =>
        answered(
          engine.listInvoices(query(of, "invoices"), { status: "all", limit: MAX_PAGE, ...(after && { after }) }),
        ),
      ),
    grows: "it is read to its end",
  },
  {
    name: "export of the account",
    ask: async ({ db }, { id }) => {
      let cursor: string | null = null;
      do cursor = (await exportSubject(db, { kind: "account", id }, cursor)).next;
      while (cursor !== null);
    },
    grows: "it is read to its end",
  },
  {
    name: "export of the login",
    ask: async ({ db }, { id }) => {
      await exportSubject(db, { kind: "login", id }, null);
    },
  },
];

function nameOf({ id }: AccountOfSize, row: number): string {
  return `name-${id}-${String(row).padStart(6, "0")}.ca`;
}

function dayOf(row: number): string {
  return new Date(Date.UTC(2022, 0, 1 + row)).toISOString().slice(0, 10);
}

/** @throws {Error} where it was refused: what was not answered was not read either */
async function answered<Value>(asked: Promise<BillingResult<Value, BillingProblem>>): Promise<Value> {
  const result = await asked;
  if (!result.ok) throw new Error(`refused: ${result.problem.code}`);
  return result.value;
}

/** A full page. */
async function page(asked: Promise<BillingResult<{ items: unknown[] }, BillingProblem>>): Promise<void> {
  const { items } = await answered(asked);
  if (items.length !== PAGE) throw new Error(`a page of ${items.length}`);
}

async function allPages<Key>(read: (after: Key | undefined) => Promise<{ next: Key | null }>): Promise<void> {
  let after: Key | undefined;
  do after = (await read(after)).next ?? undefined;
  while (after !== undefined);
}
