import fc from "fast-check";
import { MAX_BODY_BYTES, MAX_DEPTH } from "./json-body.ts";

/** Hostile words, separated by spaces. */
const WORDS =
  "xn-- xn--a xn--\u00e9 example.com. .com .. ../../account %2e%2e%2f %00 %zz a,b , ; '\"-- {{7*7}} <script> null undefined NaN Infinity true -1 0 00 1.0 1e3 0x10 ９ 9007199254740993 1e309 __proto__ constructor toString hasOwnProperty prototype e\u0301 \u1e9e \u0130 \u202eexample.com \u2066a\u2069 \u00ad";
const LENGTHS = [64, 253, 254, 1_001].map((length) => "a".repeat(length));

/** Texts that break careless parsers. */
export const hostileTexts: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...WORDS.split(" "),
    ...[
      "",
      " ",
      "\u0000",
      "a\u0000b",
      "\ud800",
      "\udc00x",
      "\ufeffexample.com",
      "\r\nX-Injected: 1",
      "\u2028",
      "1 OR 1=1",
    ],
    ...[...LENGTHS, "a.".repeat(127), `${"a".repeat(63)}.com`, `${"a".repeat(64)}.com`, "😀".repeat(8)],
  ),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 40 }),
);

/** A placeholder. {@link jsonText} replaces it with a number that is too large for a double. */
const TOO_LARGE = "@1e400@";

const NUMBERS = [0, -0, 1, -1, 0.1, 1.5, 1e-7, 1e21, 1e308, 5e-324, 2 ** 31, 2 ** 53, -(2 ** 53)];

