import { beforeEach, expect, test } from "vitest";
import type { RestoredObject } from "../../../../shared/generations/restored-objects.ts";
import { ObjectRestore } from "../../../../workers/account/generations/object-restore.ts";
import { migratedDatabase } from "../../../engine/support/seeded-billing.ts";

const NOW = Date.parse("2026-11-23T12:00:00Z");
const BEFORE = "2026-11-23T04:00:00Z";
const BOOKMARK = "0000007b-0000b26e-00001582-3e51b1d5b1b1b1b1b1b1b1b1b1b1b1b1";

let db: D1Database;
let attempts = 0;
let wentTo: string[];
let remembered: RestoredObject[];
const restored = {
  remember: async (object: RestoredObject) => void remembered.push(object),
  forget: async (object: RestoredObject) => void remembered.splice(remembered.indexOf(object), 1),
};

/** The platform's storage of objects, which this machine has none of. @param reason why it refuses to go back */
function restoreOn(reason?: "refused" | "not_available") {
  const object = {
    bookmarkAt: async () => ({ ok: true as const, bookmark: BOOKMARK }),
    restoreTo: async (bookmark: string) => {
      expect(await heldStores(), "held before it goes back").not.toEqual([]);
      expect(remembered, "remembered before it goes back").not.toEqual([]);
      if (reason) return { ok: false as const, reason };
      wentTo.push(bookmark);
      return { ok: true as const, bookmark: BOOKMARK.replace("7b", "7c") };
    },
    holdRestored: async () => {
      attempts++;
      if (attempts < 3) throw new Error("restored to an earlier moment");
    },
    loggedActions: async () => [{ at: NOW - 1 }, { at: NOW - 86_400_000 }] as never,
    entries: async () => [{ at: new Date(NOW - 1).toISOString() }] as never,
  };
  return new ObjectRestore({ db, now: () => NOW, restored, accountOf: () => object, connectionOf: () => object });
}

const heldStores = async () => (await db.prepare("SELECT store FROM held_stores").all()).results;

beforeEach(async () => {
  attempts = 0;
  db = migratedDatabase("workers/account/migrations");
  wentTo = [];
  remembered = [];
  await db.prepare("INSERT INTO object_generations VALUES ('account:1001', 3), ('connection:abc', 1)").run();
});

test("an object that goes back is held, and the answer has the bookmark that takes it back", async () => {
  const restore = restoreOn();
  expect(await restore.preview("account:1001", BEFORE)).toContain("loses 1 entry of its log");
  expect(await heldStores()).toEqual([]);
  const done = await restore.restore("account:1001", BEFORE);
  expect(done).toMatchObject({ isDone: true, text: expect.stringContaining("restore account:1001 0000007c-") });
  expect(wentTo).toEqual([BOOKMARK]);
  expect(attempts, "asked until the instance that went back answers").toBe(3);
  expect(await heldStores()).toEqual([{ store: "account:1001" }]);
  expect(await restore.restore("connection:abc", BOOKMARK)).toMatchObject({ isDone: true });
  expect(remembered).toEqual([
    { store: "account:1001", to: Date.parse(BEFORE), at: NOW },
    { store: "connection:abc", to: null, at: NOW },
  ]);
});

test("where the platform refuses nothing stays held, but what was held before", async () => {
  expect(await restoreOn("refused").restore("account:1001", BEFORE)).toMatchObject({ isDone: false });
  expect([await heldStores(), remembered]).toEqual([[], []]);
  await db.prepare("INSERT INTO held_stores VALUES ('account:1001', 1)").run();
  expect(await restoreOn("not_available").restore("account:1001", BEFORE)).toMatchObject({
    text: expect.stringContaining("this machine does not"),
  });
  expect(await heldStores()).toHaveLength(1);
});

test.each([
  ["account:1002", BEFORE, "no account or connection"],
  ["connection:forged", BEFORE, "no account or connection"],
  ["account-database", BEFORE, "no account or connection"],
  ["account:1001", "2026-11-23T12:00:01Z", "last 30 days"],
  ["account:1001", "2026-10-23T12:00:00Z", "last 30 days"],
  ["account:1001", "yesterday", "Say an instant"],
  ["account:1001", "2026-13-23T12:00:00Z", "last 30 days"],
])("%s to %s is refused", async (store, to, why) => {
  const restore = restoreOn();
  expect(await restore.preview(store, to)).toBeNull();
  expect(await restore.restore(store, to)).toMatchObject({ isDone: false, text: expect.stringContaining(why) });
  expect([wentTo, await heldStores()]).toEqual([[], []]);
});
