import { expect, test } from "vitest";
import * as z from "zod";
import { urlReader } from "../../../shared/api/http/serve-http.ts";
import { casesOf } from "../../support/cases.ts";

const INPUT = z.strictObject({
  ...{ name: z.string(), years: z.int(), price: z.number(), on: z.boolean(), list: z.array(z.string()) },
  ...{ date: z.date(), id: z.int().transform((id) => `id ${id}`), optional: z.int().optional() },
});

test.each(casesOf<[query: string, members: object][]>(import.meta.url))(
  "the query %s is read as %j",
  (text, members) => {
    expect(urlReader(INPUT).query(new URLSearchParams(text), {})).toEqual(members);
  },
);

test("a resource has only one path, so other spellings of its values stay text", () => {
  const given = { name: "5", years: "7", price: "1.50", on: "true", list: "a,b" };
  const { path } = urlReader(INPUT);
  expect(path(given)).toEqual({ name: "5", years: 7, price: "1.50", on: true, list: ["a", "b"] });
  expect(path({ years: "007", price: "1.5", list: "a" })).toEqual({ years: "007", price: 1.5, list: ["a"] });
});

test("a parameter that occurs twice or is also in the path is refused once", () => {
  const refused = (text: string, inPath: object = {}) => {
    try {
      urlReader(INPUT).query(new URLSearchParams(text), { ...inPath });
    } catch (thrown) {
      return (thrown as { refused: { name: string }[] }).refused.map(({ name }) => name);
    }
  };
  expect(refused("on=true&name=a&on=true&on=false")).toEqual(["on"]);
  expect(refused("name=a&on=true", { name: "b" })).toEqual(["name"]);
  expect(refused("list=a&list=b", { list: ["c"] })).toEqual(["list"]);
  expect(refused("é=1&é=2")).toEqual(["?"]);
  expect(refused("name=a&on=true")).toBeUndefined();
});
