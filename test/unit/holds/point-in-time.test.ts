import { expect, test, vi } from "vitest";
import { PointInTime, type RecoverableStorage } from "../../../shared/holds/point-in-time.ts";

/**
 * Creates a stand-in for the platform's storage that works as the platform's documentation describes. A time that is
 * too old has no bookmark.
 */
function storage(now: number): RecoverableStorage {
  const bookmark = (at: number) => `bookmark-${at}`;
  return {
    getCurrentBookmark: async () => bookmark(now),
    getBookmarkForTime: async (at: number | Date) => {
      if (Number(at) < now - 30 * 86_400_000) throw new Error("no bookmark of that time");
      return bookmark(Number(at));
    },
    onNextSessionRestoreBookmark: async () => bookmark(now),
  };
}

test("a restored object returns a bookmark that undoes the restore, and restarts", async () => {
  const restart = vi.fn();
  const object = new PointInTime(storage(5_000), restart);
  expect(await object.bookmarkAt(4_000)).toEqual({ ok: true, bookmark: "bookmark-4000" });
  expect(restart).not.toHaveBeenCalled();
  expect(await object.restoreTo("bookmark-4000")).toEqual({ ok: true, bookmark: "bookmark-5000" });
  expect(restart).toHaveBeenCalledOnce();
});

test("a time that is too old is refused and logged", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const now = 40 * 86_400_000;
  expect(await new PointInTime(storage(now), vi.fn()).bookmarkAt(1)).toEqual({ ok: false, reason: "refused" });
  expect(JSON.parse(String(logged.mock.lastCall?.[0]))).toMatchObject({ event: "object_not_restored" });
  logged.mockRestore();
});
