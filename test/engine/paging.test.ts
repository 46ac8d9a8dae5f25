import { beforeAll, describe, expect, test } from "vitest";
import type { BillingResult } from "../../shared/billing-contract/result.ts";
import { asks, EVERYTHING, LOGINS, valueIn } from "../billing-contract/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const BIG = asks(LOGINS.big, 1005);

const { billing, sql } = await seededBilling();
// So that services can go while their tickets stay.
beforeAll(() => sql.run("UPDATE tickets SET service_id = NULL"));

const digits = (number: number, length = 2) => String(number).padStart(length, "0");
const dayAt = (place: number) => `${2024 + (place % 3)}-${digits(1 + (place % 12))}-${digits(1 + (place % 28))}`;

/** When a ticket was opened and last replied to: every other one was opened long before. */
function datesAt(place: number): [openedAt: string, lastReplyAt: string | null] {
  const activity = `${dayAt(place)}T09:00:00Z`;
  return place % 2 === 0 ? [activity, null] : ["2023-01-01T00:00:00Z", activity];
}

/** What a list's items have for its order: each list has some of these. */
interface Item {
  id: number;
  name: string;
  issuedOn: string;
  openedAt: string;
  lastReplyAt: string | null;
}
/** The text that a list is ordered by before the id, and a row with an id and an account, to come somewhere in the list. */
type List = [
  table: "services" | "domains" | "invoices" | "tickets",
  order: "oldest first" | "newest first",
  sortKey: (item: Item) => string,
  row: string,
  valuesAt: (place: number) => unknown[],
];

const LISTS: List[] = [
  ["services", "oldest first", () => "", "?, ?, NULL, 'Custom', NULL, 'active', 'monthly', NULL, 0", () => []],
  [
    "domains",
    "oldest first",
    ({ name }) => name,
    "?, ?, ?, 'expired', NULL, NULL, NULL, NULL, 1, 0",
    (place) => [`portfolio-${digits(place % 12)}.com`],
  ],
  [
    "invoices",
    "newest first",
    ({ issuedOn }) => issuedOn,
    "?1, ?2, 'W-' || ?1, ?3, ?4, ?4, NULL, 100, 0",
    (place) => [place % 7 === 0 ? "draft" : "paid", dayAt(place)],
  ],
  [
    "tickets",
    "newest first",
    ({ openedAt, lastReplyAt }) => lastReplyAt ?? openedAt,
    "?1, ?2, 'W-' || ?1, 'Walk', NULL, NULL, 'open', ?3, ?4",
    datesAt,
  ],
];
const METHODS = {
  services: billing.listServices,
  domains: billing.listDomains,
  invoices: billing.listInvoices,
  tickets: billing.listTickets,
};

/** Numbers that look random and are the same every time (mulberry32). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

let nextId = 100_000;

describe.each(LISTS)("%s, %s", (table, order, sortKey, row, valuesAt) => {
  /** The page after a cursor; its type belongs to the list it came from. */
  const page = (limit: number, after: unknown = null, query = BIG) => {
    const list = {
      status: "all",
      within: EVERYTHING,
      limit,
      ...(after !== null && { after: after as never }),
    } as const;
    return valueIn(METHODS[table](query, list) as Promise<BillingResult<{ items: Item[]; next: unknown }>>);
  };
  const remove = (id: number) => sql.run(`DELETE FROM ${table} WHERE id = ?`, id);
  const listedIds = async (accountId = 1005) => {
    const drafts = table === "invoices" ? "AND status <> 'draft'" : "";
    const query = `SELECT id FROM ${table} WHERE account_id = ? ${drafts} ORDER BY id`;
    return (await sql.rows<Item>(query, accountId)).map(({ id }) => id);
  };

  /** The ids of every page, which come in the list's order and once; `between` runs before each page but the first. */
  async function walk(limitOf: () => number, between = async () => {}): Promise<number[]> {
    const seen: Item[] = [];
    let after: unknown = null;
    do {
      if (after !== null) await between();
      const limit = limitOf();
      const { items, next } = await page(limit, after);
      expect(items.length).toBeLessThanOrEqual(limit);
      if (next !== null) expect(items.length, "a page before the last is full").toBe(limit);
      seen.push(...items);
      after = next;
    } while (after !== null);
    const keys = seen.map((item) => `${sortKey(item)} ${digits(item.id, 10)}`);
    expect(keys).toEqual(order === "newest first" ? keys.toSorted().reverse() : keys.toSorted());
    expect(new Set(keys).size, "nothing twice").toBe(keys.length);
    return seen.map(({ id }) => id);
  }

  test.each([2, 7, 25, 100])("pages of %i are the whole list, in its order", async (limit) => {
    const ids = await walk(() => limit);
    expect(ids.toSorted((a, b) => a - b)).toEqual(await listedIds());
  });

  test("a last page that is exactly full has no next one", async () => {
    const { length } = await listedIds();
    expect((await page(Math.min(length, 100))).next === null).toBe(length <= 100);
    const last = await page(length);
    expect([last.next, last.items.length]).toEqual([null, length]);
  });

  test.each([1, 2, 3])(
    "walk %i: rows come and go in between, and none of the others is skipped or doubled",
    async (seed) => {
      const random = numbers(seed * 7919);
      const before = await listedIds();
      const stays = new Set(before);
      const known = new Set(before);
      const seen = await walk(
        () => 1 + random(15),
        async () => {
          for (let change = random(4); change >= 0; change--) {
            if (random(2) === 0) {
              known.add(++nextId);
              const accountId = random(3) === 0 ? 1001 : 1005;
              await sql.run(`INSERT INTO ${table} VALUES (${row})`, nextId, accountId, ...valuesAt(random(1000)));
            } else {
              const gone = [...stays][random(stays.size)] as number;
              stays.delete(gone);
              await remove(gone);
            }
          }
        },
      );
      expect(stays.difference(new Set(seen)), "skipped").toEqual(new Set());
      expect(new Set(seen).difference(known), "of nowhere").toEqual(new Set());
    },
  );

  test("a cursor works after the row it was made of is gone", async () => {
    const { items, next } = await page(3);
    const expected = (await page(3, next)).items;
    await remove(items.at(-1)?.id ?? 0);
    expect((await page(3, next)).items).toEqual(expected);
  });

  test("a cursor of one account shows another account only its own rows", async () => {
    const { items } = await page(100, (await page(3)).next, asks(LOGINS.owner, 1002));
    const own = await listedIds(1002);
    expect(items.filter(({ id }) => !own.includes(id))).toEqual([]);
  });
});
