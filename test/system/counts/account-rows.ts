import { beforeAll, expect } from "vitest";
import type { Permission } from "../../../shared/billing-contract/call.ts";
import type { BillingProblem, BillingResult } from "../../../shared/billing-contract/result.ts";
import type { BillingEngine } from "../../../workers/billing/engine/billing-engine.ts";
import { exportSubject } from "../../../workers/billing/operator/engine-operator.ts";
import { asks, CALL } from "../../billing-contract/questions.ts";
import { NOW } from "../../engine/support/acting.ts";
import { engineAt } from "../../engine/support/engine.ts";
import type { World } from "../../support/world.ts";
import { type AccountOfSize, addAccountOfSize } from "./account-of-size.ts";
import type { Counted } from "./counted.ts";
import { countedDatabase } from "./counted-database.ts";

/** Rows of each kind that an account has. The pages of the small one are full ones, too. */
const [SMALL, LARGE] = [20, 1_000];
/** Page size by default, of all kinds but invoices, whose statuses share the rows. */
const PAGE = 10;
const WITHIN = { kind: "account" } as const;
const LIST = { status: "all", limit: PAGE, within: WITHIN } as const;
const WHOLE = { status: "all", limit: 100, within: WITHIN } as const;
const OFFERED = { status: "active", limit: 500, within: WITHIN } as const;

/** The engine, on a database that it was given. */
interface Asked {
  engine: BillingEngine;
  db: D1Database;
}

type Ask = (asked: Asked, account: AccountOfSize) => Promise<unknown>;

/** A question of operations and pages; what it may read grows with the account only where a reason is given. */
type Question = [name: string, ask: Ask, grows?: string];

const by = ({ id }: AccountOfSize, ...permissions: Permission[]) => asks(id, id, ...permissions);
/** What a row of the account has as its number: its first is 1. */
const numberOf = ({ id }: AccountOfSize, row = 1) => id * 10_000 + row;
const nameOf = ({ id }: AccountOfSize, row = 1) => `name-${id}-${String(row).padStart(6, "0")}.ca`;
/** The row after which the last page begins. */
const beforeLast = ({ rows }: AccountOfSize) => rows - PAGE;
const dayOf = (row: number) => new Date(Date.UTC(2022, 0, 1 + row)).toISOString().slice(0, 10);

const COMPARED = "a name and what is under it: compared with each of the account's";
const TO_ITS_END = "it is read to its end";

