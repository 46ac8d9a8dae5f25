import type { Survivor } from "./results.ts";

/** Why a mutant that no test notices is none that one should: usually it does the same. */
export interface Explained extends Omit<Survivor, "line"> {
  reason: string;
}

/** `code`, `replacement` and the reason. */
type Row = [code: string, replacement: string, reason: string];

const STRING = '"Stryker was here!"';

/** By file. */
const ROWS: Record<string, Row[]> = {
  "workers/account/queries/cursors.ts": [
    ['""', STRING, "What has not the form of a cursor has no valid signature either."],
    ["[]", '["Stryker was here"]', "The first element of a match is not read."],
    ["one < other", "one <= other", "Names of filters differ."],
    ["one < other", "one >= other", "Any one order is canonical."],
    [
      "{ // expected: what was sent need not be base64 return null; }",
      "{}",
      "Nothing is returned then, which is refused as null is.",
    ],
  ],
  "shared/platform/address-limit.ts": [
    [
      "first && !failed",
      "first || !failed",
      "Something failed or there is a first result, for there is a count at least.",
    ],
    ["other.until > one.until", "other.until >= one.until", "Of two that wait as long either may be named."],
    ["[]", '["Stryker was here"]', "Only whole instants count as calls."],
    ["false", "true", "Whether the key can be exported makes no difference to what it signs."],
    ["times === 1", "false", "A policy for once as much is the same policy."],
  ],
  "shared/api/http/json-body.ts": [
    ["declared >= 0", "false", "A declared body is read whole because that is faster; in parts it is the same."],
    ["declared >= 0", "declared > 0", "An empty body is the same, read whole or in parts."],
    ["declared >= 0", "declared < 0", "A body is the same, read whole or in parts."],
    ["false", "true", "Where no member is expected, a comma or the end of the text follows before the next string."],
    ["at < text.length", "at <= text.length", "There is no character at the end."],
    ["object", "true", "Where a name is expected, an object is open."],
    ["object?.names?.has", "object?.names.has", "Where a name is expected, an object is open, which has names."],
    ["object?.names", "object.names", "Where a name is expected, an object is open."],
    ["object?.names?.add", "object?.names.add", "Where a name is expected, an object is open, which has names."],
    ["inside?.names", "inside.names", "A comma outside of strings is inside of an object or an array."],
    ["inside?.step", "inside.step", "A comma outside of strings is inside of an object or an array."],
    ['typeof inside?.step === "number"', "true", "The step of an object is set by its next name."],
    [
      '(request.headers.get("Content-Type") ?? "").split(";")[0]?.trim',
      '(request.headers.get("Content-Type") ?? "").split(";")[0].trim',
      "A text that is split has a first part.",
    ],
    ['""', STRING, "A request without a media type is refused as one with another is."],
  ],
  "shared/api/http/serve-http.ts": [
    ["[]", '["Stryker was here"]', "Of languages that are asked for only known ones are found."],
  ],
  "shared/api/http/url-input.ts": [
    ['typeof schema === "object"', "true", "A member's schema is an object: only `true` and `false` are none."],
  ],
  "shared/api/pipeline/read-input.ts": [
    ['""', STRING, "The words of an issue of zod are not read."],
    ['"parameter"', '""', "What is no pointer is a parameter."],
    [
      "{ // expected: the check of the input says what is wrong with it return undefined; }",
      "{}",
      "Nothing is returned either way.",
    ],
    ['typeof name === "string"', "true", "Names in a path are strings: nothing else is among them."],
  ],
  "shared/api/pipeline/run-operation.ts": [
    ["!gate", "false", "It throws either way: what is thrown says more to who forgot the gate."],
    [
      '"an operation that needs a credential, in an API without a gate"',
      '""',
      "Words for who forgot the gate, which no answer shows.",
    ],
    ['"the gate admitted no request"', '""', "Words for who wrote the gate, which no answer shows."],
  ],
};

export const EXPLAINED: Explained[] = Object.entries(ROWS).flatMap(([file, rows]) =>
  rows.map(([code, replacement, reason]) => ({ file, code, replacement, reason })),
);
