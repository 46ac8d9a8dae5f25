import { beforeAll, describe, expect, test } from "vitest";
import { LIST_WALKS, type ListWalk } from "./support/list-walks.ts";
import { asks, LOGINS } from "./support/questions.ts";
import { seededBilling } from "./support/seeded-billing.ts";

const BIG = asks(LOGINS.big, 1005);
const WALKS = 3;

const { db, billing, sql } = await seededBilling();
let nextId = 100_000;
beforeAll(async () => {
  // So that services can go while their tickets stay.
  await sql.run("UPDATE tickets SET service_id = NULL");
});

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

async function idsIn({ table }: ListWalk): Promise<number[]> {
  const drafts = table === "invoices" ? "AND status <> 'draft'" : "";
  const results = await sql.rows<{ id: number }>(
    `SELECT id FROM ${table} WHERE account_id = 1005 ${drafts} ORDER BY id`,
  );
  return results.map(({ id }) => id);
}

/** Every page's items in the order they came; `between` runs before each page but the first. */
async function walk(list: ListWalk, limitOf: () => number, between: () => Promise<void>): Promise<{ id: number }[]> {
  const seen: { id: number }[] = [];
  let after: unknown = null;
  do {
    if (after !== null) await between();
    const limit = limitOf();
    const page = await list.page(billing, BIG, limit, after);
    expect(page.items.length).toBeLessThanOrEqual(limit);
    if (page.next !== null) expect(page.items.length, "a page before the last is full").toBe(limit);
    seen.push(...page.items);
    after = page.next;
  } while (after !== null);
  return seen;
}

function expectInOrder(list: ListWalk, items: { id: number }[]): void {
  const keys = items.map((item) => list.sortKey(item as never));
  const sorted = keys.toSorted();
  expect(keys).toEqual(list.newestFirst ? sorted.reverse() : sorted);
  expect(new Set(items.map(({ id }) => id)).size, "nothing twice").toBe(items.length);
}

describe.each(LIST_WALKS)("$name", (list) => {
  test.each([2, 7, 25, 100])("pages of %i are the whole list, in its order", async (limit) => {
    const items = await walk(
      list,
      () => limit,
      async () => undefined,
    );
    expectInOrder(list, items);
    expect(items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(await idsIn(list));
  });

  test("a last page that is exactly full has no next one", async () => {
    const { length } = await idsIn(list);
    const page = await list.page(billing, BIG, Math.min(length, 100), null);
    expect(page.next === null).toBe(length <= 100);
    const last = await list.page(billing, BIG, length, null);
    expect(last).toMatchObject({ next: null });
    expect(last.items).toHaveLength(length);
  });

  test.each(Array.from({ length: WALKS }, (_, walkIndex) => walkIndex + 1))(
    "walk %i: rows come and go in between, and none of the others is skipped or doubled",
    async (seed) => {
      const random = numbers(seed * 7919);
      const before = await idsIn(list);
      const stays = new Set(before);
      const come = new Set<number>();
      const between = async () => {
        const changes: D1PreparedStatement[] = [];
        for (let change = random(4); change >= 0; change--) {
          if (random(2) === 0) {
            nextId++;
            come.add(nextId);
            changes.push(list.insert(db, random(3) === 0 ? 1001 : 1005, nextId, random(1000)));
          } else {
            const gone = [...stays][random(stays.size)] as number;
            stays.delete(gone);
            changes.push(db.prepare(`DELETE FROM ${list.table} WHERE id = ?`).bind(gone));
          }
        }
        await db.batch(changes);
      };

      const seen = await walk(list, () => 1 + random(15), between);
      expectInOrder(list, seen);
      const ids = new Set(seen.map(({ id }) => id));
      expect(
        [...stays].filter((id) => !ids.has(id)),
        "skipped",
      ).toEqual([]);
      expect(
        [...ids].filter((id) => !before.includes(id) && !come.has(id)),
        "of nowhere",
      ).toEqual([]);
    },
  );

  test("a cursor works after the row it was made of is gone", async () => {
    const first = await list.page(billing, BIG, 3, null);
    const last = first.items.at(-1) as { id: number };
    const expected = (await list.page(billing, BIG, 3, first.next)).items;
    await sql.run(`DELETE FROM ${list.table} WHERE id = ?`, last.id);
    expect((await list.page(billing, BIG, 3, first.next)).items).toEqual(expected);
  });

  test("a cursor of one account shows another account only its own rows", async () => {
    const { next } = await list.page(billing, BIG, 3, null);
    const page = await list.page(billing, asks(LOGINS.owner, 1002), 100, next);
    const results = await sql.rows<{ id: number }>(`SELECT id FROM ${list.table} WHERE account_id = 1002`);
    const own = results.map(({ id }) => id);
    expect(page.items.filter(({ id }) => !own.includes(id))).toEqual([]);
  });
});
