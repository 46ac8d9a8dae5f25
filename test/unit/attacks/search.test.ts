import { expect, test } from "vitest";
import { expectFoundOnlyIn, placesOf } from "../../system/attacks/support/search.ts";

test("the search finds a secret in each tested encoding", () => {
  const secret = `a"b&c 7f3e90`;
  const forms = [
    secret,
    JSON.stringify({ secret }),
    encodeURIComponent(secret),
    new URLSearchParams({ secret }).toString(),
    Buffer.from(secret).toString("hex"),
    ...["", "x", "xy"].flatMap((before) => {
      const bytes = Buffer.from(`${before}${secret} and more`);
      return [bytes.toString("base64"), bytes.toString("base64url")];
    }),
  ];
  const everything = [...forms.map((form) => Buffer.from(form)), Buffer.from(secret, "utf16le"), Buffer.from("a")];
  const found = placesOf(
    secret,
    everything.map((bytes, at) => ({ place: String(at), bytes })),
  );
  expect(found).toHaveLength(everything.length - 1);
});

test("the search distinguishes secrets at the ends of a text and with a common prefix", () => {
  const held = (text: string) => ({ place: text, bytes: Buffer.from(text) });
  const everything = ["begin-one", "begin-two", "begin-one and begin-two", "begin-on", "begin-oone"].map(held);
  expect(placesOf("begin-one", everything)).toEqual(["begin-one", "begin-one and begin-two"]);
  expect(placesOf("begin-two", everything)).toEqual(["begin-two", "begin-one and begin-two"]);
  const secrets = new Map([
    ["one", "begin-one"],
    ["two", "begin-two"],
  ]);
  const others = { one: ["begin-one", "begin-one and begin-two"], two: ["begin-one and begin-two", "begin-two"] };
  expectFoundOnlyIn(others, secrets, everything);
  expect(() => expectFoundOnlyIn({ ...others, two: [] }, secrets, everything)).toThrow("two");
});
