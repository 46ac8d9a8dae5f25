import { expect, test } from "vitest";
import { after, claimed, type Found, type Journal, TIMING } from "../../shared/accounts/journal.ts";

type Row = Journal<string, string>;
const HOUR = 3_600_000;

/** A row that must still be there. */
function there(row: Row | null): Row {
  if (!row) throw new Error("the key is free");
  return row;
}
const sent = (at = 0) => there(after(claimed<string, string>("r"), { type: "sent", at }, TIMING));
const searched = (row: Row, found: Found<string, string>, at: number, quiet = true) =>
  there(after(row, { type: "searched", found, quiet, at }, TIMING));

test("nothing leads to a second sending", () => {
  const rows = [
    sent(),
    searched(sent(), { kind: "under_way" }, 1),
    searched(sent(), { kind: "done", value: "v" }, 1),
    searched(sent(), { kind: "refused", problem: "p" }, 1),
    searched(sent(), { kind: "absent" }, 1),
    searched(sent(), { kind: "ambiguous" }, 1),
  ];
  expect(rows.map(({ state }) => state)).toEqual(["SENDING", "PLACED", "DONE", "FAILED", "NOT_PLACED", "STUCK"]);
  for (const row of rows) {
    expect(after(row, { type: "sent", at: 9 }, TIMING)).toBe(row);
    expect(after(row, { type: "withdrawn" }, TIMING)).toBe(row);
  }
});

test("what is under way is never called not placed; what is stuck leaves with an answer alone", () => {
  const placed = searched(sent(), { kind: "under_way" }, 1);
  expect(searched(placed, { kind: "absent" }, 2).state).toBe("PLACED");
  const stuck = searched(placed, { kind: "ambiguous" }, 2);
  expect(searched(stuck, { kind: "absent" }, 3).state).toBe("STUCK");
  expect(searched(stuck, { kind: "done", value: "v" }, 3)).toMatchObject({ state: "DONE", value: "v" });
});

test("a billing system that says nothing for an hour calls a person, and is asked on", () => {
  expect(searched(sent(), { kind: "failed" }, HOUR - 1).state).toBe("SENDING");
  const stuck = searched(sent(), { kind: "failed" }, HOUR);
  expect(stuck).toMatchObject({ state: "STUCK", nextCheckAt: expect.any(Number) });
});

test("what was not placed is looked for three times more, then its key is free", () => {
  let row = searched(sent(), { kind: "absent" }, 0);
  const at: (number | null)[] = [];
  while (row.nextCheckAt !== null) {
    at.push(row.nextCheckAt);
    expect(after(row, { type: "aged", at: 25 * HOUR }, TIMING)).toBe(row);
    row = searched(row, { kind: "absent" }, row.nextCheckAt);
  }
  expect(at).toEqual([...TIMING.sweeps]);
  expect(after(row, { type: "aged", at: 24 * HOUR - 1 }, TIMING)).toBe(row);
  expect(after(row, { type: "aged", at: 24 * HOUR }, TIMING)).toBeNull();
  const found = searched(searched(sent(), { kind: "absent" }, 0), { kind: "done", value: "v" }, 1);
  expect(found.state).toBe("STUCK");
  expect(after(found, { type: "aged", at: 99 * HOUR }, TIMING)).toBe(found);
});

test("what is not settled is never forgotten", () => {
  for (const row of [sent(), searched(sent(), { kind: "under_way" }, 1), searched(sent(), { kind: "ambiguous" }, 1)]) {
    expect(after(row, { type: "aged", at: 999 * HOUR }, TIMING)).toBe(row);
  }
});

test("the quiet time is longer than everything that can still happen", () => {
  const STOPPED_OBJECT = 30_000;
  const LONGEST_REQUEST = 120_000;
  expect(TIMING.quiet).toBeGreaterThan(TIMING.answer + STOPPED_OBJECT + LONGEST_REQUEST);
});
