import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ListWalk } from "../../workers/billing-whmcs/answers/list-walk.ts";
import { asList } from "../../workers/billing-whmcs/answers/lists.ts";

describe("lists", () => {
  const row = fc.record({ id: fc.integer({ min: 1, max: 9_999 }), name: fc.string() });
  const rows = fc.uniqueArray(row, { selector: (one) => one.id, maxLength: 12 });
  const isItem = (value: Record<string, unknown>) => "name" in value;
  const read = (answer: unknown) => asList(answer as Record<string, unknown>, "things", "thing", isItem);
  const keyed = (list: { id: number }[], keyOf: (one: { id: number }, index: number) => number) =>
    Object.fromEntries(list.map((one, index) => [keyOf(one, index), one]));

  test("are the same in every form, in some order", () => {
    fc.assert(
      fc.property(rows, (list) => {
        const numbered = keyed(list, (_, index) => index);
        const byId = keyed(list, (one) => one.id);
        const forms = [list, { thing: list }, numbered, { thing: numbered }, byId, { thing: byId }];
        if (list.length === 1) forms.push(list[0] as never, { thing: list[0] } as never);
        for (const things of forms) expect(read({ things })).toEqual(expect.arrayContaining(list));
        for (const things of forms) expect(read({ things })).toHaveLength(list.length);
      }),
    );
  });

  test("never throw, and are a list or none", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom("things", "__proto__", "other"), fc.anything()), (answer) => {
        const list = read(answer);
        expect(list === null || Array.isArray(list)).toBe(true);
      }),
    );
    expect(read(JSON.parse('{"things[__proto__][polluted]":1,"things[thing][0][id]":2}'))).not.toBeUndefined();
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
  });

  test("a row that has a member of the item's name is a row", () => {
    const domain = { id: 1, name: "a", thing: "about" };
    expect(read({ things: domain })).toEqual([domain]);
  });
});

describe("the way through a list", () => {
  /** Walks a list of so many rows. @returns the rows that were seen, and how many pages it took */
  function walk(rows: number, most: number, totalOf: (rows: number) => number, ignoresOffset = false) {
    const way = new ListWalk(250);
    const seen = new Set<number>();
    for (let pages = 1; pages < 10_000; pages++) {
      const start = ignoresOffset ? 0 : way.offset;
      const ids = Array.from({ length: Math.max(0, Math.min(most, 250, rows - start)) }, (_, index) => start + index);
      for (const one of ids) seen.add(one);
      const end = way.passed({ ids, total: totalOf(rows) });
      if (end !== "more") return { seen: seen.size, pages, end };
    }
    throw new Error("the list does not end");
  }

  test("ends, with every row, whatever the count says and however short the pages are", () => {
    const total = fc.func(fc.nat(2_000)).map((give) => (rows: number) => give(rows));
    fc.assert(
      fc.property(fc.nat(1_200), fc.constantFrom(250, 249, 100, 25), (rows, most) => {
        for (const totalOf of [(n: number) => n, (n: number) => n - 1, (n: number) => n + 7]) {
          // One limit lower than was asked for and a count that ends there: nothing tells it from a list that is over.
          const isBelieved = most < 250 && rows > most && totalOf(rows) <= most;
          if (isBelieved) continue;
          expect(walk(rows, most, totalOf)).toMatchObject({ seen: rows, end: "complete" });
        }
      }),
    );
    fc.assert(
      fc.property(fc.nat(1_200), total, (rows, totalOf) => {
        expect(walk(rows, 250, totalOf).seen).toBe(rows);
      }),
    );
  });

  test("an offset that is ignored: whole where one page is all there is, incomplete otherwise", () => {
    expect(walk(200, 250, (rows) => rows, true)).toEqual({ seen: 200, pages: 1, end: "complete" });
    expect(walk(10, 250, (rows) => rows + 3, true)).toMatchObject({ seen: 10, end: "complete" });
    expect(walk(251, 250, (rows) => rows, true)).toMatchObject({ end: "incomplete" });
    expect(walk(60, 25, (rows) => rows, true)).toMatchObject({ end: "incomplete" });
  });
});
