import { beforeAll, expect, test } from "vitest";
import type { BillingSystem } from "../../shared/billing-contract/billing-system.ts";
import type { ActorQuery } from "../../shared/billing-contract/call.ts";
import type { BillingResult } from "../../shared/billing-contract/result.ts";
import { randomNumbers } from "../support/random-numbers.ts";
import type { ContractCustomer } from "./customer.ts";
import { EVERYTHING, valueIn } from "./questions.ts";
import { type BillingScene, type BillingUnderTest, newOwner, type SceneTable } from "./scene.ts";

const ROWS = 60;

const digits = (number: number, length = 2) => String(number).padStart(length, "0");
/** Returns one of a few days, so that many rows have the same day. */
const dayAt = (place: number) => `2025-${digits(1 + (place % 3))}-${digits(1 + (place % 4))}`;

/** The fields that determine the order of lists. Each list has some of them. */
interface Item {
  id: number;
  name: string;
  issuedOn: string;
  openedAt: string;
  lastReplyAt: string | null;
}

interface PagedList {
  method: (billing: BillingSystem) => (query: ActorQuery, list: never) => Promise<BillingResult<unknown, never>>;
  order: "oldest first" | "newest first";
  /** Returns the text by which the list is sorted. Items with the same text are sorted by id. */
  sortKey: (item: Item) => string;
  /** Adds a row somewhere in the list. Returns its id, or `null` if no list shows the row. */
  add: (scene: BillingScene, accountId: number, place: number) => Promise<number | null>;
}

const LISTS: Record<SceneTable, PagedList> = {
  services: {
    method: (billing) => billing.listServices as never,
    order: "oldest first",
    sortKey: () => "",
    add: (scene, accountId) => scene.service(accountId),
  },
  domains: {
    method: (billing) => billing.listDomains as never,
    order: "oldest first",
    sortKey: ({ name }) => name,
    add: (scene, accountId, place) =>
      scene.domain(accountId, { name: `portfolio-${digits(place % 12)}.com`, status: "expired" }),
  },
  invoices: {
    method: (billing) => billing.listInvoices as never,
    order: "newest first",
    sortKey: ({ issuedOn }) => issuedOn,
    async add(scene, accountId, place) {
      const isDraft = place % 7 === 0;
      const id = await scene.invoice(accountId, { status: isDraft ? "draft" : "paid", issuedOn: dayAt(place) });
      return isDraft ? null : id;
    },
  },
  tickets: {
    method: (billing) => billing.listTickets as never,
    order: "newest first",
    sortKey: ({ openedAt, lastReplyAt }) => lastReplyAt ?? openedAt,
    // Every other ticket was opened long before its last reply.
    add: (scene, accountId, place) =>
      scene.ticket(
        accountId,
        place % 2 === 0
          ? { openedAt: `${dayAt(place)}T09:00:00Z` }
          : { openedAt: "2023-01-01T00:00:00Z", lastReplyAt: `${dayAt(place)}T09:00:00Z` },
      ),
  },
};

/** Returns a generator of whole numbers below a limit. The numbers are the same in every run. */
function drawing(seed: number): (below: number) => number {
  const next = randomNumbers(seed);
  return (below) => Math.floor(next() * below);
}

/** Checks that pages return the whole list without gaps or duplicates, while rows change between the pages. */
export function pagingCases(system: BillingUnderTest, table: SceneTable): void {
  const { billing, scene } = system;
  const { method, order, sortKey, add } = LISTS[table];
  let owner: ContractCustomer;
  let other: ContractCustomer;
  /** The ids that the list currently has. */
  const present = new Set<number>();

  beforeAll(async () => {
    owner = await newOwner(system);
    other = await newOwner(system);
    for (let place = 0; place < ROWS; place++) {
      const id = await add(scene, owner.query.accountId, place * 5);
      if (id !== null) present.add(id);
      // The other account's rows lie between these.
      if (place % 10 === 0) await add(scene, other.query.accountId, place);
    }
  });

  /** Returns the page after a cursor. The cursor's type depends on the list. */
  const page = (limit: number, after: unknown = null, query = owner.query) => {
    const list = { status: "all", within: EVERYTHING, limit, ...(after !== null && { after }) };
    return valueIn(method(billing)(query, list as never)) as Promise<{ items: Item[]; next: unknown }>;
  };
  const remove = async (id: number) => {
    await scene.remove(table, id);
    present.delete(id);
  };

  /**
   * Reads all pages and returns the ids in them. It expects the list's order without duplicates. `between` runs before
   * each page except the first.
   */
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

  test.each([7, 25, 100])("pages of %i return the whole list in its order", async (limit) => {
    expect(new Set(await walk(() => limit))).toEqual(present);
  });

  test("a last page that is exactly full has no next page", async () => {
    const { items, next } = await page(present.size);
    expect([items.length, next]).toEqual([present.size, null]);
    expect((await page(present.size - 1)).next).not.toBeNull();
  });

  test.each([1, 2, 3])(
    "pages skip and repeat no row while other rows are added and deleted (seed %i)",
    async (seed) => {
      const random = drawing(seed * 7919);
      const stays = new Set(present);
      const known = new Set(present);
      const change = async () => {
        if (random(2) === 0) {
          const id = await add(scene, owner.query.accountId, random(1000));
          if (id === null) return;
          present.add(id);
          known.add(id);
        } else {
          const gone = [...stays][random(stays.size)] as number;
          stays.delete(gone);
          await remove(gone);
        }
      };
      const seen = await walk(
        () => 1 + random(15),
        async () => {
          for (let changes = random(4); changes >= 0; changes--) await change();
        },
      );
      expect(stays.difference(new Set(seen)), "skipped").toEqual(new Set());
      expect(new Set(seen).difference(known), "of nowhere").toEqual(new Set());
    },
  );

  test("a cursor works after its row is deleted", async () => {
    const { items, next } = await page(3);
    const expected = (await page(3, next)).items;
    await remove(items.at(-1)?.id ?? 0);
    expect((await page(3, next)).items).toEqual(expected);
  });

  test("a cursor from one account returns only the rows of the account that uses it", async () => {
    const own = new Set((await page(100, null, other.query)).items.map(({ id }) => id));
    const { items } = await page(100, (await page(3)).next, other.query);
    expect(new Set(items.map(({ id }) => id)).difference(own)).toEqual(new Set());
  });
}
