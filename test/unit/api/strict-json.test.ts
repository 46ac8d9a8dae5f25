import fc from "fast-check";
import { expect, test } from "vitest";
import { toProblem } from "../../../shared/api/definition/problems.ts";
import { readJsonBody, readOptionalJsonBody } from "../../../shared/api/http/json-body.ts";

const read = (body: BodyInit, headers: Record<string, string> = {}) =>
  readJsonBody(
    new Request("https://desk.example/", {
      method: "POST",
      body,
      headers: { "Content-Type": "application/json", ...headers },
      ...({ duplex: "half" } as object),
    }),
  );

test.each([
  '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":1}]}',
  '{"a":"{\\"a\\":1,\\"a\\":2}"}',
  '{"a\\\\":1,"a":2}',
  '["a","a",{"x":"\\\\"}]',
  `${"[".repeat(32)}${"]".repeat(32)}`,
  '"text"',
  " { } ",
])("the body %.40s is accepted", async (text) => {
  expect(await read(text)).toEqual(JSON.parse(text));
});

test.each([
  ["a duplicate member, once escaped", '{"a":1,"\\u0061":2}', "/a"],
  ["a nested duplicate member", '{"x":[1,{"y":{"b":1,"c":[1,{}],"b":2}}]}', "/x/1/y/b"],
  ["a duplicate member with unusual characters", '{"a/b~é":1,"a/b~é":2}', "/a~1b~0?"],
  ["a duplicate member after a string in a list", '["x",{"b":1,"b":2}]', "/1/b"],
  ["a duplicate member after a later string in a list", '[1,"x",{"b":1,"b":2}]', "/2/b"],
  ["33 levels", `${"[".repeat(33)}${"]".repeat(33)}`, "/0"],
  ["text that is not JSON", "{a:1}", ""],
  ["no content", "", ""],
])("a body with %s is refused with the position", async (_, text, pointer) => {
  const error = await read(text).catch((thrown: unknown) => thrown);
  expect(toProblem(error, { site: "", language: "en", requestId: "r" })).toMatchObject({
    code: "invalid_body",
    errors: [{ pointer, message: expect.any(String) }],
  });
});

test("bytes that are not UTF-8 are refused", async () => {
  const refused = [{ name: "", message: { en: "The body is not UTF-8 text." } }];
  await expect(read(new Uint8Array([0x22, 0xff, 0x22]))).rejects.toMatchObject({ code: "invalid_body", refused });
});

test("a body of 64 KiB is read, and one more byte is refused in any transfer encoding", async () => {
  const text = (size: number) => `"${"a".repeat(size - 2)}"`;
  expect(await read(text(65_536))).toHaveLength(65_534);
  await expect(read(text(65_537))).rejects.toMatchObject({ code: "payload_too_large" });
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      sent += 1024;
      controller.enqueue(new Uint8Array(1024).fill(0x20));
    },
  });
  await expect(read(endless)).rejects.toMatchObject({ code: "payload_too_large" });
  expect(sent).toBeLessThan(80_000);
});

test("a body whose declared length exceeds the limit is not read", async () => {
  const declared = (length: number) => read('"text"', { "Content-Length": String(length) });
  expect(await declared(65_536)).toBe("text");
  await expect(declared(65_537)).rejects.toMatchObject({ code: "payload_too_large" });
});

test("a missing optional body is an empty object, and any other body is read", async () => {
  const sent = (init: RequestInit) =>
    readOptionalJsonBody(new Request("https://desk.example/", { method: "POST", ...init }));
  const headers = { "Content-Type": "application/json" };
  expect(await sent({})).toEqual({});
  expect(await sent({ body: "", headers: { "Content-Length": "0" } })).toEqual({});
  expect(await sent({ body: '{"a":1}', headers })).toEqual({ a: 1 });
  await expect(sent({ body: "", headers })).rejects.toMatchObject({ code: "invalid_body" });
  await expect(sent({ body: "5" })).rejects.toMatchObject({ code: "unsupported_media_type" });
});

test.each([{ "Content-Type": "text/plain" }, { "Content-Encoding": "gzip" }])(
  "%o is refused as an unsupported media type",
  async (headers) => {
    await expect(read("{}", headers)).rejects.toMatchObject({ code: "unsupported_media_type" });
  },
);

test("a charset in the media type is accepted", async () => {
  for (const type of ["Application/JSON; charset=utf-8", "application/json ;charset=utf-8"])
    expect(await read("{}", { "Content-Type": type })).toEqual({});
});

test("any JSON value with up to 32 levels is read as the standard parser reads it, with any spacing", async () => {
  await fc.assert(
    fc.asyncProperty(fc.jsonValue({ maxDepth: 30 }), fc.constantFrom(0, 1, "\t"), async (value, space) => {
      const text = JSON.stringify(value, null, space);
      expect(await read(text)).toEqual(JSON.parse(text));
    }),
    { numRuns: 300 },
  );
});
