import { expect, test } from "vitest";
import { keptReferences } from "../../../workers/site/developers/reference/api-reference.ts";
import type { PublishedOpenApi } from "../../../workers/site/developers/reference/published-openapi.ts";

const document = (version: string): PublishedOpenApi => ({
  info: { title: "", version },
  servers: [{ url: "https://desk.example/api/v1" }],
  paths: {},
  components: { schemas: {} },
});

/** Creates a cache of references with a movable clock, and records the names that it requests. */
function references() {
  const at = { seconds: 0 };
  const asked: string[] = [];
  const { read } = keptReferences(() => new Date(at.seconds * 1_000));
  const readFrom = (name: string, answer: { value: PublishedOpenApi; maxAge: number } | null) =>
    read(name, async () => {
      asked.push(name);
      return answer;
    });
  return { at, asked, readFrom };
}

test("a reference is cached until its document expires", async () => {
  const { at, asked, readFrom } = references();
  expect(await readFrom("a", { value: document("1"), maxAge: 60 })).toMatchObject({
    value: { version: "1" },
    maxAge: 60,
  });
  at.seconds = 45;
  expect(await readFrom("a", { value: document("2"), maxAge: 60 })).toMatchObject({
    value: { version: "1" },
    maxAge: 15,
  });
  at.seconds = 60;
  expect(await readFrom("a", { value: document("3"), maxAge: 60 })).toMatchObject({
    value: { version: "3" },
    maxAge: 60,
  });
  expect(asked).toEqual(["a", "a"]);
});

test("a missing document or a document without an age is not cached", async () => {
  const { asked, readFrom } = references();
  expect(await readFrom("a", null)).toBeNull();
  expect(await readFrom("a", { value: document("1"), maxAge: 0 })).toMatchObject({ maxAge: 0 });
  expect(await readFrom("a", { value: document("2"), maxAge: 0 })).toMatchObject({ value: { version: "2" } });
  expect(asked).toHaveLength(3);
});

test("the number of cached origins is limited", async () => {
  const { asked, readFrom } = references();
  for (let origin = 0; origin < 20; origin++) await readFrom(`${origin}`, { value: document("1"), maxAge: 60 });
  await readFrom("0", { value: document("1"), maxAge: 60 });
  expect(asked).toHaveLength(21);
  await readFrom("19", { value: document("1"), maxAge: 60 });
  expect(asked).toHaveLength(21);
});
