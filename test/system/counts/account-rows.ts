import { beforeAll, expect } from "vitest";
import type { Permission } from "../../../shared/billing-contract/call.ts";
import type { BillingProblem, BillingResult } from "../../../shared/billing-contract/result.ts";
import type { BillingEngine } from "../../../workers/billing/engine/billing-engine.ts";
import { exportSubject } from "../../../workers/billing/operator/engine-operator.ts";
import { asks } from "../../billing-contract/questions.ts";
import { NOW } from "../../engine/support/acting.ts";
import { engineAt } from "../../engine/support/engine.ts";
import type { World } from "../../support/world.ts";
import { type AccountOfSize, addAccountOfSize } from "./account-of-size.ts";
import type { Counted } from "./counted.ts";
import { countedDatabase } from "./counted-database.ts";

/**
 * The number of rows of each kind in the small and the large account. The small account also has more than one page.
 */
const [SMALL, LARGE] = [20, 1_000];
/** The page size of each list. */
const PAGE = 10;
const WITHIN = { kind: "account" } as const;
const LIST = { status: "all", limit: PAGE, within: WITHIN } as const;

/** The engine and its database, which counts the rows that are read. */
interface Asked {
  engine: BillingEngine;
  db: D1Database;
}

type Ask = (asked: Asked, account: AccountOfSize) => Promise<unknown>;

/** A query to count. If there is a third value, it is the reason why the number of rows may grow with the account. */
type Question = [name: string, ask: Ask, grows?: string];

const by = ({ id }: AccountOfSize, ...permissions: Permission[]) => asks(id, id, ...permissions);
/** Returns the id of a row in the account. Rows are numbered from 1. */
const numberOf = ({ id }: AccountOfSize, row = 1) => id * 10_000 + row;
const nameOf = ({ id }: AccountOfSize, row = 1) => `name-${id}-${String(row).padStart(6, "0")}.ca`;
/** Returns the number of the last row before the last page. */
const beforeLast = ({ rows }: AccountOfSize) => rows - PAGE;
const dayOf = (row: number) => new Date(Date.UTC(2022, 0, 1 + row)).toISOString().slice(0, 10);

const COMPARED = "a name and what is under it: compared with each of the account's";
const COUNTED = "the counts of its groups, up to 1,001 each, are made in an index";

const QUESTIONS: Question[] = [
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
    "invoices, first page",
    ({ engine }, of) => page(engine.listInvoices(by(of, "invoices"), { status: "all", limit: PAGE })),
  ],
  [
    "invoices, last page",
    ({ engine }, of) => {
      const after = { issuedOn: dayOf(PAGE + 1), id: numberOf(of, PAGE + 1) };
      return page(engine.listInvoices(by(of, "invoices"), { status: "all", limit: PAGE, after }));
    },
  ],
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
  ["orders, first page", ({ engine }, of) => page(engine.listOrders(by(of, "orders"), { status: "all", limit: PAGE }))],
  [
    "orders, last page",
    ({ engine }, of) => {
      const after = { id: numberOf(of, PAGE + 1) };
      return page(engine.listOrders(by(of, "orders"), { status: "all", limit: PAGE, after }));
    },
  ],
  ...(["", "name"] as const).flatMap((search): Question[] => {
    const page = { search, limit: PAGE };
    const grows = search === "" ? COUNTED : COMPARED;
    const what = search === "" ? "" : ", searched";
    return [
      [
        `list of services${what}`,
        ({ engine }, of) => answered(engine.listAreaServices(by(of, "products"), { ...page, group: "current" })),
        grows,
      ],
      [
        `list of domains${what}`,
        ({ engine }, of) => answered(engine.listAreaDomains(by(of, "domains"), { ...page, group: "current" })),
        grows,
      ],
      [
        `list of invoices to pay${what}`,
        ({ engine }, of) => answered(engine.listAreaInvoices(by(of, "invoices"), { ...page, group: "unpaid" })),
        grows,
      ],
    ];
  }),
  [
    "export of the account",
    async ({ db }, { id }) => {
      let cursor: string | null = null;
      do cursor = (await exportSubject(db, { kind: "account", id }, cursor)).next;
      while (cursor !== null);
    },
    "it is read to its end",
  ],
];

/**
 * Returns the value of a result.
 * @throws {Error} if the engine refused the query, because its count would mean nothing
 */
async function answered<Value>(asked: Promise<BillingResult<Value, BillingProblem>>): Promise<Value> {
  const result = await asked;
  if (!result.ok) throw new Error(`refused: ${result.problem.code}`);
  return result.value;
}

/** Expects a full page. */
async function page(asked: Promise<BillingResult<{ items: unknown[] }, BillingProblem>>): Promise<void> {
  const { items } = await answered(asked);
  if (items.length !== PAGE) throw new Error(`a page of ${items.length}`);
}

/**
 * Counts the rows that each query reads. Without a reason to grow, the number must be equal for a small and a large
 * account.
 */
export function accountRows(world: World): Counted {
  let [small, large]: AccountOfSize[] = [];
  const rowsOf = async (ask: Ask, account: AccountOfSize | undefined) => {
    if (!account) throw new Error("no account yet");
    const { db, rowsOf } = countedDatabase(world.billing);
    return (await rowsOf(() => ask({ engine: engineAt(db, NOW), db }, account))).rows;
  };

  beforeAll(async () => {
    // The engine reads one row beyond the rows of an account. This third account ensures that both accounts have such a
    // row.
    await addAccountOfSize(world.billing, 300_003, SMALL);
    small = await addAccountOfSize(world.billing, 300_001, SMALL);
    large = await addAccountOfSize(world.billing, 300_002, LARGE);
  });

  return QUESTIONS.map(([name, ask, grows]) => [
    name,
    async () => {
      const rows = { "of 20": await rowsOf(ask, small), "of 1,000": await rowsOf(ask, large) };
      expect(rows["of 20"]).toBeGreaterThan(0);
      if (grows === undefined) expect(rows["of 1,000"]).toBe(rows["of 20"]);
      // The number may grow in proportion. An export reads some rows twice, because its second page skips over them.
      else expect(rows["of 1,000"]).toBeLessThan(((rows["of 20"] * LARGE) / SMALL) * 1.15);
      return rows;
    },
  ]);
}
