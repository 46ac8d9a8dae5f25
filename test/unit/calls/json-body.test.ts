import { expect, test } from "vitest";
import { refusedBody } from "../../system/calls/json-body.ts";

const JSON_TYPE: [string, string] = ["Content-Type", "application/json"];

function refused(body: string | Buffer, headers = [JSON_TYPE]): string[] {
  return refusedBody({ method: "POST", path: "/", headers, body: Buffer.from(body as string) });
}

const nested = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

test("what is within every limit is taken", () => {
  expect(refused('{"a":[{"b":1},{"b":1}],"c":{"a":1},"text":"\\"a\\":{[\\\\"}')).toEqual([]);
  expect(refused("{}".padEnd(65_536))).toEqual([]);
  expect(refused(nested(32))).toEqual([]);
  expect(refused('{"__proto__":1,"constructor":2}')).toEqual([]);
});

test.each([
  ["65,537 bytes", "{}".padEnd(65_537)],
  ["33 levels", nested(33)],
  ["a member twice", '{"a":1,"b":{},"a":1}'],
  ["a member twice, once escaped", '{"a":1,"\\u0061":1}'],
  ["broken UTF-8", Buffer.from([0x22, 0xc3, 0x28, 0x22])],
])("%s is refused", (_, body) => {
  expect(refused(body)).toHaveLength(1);
});

test("a body that is declared as another type, as two, or as encoded is refused", () => {
  expect(refused("{}", [["content-type", "Application/JSON; charset=utf-8"]])).toEqual([]);
  expect(refused("{}", [])).toHaveLength(1);
  expect(refused("{}", [["Content-Type", "text/plain"]])).toHaveLength(1);
  expect(refused("{}", [JSON_TYPE, JSON_TYPE])).toHaveLength(1);
  expect(refused("{}", [JSON_TYPE, ["Content-Encoding", "gzip"]])).toHaveLength(1);
});
