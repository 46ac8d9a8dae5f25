import { expect, test, vi } from "vitest";
import { DatabaseGeneration } from "../../shared/generations/database-generation.ts";
import { bindings } from "./support/bindings.ts";

const db = bindings.INDEX;
let number = 0;

/** The database of the account Worker in its first life, with an object beside it that knows nothing. */
async function generation(): Promise<DatabaseGeneration> {
  const name = `database ${++number}`;
  await setCount(0, 0);
  await db.prepare("DELETE FROM held_stores").run();
  const witness = {
    keep: (count: { accepted: number; counter: number }) => bindings.STORE_WITNESS.getByName(name).keep(count),
  };
  return new DatabaseGeneration({ db, store: "account-database", witness, now: () => 1_000 * number });
}

async function setCount(accepted: number, counter: number): Promise<void> {
  await db.prepare("UPDATE store_generation SET accepted = ?, counter = ?").bind(accepted, counter).run();
}

const countOf = () => db.prepare("SELECT accepted, counter FROM store_generation").first();

test("a database that was put back by one count is held, and the operator is told once", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const database = await generation();
  for (let run = 0; run < 5; run++) expect(await database.compare("run")).toBe(false);
  await setCount(0, 4);
  for (let run = 0; run < 5; run++) expect(await database.compare("run")).toBe(true);
  expect(logged.mock.calls.map(([line]) => JSON.parse(String(line)))).toEqual([
    { event: "store_went_back", request_id: "run", store: "account-database", counter: 4 },
  ]);
  expect(await database.held()).toEqual([{ store: "account-database", since: 1_000 * number }]);
  logged.mockRestore();
});

test("what is written is known soon after, by one comparison for all that was written meanwhile", async () => {
  const database = await generation();
  await database.compare("run");
  const kept: Promise<unknown>[] = [];
  for (let change = 0; change < 10; change++) database.compareSoon((work) => void kept.push(work));
  await Promise.all(kept);
  expect(kept).toHaveLength(1);
  expect(await countOf()).toEqual({ accepted: 0, counter: 2 });
  // Put back to before the change, and nothing else has run since.
  await setCount(0, 1);
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  expect(await database.compare("run")).toBe(true);
  vi.restoreAllMocks();
});

test("once accepted it goes on, and is held again where it is put back to before that", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const database = await generation();
  expect(await database.accept()).toBe(false);
  for (let run = 0; run < 5; run++) await database.compare("run");
  await setCount(0, 1);
  expect(await database.compare("run")).toBe(true);
  expect(await database.accept()).toBe(true);
  expect(await countOf()).toEqual({ accepted: 1_000 * number, counter: 1 });
  expect(await database.compare("run")).toBe(false);
  await setCount(0, 50);
  expect(await database.compare("run")).toBe(true);
  vi.restoreAllMocks();
});

test("a run that was lost between the database and the object holds nothing", async () => {
  const database = await generation();
  await database.compare("run");
  await setCount(0, 9);
  expect(await database.compare("run")).toBe(false);
  expect(await countOf()).toEqual({ accepted: 0, counter: 10 });
});

test("two runs at once hold nothing, whichever of them reaches the object first", async () => {
  const database = await generation();
  const runs = await Promise.all(Array.from({ length: 8 }, () => database.compare("run")));
  expect(runs).toEqual(Array(8).fill(false));
  const early = new DatabaseGeneration({
    ...{ db, store: "account-database", now: () => 0 },
    witness: {
      // Meanwhile the other run has counted and told.
      keep: async (count) => {
        await setCount(0, count.counter + 1);
        return { accepted: 0, counter: count.counter + 1 };
      },
    },
  });
  expect(await early.compare("run")).toBe(false);
});
