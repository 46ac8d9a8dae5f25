import { expect, test } from "vitest";
import { placesOf } from "../../system/attacks/support/search.ts";

test("a secret is found in whatever form", () => {
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