/** Values of any JSON type. Some are at the limits of their type. */
export const hostileValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: hostileTexts },
  {
    weight: 4,
    arbitrary: fc.constantFrom<unknown>(
      ...[...NUMBERS, TOO_LARGE, null, true, false, nested(12), nested(40)],
      ...[[], [null], [[]], {}, { a: 1 }, { length: 1 }, { toString: 1 }, [1, "1"], ["a", "a"]],
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

function nested(depth: number): unknown {
  return depth === 0 ? 1 : depth % 2 === 0 ? [nested(depth - 1)] : { a: nested(depth - 1) };
}

/** Returns the JSON text of a value, with {@link TOO_LARGE} as a number. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replaceAll(`"${TOO_LARGE}"`, "1e400");
}

/** Functions that replace the text of a body with other bytes. Some bodies are at a limit or just beyond it. */
export const hostileBodies: fc.Arbitrary<(text: string) => Buffer> = fc.oneof(
  fc.nat(200).map((at) => (text: string) => Buffer.from(text.slice(0, Math.max(0, text.length - 1 - at)))),
  fc.constantFrom<(text: string) => Buffer>(
    (text) => Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]),
    (text) => Buffer.from(`\ufeff${text}`, "utf16le"),
    (text) =>
      Buffer.concat([
        Buffer.from(text.slice(0, -1)),
        Buffer.from(',"x":"'),
        Buffer.from([0xc3, 0x28]),
        Buffer.from('"}'),
      ]),
    (text) => Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text)]),
    (text) => Buffer.from(text, "latin1"),
    (text) => Buffer.from(text.replace(/^\{("[^"]+":)/, "{$1null,$1")),
    (text) => Buffer.from(text.replace(/^\{/, '{"\\u0061":1,"a":2,')),
    (text) => Buffer.from(text.replace(/^\{/, '{"__proto__":{"a":1},')),
    (text) => Buffer.from(`${text}${text}`),
    (text) => Buffer.from(`${text},`),
    (text) => Buffer.from(text.replaceAll('"', "'")),
    (text) => Buffer.from(`/* a */${text}`),
    (text) => Buffer.from(text.replace(/\}$/, ",}")),
    (text) => Buffer.from(` \t\r\n${text}\n `),
    (text) => Buffer.from(`\u00a0${text}`),
    (text) => padded(text, MAX_BODY_BYTES),
    (text) => padded(text, MAX_BODY_BYTES + 1),
    (text) => Buffer.from(text.replace(/^\{/, `{"deep":${"[".repeat(MAX_DEPTH - 1)}${"]".repeat(MAX_DEPTH - 1)},`)),
    (text) => Buffer.from(text.replace(/^\{/, `{"deep":${"[".repeat(MAX_DEPTH)}${"]".repeat(MAX_DEPTH)},`)),
    (text) => Buffer.from(text.replace(/^\{/, `{"deep":${"[".repeat(8_000)}${"]".repeat(8_000)},`)),
    ...["", "null", "[]", "[[]]", "{}", '"text"', "1", "true", "{", "[", '{"a"}', "undefined", "\u0000"].map(
      (other) => () => Buffer.from(other),
    ),
  ),
);

/** Pads a text with spaces to the given number of bytes. */
function padded(text: string, bytes: number): Buffer {
  return Buffer.concat([Buffer.from(text), Buffer.alloc(Math.max(0, bytes - Buffer.byteLength(text)), " ")]);
}

/** Generates the lines of one header from a list of headers and their values. */
function headerLines(...lines: [name: string, ...values: string[]][]): fc.Arbitrary<[string, string][]> {
  return fc.constantFrom(...lines).map(([name, ...values]) => values.map((value): [string, string] => [name, value]));
}

const JSON_TYPE = "application/json";
const TYPES = [
  ...["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "APPLICATION/JSON"],
  ...["charset=utf-8", "charset=utf-16", ""].map((parameter) => `${JSON_TYPE};${parameter}`),
  ...["application/problem+json", `${JSON_TYPE}, text/plain`],
];
const encodings = fc.constantFrom("gzip", "identity").map((encoding): [string, string][] => [
  ["Content-Type", JSON_TYPE],
  ["Content-Encoding", encoding],
]);

/** Content headers that replace the correct ones. */
export const hostileTypes: fc.Arbitrary<[string, string][]> = fc.oneof(
  {
    weight: 12,
    arbitrary: headerLines(["Content-Type"], ...TYPES.map((type): [string, string] => ["Content-Type", type]), [
      "Content-Type",
      JSON_TYPE,
      JSON_TYPE,
    ]),
  },
  { weight: 2, arbitrary: encodings },
);

/** Headers that a request does not need. None of them may change the response in an undocumented way. */
export const oddHeaders: fc.Arbitrary<[string, string][]> = headerLines(
  ["Accept", "text/html"],
  ["Accept", "application/xml;q=1, */*;q=0"],
  ["Accept", ""],
  ["Accept-Encoding", "gzip, br"],
  ["Accept-Language", "fr;q=0.9, de"],
  ["If-None-Match", "*"],
  ["If-None-Match", 'W/"x", "y"'],
  ["If-None-Match", '"unclosed'],
  ["If-Match", '"x"'],
  ["If-Modified-Since", "Thu, 01 Jan 1970 00:00:00 GMT"],
  ["Range", "bytes=0-0"],
  ["Origin", "null"],
  ["Origin", "https://evil.example"],
  ["X-HTTP-Method-Override", "DELETE"],
  ["X-Forwarded-For", "192.0.2.1"],
  ["X-Forwarded-Host", "evil.example"],
  ["X-Request-Id", "mine"],
  ["Forwarded", "for=192.0.2.1;proto=http"],
  ["Cookie", "session=x; __Host-session=y"],
  ["Prefer", "return=minimal"],
  ["X-Long", "x".repeat(4_000)],
  ["X-Latin", "\u00e9\u00ff"],
  ["X-Twice", "1", "2"],
  ["Sec-Fetch-Mode", "navigate"],
  ["Content-Language", "xx"],
  ["Mcp-Session-Id", "0"],
  ["Last-Event-ID", "1"],
);
