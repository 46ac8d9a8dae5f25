import { expect, test } from "vitest";
import { AnswerCache, toAnswer } from "../../../shared/api/pipeline/answer.ts";

const END = 600_000;
const answer = await toAnswer({ a: 1 }, END, true);

test("an answer is served until it expires", () => {
  const cache = new AnswerCache(2);
  cache.set("key", answer);
  cache.setByUrl("https://desk.example/a", answer, "getPlan");
  expect(cache.get("key", END - 1)).toBe(answer);
  expect(cache.getByUrl("https://desk.example/a", END - 1)).toEqual({ answer, operation: "getPlan" });
  expect(cache.getByUrl("https://desk.example/a", END)).toBeUndefined();
  expect(cache.get("key", END)).toBeUndefined();
  expect(cache.get("key", 0)).toBeUndefined();
});

test("the cache evicts the least recently used answer first", () => {
  const cache = new AnswerCache(2);
  cache.set("first", answer);
  cache.set("second", answer);
  cache.get("first", 0);
  cache.set("third", answer);
  expect(cache.get("second", 0)).toBeUndefined();
  expect(cache.get("first", 0)).toBe(answer);
});

test("the number of cached URLs is limited", () => {
  const cache = new AnswerCache(3);
  const held: number[] = [];
  for (let at = 0; at < 10; at++) {
    cache.setByUrl(`https://desk.example/${at}`, answer, "getPlan");
    held.push(
      Array.from({ length: 10 }, (_, of) => cache.getByUrl(`https://desk.example/${of}`, 0)).filter(Boolean).length,
    );
  }
  expect(held).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3, 1]);
  expect(cache.getByUrl("https://desk.example/9", 0)).toBeDefined();
});

test("equal bytes have the same tag, and different bytes have different tags", async () => {
  expect((await toAnswer({ a: 1 }, 5, true)).etag).toBe(answer.etag);
  expect((await toAnswer({ a: 2 }, 5, true)).etag).not.toBe(answer.etag);
});