const QUESTIONS: Question[] = [
  ["account", ({ engine }, of) => answered(engine.readAccount(by(of, "profile")))],
  ["permission", ({ engine }, of) => answered(engine.authorize(by(of, "products")))],
  ["services, first page", ({ engine }, of) => page(engine.listServices(by(of, "products"), LIST))],
  [
    "services, last page",
    ({ engine }, of) =>
      page(engine.listServices(by(of, "products"), { ...LIST, after: { id: numberOf(of, beforeLast(of)) } })),
  ],
  [
    "services of one domain",
    ({ engine }, of) =>
      answered(engine.listServices(by(of, "products"), { ...LIST, domain: `site-${of.id}-000001.ca` })),
    COMPARED,
  ],
  ["domains, first page", ({ engine }, of) => page(engine.listDomains(by(of, "domains"), LIST))],
  [
    "domains, last page",
    ({ engine }, of) => {
      const after = { name: nameOf(of, beforeLast(of)), id: numberOf(of, beforeLast(of)) };
      return page(engine.listDomains(by(of, "domains"), { ...LIST, after }));
    },
  ],
  [
    "domains of one name",
    ({ engine }, of) =>
      answered(engine.listDomains(by(of, "domains"), { ...LIST, status: "active", domain: nameOf(of) })),
    COMPARED,
  ],
  [
    "domains of a connection with one name",
    ({ engine }, of) => {
      const within = { kind: "domain", name: nameOf(of) } as const;
      return answered(engine.listDomains(by(of, "domains"), { ...LIST, status: "active", within }));
    },
  ],
  ...(["all", "unpaid", "paid"] as const).flatMap((status): Question[] => {
    const list = { status, limit: PAGE / 5 };
    const after = (of: AccountOfSize) => ({ issuedOn: dayOf(7), id: numberOf(of, 7) });
    return [
      [`invoices, ${status}, first page`, ({ engine }, of) => answered(engine.listInvoices(by(of, "invoices"), list))],
      [
        `invoices, ${status}, last page`,
        ({ engine }, of) => answered(engine.listInvoices(by(of, "invoices"), { ...list, after: after(of) })),
      ],
    ];
  }),
  [
    "tickets, first page",
    ({ engine }, of) => page(engine.listTickets(by(of, "tickets"), { status: "all", limit: PAGE })),
  ],
  [
    "tickets, last page",
    ({ engine }, of) => {
      const lastActivityAt = new Date(Date.UTC(2024, 0, 1, PAGE + 1)).toISOString();
      const after = { lastActivityAt, id: numberOf(of, PAGE + 1) };
      return answered(engine.listTickets(by(of, "tickets"), { status: "open", limit: PAGE, after }));
    },
  ],
  ["one service", ({ engine }, of) => answered(engine.readService(by(of, "products"), numberOf(of)))],
  ["one domain", ({ engine }, of) => answered(engine.readDomain(by(of, "domains"), nameOf(of)))],
  ["one invoice", ({ engine }, of) => answered(engine.readInvoice(by(of, "invoices"), numberOf(of)))],
  ["one order", ({ engine }, of) => answered(engine.readOrder(by(of, "orders"), numberOf(of)))],
  ...(["service", "domain"] as const).map(
    (kind): Question => [
      `orders to pay, of a ${kind}`,
      ({ engine }, of) => answered(engine.listOrdersToPay(by(of, "invoices"), { kind, id: numberOf(of) })),
    ],
  ),
  ["refused order of a domain", ({ engine }, of) => answered(engine.readRefusedOrder(by(of, "domains"), numberOf(of)))],
  ...[null, "new-site.ca"].map(
    (domain): Question => [
      `quote of a plan${domain ? " for a site" : ""}`,
      ({ engine }, of) =>
        answered(
          engine.quotePlanOrder(by(of, "orders"), { planId: "web-plus", billingCycle: null, domain, promotion: null }),
        ),
    ],
  ),
  [
    "quote of a domain",
    ({ engine }, of) => {
      const known = { availability: "available", retryAfter: null } as const;
      const order = { domain: "free-large.com", type: "register", years: 1, ...known } as const;
      return answered(engine.quoteDomainOrder(by(of, "orders"), order));
    },
  ],
  [
    "quote of a plan change",
    ({ engine }, of) => {
      const change = { serviceId: numberOf(of), planId: "web-pro", billingCycle: null };
      return answered(engine.quotePlanChange(by(of, "orders", "products"), change));
    },
  ],
  [
    "what a cancellation does",
    ({ engine }, of) => {
      const cancellation = { serviceId: numberOf(of), when: "end_of_period" } as const;
      return answered(engine.stateCancellation(by(of, "orders", "products"), cancellation));
    },
  ],
  ["accounts of the login", ({ engine }, { id }) => answered(engine.listManagedAccounts({ ...CALL, loginId: id }))],
  [
    "overview of the client area: ten unpaid invoices by due date",
    ({ engine }, of) => answered(engine.listUnpaidInvoices(by(of, "invoices"), 10)),
    "every unpaid invoice of the account is put in order",
  ],
  [
    "targets of the consent page: up to 500 domains and 500 services",
    ({ engine }, of) =>
      Promise.all([
        answered(engine.listDomains(by(of, "domains"), OFFERED)),
        answered(engine.listServices(by(of, "products"), OFFERED)),
      ]),
    "up to 501 of each are read, and no more",
  ],
  [
    "every service, in pages of 100",
    ({ engine }, of) =>
      allPages((after: { id: number } | undefined) =>
        answered(engine.listServices(by(of, "products"), { ...WHOLE, ...(after && { after }) })),
      ),
    TO_ITS_END,
  ],
  [
    "every invoice, in pages of 100",
    ({ engine }, of) =>
      allPages((after: { id: number; issuedOn: string } | undefined) =>
        answered(engine.listInvoices(by(of, "invoices"), { ...WHOLE, ...(after && { after }) })),
      ),
    TO_ITS_END,
  ],
  [
    "export of the account",
    async ({ db }, { id }) => {
      let cursor: string | null = null;
      do cursor = (await exportSubject(db, { kind: "account", id }, cursor)).next;
      while (cursor !== null);
    },
    TO_ITS_END,
  ],
  ["export of the login", ({ db }, { id }) => exportSubject(db, { kind: "login", id }, null)],
];

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

/** As many for a large account as for a small one, unless a reason says why not; and no more where others have much. */
export function accountRows(world: World): Counted {
  let [small, large]: AccountOfSize[] = [];
  const alone: Record<string, number> = {};
  const rowsOf = async (ask: Ask, account: AccountOfSize | undefined) => {
    if (!account) throw new Error("no account yet");
    const { db, rowsOf } = countedDatabase(world.billing);
    return (await rowsOf(() => ask({ engine: engineAt(db, NOW), db }, account))).rows;
  };

  beforeAll(async () => {
    // After the end of what an account has, the next row is read: both have one.
    await addAccountOfSize(world.billing, 300_003, SMALL);
    small = await addAccountOfSize(world.billing, 300_001, SMALL);
    for (const [name, ask] of QUESTIONS) alone[name] = await rowsOf(ask, small);
    large = await addAccountOfSize(world.billing, 300_002, LARGE);
  });

  return QUESTIONS.map(([name, ask, grows]) => [
    name,
    async () => {
      const rows = { "of 20": await rowsOf(ask, small), "of 1,000": await rowsOf(ask, large) };
      expect(rows["of 20"]).toBeGreaterThan(0);
      expect(rows["of 20"], "others have much").toBe(alone[name]);
      if (grows === undefined) expect(rows["of 1,000"]).toBe(rows["of 20"]);
      // In proportion; an export reads the rows again that its second page skips.
      else expect(rows["of 1,000"]).toBeLessThan(((rows["of 20"] * LARGE) / SMALL) * 1.15);
      return rows;
    },
  ]);
}
