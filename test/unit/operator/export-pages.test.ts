import { expect, test } from "vitest";
import {
  type ExportedTable,
  type ExportPage,
  pageOf,
  queriedTable,
} from "../../../shared/operator-contract/export-pages.ts";
import { sqliteD1 } from "../../engine/support/sqlite-d1.ts";

/** Returns a table with a number of rows that works like a query, and records the limits of its reads. */
function tableOf(name: string, rows: number, note?: string): ExportedTable & { limits: number[] } {
  const limits: number[] = [];
  return {
    name,
    limits,
    async read(after, limit) {
      limits.push(limit);
      const from = Number(after ?? 0);
      const read = Array.from({ length: Math.min(limit, rows - from) }, (_, at) => ({ id: from + at }));
      const next = from + limit < rows ? String(from + limit) : null;
      return { rows: read, next, ...(note !== undefined && { note }) };
    },
  };
}

async function allPages(tables: ExportedTable[]): Promise<ExportPage[]> {
  const pages = [await pageOf(tables, null)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) pages.push(await pageOf(tables, next));
  return pages;
}

test("a small export is one page with the notes of its tables", async () => {
  const page = await pageOf([tableOf("logins", 2), tableOf("connections", 0, "none are left")], null);
  expect(page).toEqual({
    tables: { logins: [{ id: 0 }, { id: 1 }], connections: [] },
    notes: ["none are left"],
    next: null,
  });
  expect(await pageOf([], null)).toEqual({ tables: {}, notes: [], next: null });
});

test("a table that is larger than a page continues on the next page without missing or repeated rows", async () => {
  const [small, large, last] = [tableOf("small", 3), tableOf("large", 12_000), tableOf("last", 1)];
  const pages = await allPages([small, large, last]);
  expect(pages.map(({ tables }) => Object.entries(tables).map(([name, rows]) => [name, rows.length]))).toEqual([
    [
      ["small", 3],
      ["large", 4_967],
    ],
    [["large", 5_000]],
    [
      ["large", 2_033],
      ["last", 1],
    ],
  ]);
  expect(pages.flatMap(({ tables }) => tables.large ?? [])).toEqual(
    Array.from({ length: 12_000 }, (_, id) => ({ id })),
  );
});

test("each read counts as thirty additional rows, so many small tables also need several pages", async () => {
  const tables = Array.from({ length: 200 }, (_, at) => tableOf(`table ${at}`, 0));
  const pages = await allPages(tables);
  expect(pages.map(({ tables }) => Object.keys(tables).length)).toEqual([167, 33]);
  expect(tables[1]?.limits, "the rest of the page").toEqual([4_970]);
});

test("if a page is exactly full, the next table starts on the next page", async () => {
  const pages = await allPages([tableOf("first", 4_970), tableOf("second", 1)]);
  expect(pages.map(({ tables }) => Object.keys(tables))).toEqual([["first"], ["second"]]);
});

test("a table that is read in parts is one table on its page", async () => {
  const rows = [[{ id: 1 }], [{ id: 2 }]];
  const read = async (after: string | null) => ({ rows: rows[Number(after)] ?? [], next: after === null ? "1" : null });
  expect((await pageOf([{ name: "calls", read }], null)).tables).toEqual({ calls: [{ id: 1 }, { id: 2 }] });
});

test("the rows of a query start after the end of the previous page and are converted for display", async () => {
  const db = sqliteD1(`CREATE TABLE notes (id INTEGER PRIMARY KEY, login INTEGER);
    INSERT INTO notes VALUES (1, 11), (2, 12), (3, 11), (4, 11);`);
  const query = { db, sql: "SELECT id FROM notes WHERE login = ? ORDER BY id", values: [11] };
  const plain = queriedTable("notes", query);
  expect(plain.name).toBe("notes");
  expect(await plain.read(null, 2)).toEqual({ rows: [{ id: 1 }, { id: 3 }], next: "2" });
  expect(await plain.read("2", 2)).toEqual({ rows: [{ id: 4 }], next: null });
  expect(await plain.read(null, 3), "the next page of a full one may be empty").toMatchObject({ next: "3" });
  const shown = queriedTable("notes", query, ({ id }) => ({ id: `note ${id}` }));
  expect(await shown.read("1", 9)).toEqual({ rows: [{ id: "note 3" }, { id: "note 4" }], next: null });
});
