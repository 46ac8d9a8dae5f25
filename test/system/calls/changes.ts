import fc from "fast-check";
import { hostileBodies, hostileTexts, hostileTypes, oddHeaders } from "./hostile-values.ts";
import type { Schema } from "./json-schema.ts";
import type { Input } from "./known-account.ts";
import type { HttpDraft } from "./requests.ts";
import { madeBy, otherValues } from "./schema-values.ts";
import type { WireRequest } from "./wire.ts";

/** A mutation of a request or of its input. */
export type Change<Changed> = (changed: Changed) => void;

/** The parts that API requests and requests to an MCP server have in common. */
type Sent = Pick<WireRequest, "method" | "headers" | "body">;

const KEY = "Idempotency-Key";
const TYPE = "Content-Type";

/** Generates changes that remove, replace or add one input member. @param schemas the member schemas, by name */
export function inputChanges(schemas: Record<string, Schema>): fc.Arbitrary<Change<Input>> {
  const names = Object.keys(schemas);
  const added = fc
    .tuple(fc.constantFrom("colour", "__proto__", "constructor", "ID", "Domain", "", "limit[]", "a.b"), hostileTexts)
    .map(
      ([name, value]): Change<Input> =>
        (input) => {
          Object.defineProperty(input, name, { value, enumerable: true, configurable: true, writable: true });
        },
    );
  if (names.length === 0) return added;
  const dropped = fc.constantFrom(...names).map(
    (name): Change<Input> =>
      (input) =>
        void delete input[name],
  );
  const replaced = fc.constantFrom(...names).chain((name) =>
    otherValues(schemas[name] as Schema).map(
      (value): Change<Input> =>
        (input) => {
          input[name] = value;
        },
    ),
  );
  const inner = fc.constantFrom(...names).chain((name) => {
    const { items, properties } = schemas[name] as Schema;
    const parts = items?.properties ?? properties;
    if (!parts) return replaced;
    return inputChanges(parts).map(
      (change): Change<Input> =>
        (input) => {
          const value = structuredClone(input[name]);
          const part = Array.isArray(value) ? value.at(-1) : value;
          if (typeof part === "object" && part !== null) change(part as Input);
          input[name] = value;
        },
    );
  });
  return fc.oneof(
    { weight: 6, arbitrary: replaced },
    { weight: 2, arbitrary: dropped },
    { weight: 1, arbitrary: added },
    { weight: 1, arbitrary: inner },
  );
}

const methods = (...names: string[]) =>
  fc.constantFrom(...names).map(
    (method): Change<Sent> =>
      (sent) => {
        sent.method = method;
      },
  );

const PATHS: Record<string, (path: string) => string> = {
  "final slash": (path) => `${path}/`,
  "two slashes": (path) => path.replace(/\/([^/]*)$/, "//$1"),
  "upper case": (path) => path.replace(/\/[^/]*$/, (end) => end.toUpperCase()),
  "escaped letter": (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  "escaped slash": (path) => path.replace(/\/([^/]*)$/, "%2F$1"),
  dots: (path) => path.replace(/\/([^/]*)$/, "/../x/./../$1"),
  "escaped dots": (path) => `${path}/%2e%2e/%2e%2e`,
  NUL: (path) => `${path}%00`,
  "broken escape": (path) => `${path}%zz`,
  "broken UTF-8": (path) => `${path}%c3%28`,
  "lone surrogate": (path) => `${path}%ED%A0%80`,
  "a segment more": (path) => `${path}/more`,
  "a segment less": (path) => path.replace(/\/[^/]*$/, ""),
  "long segment": (path) => `${path}/${"x".repeat(4_000)}`,
  "matrix parameter": (path) => `${path};a=b`,
  plus: (path) => path.replace(/[^/]$/, "+$&"),
  "other version": (path) => path.replace("/v1", "/v2"),
  "version 0": (path) => path.replace("/v1", "/v01"),
  template: (path) => path.replace(/\/[^/]*$/, "/{id}"),
  prototype: (path) => path.replace(/\/[^/]*$/, "/__proto__"),
};
const paths = fc.constantFrom(...Object.values(PATHS)).map(
  (change): Change<HttpDraft> =>
    (draft) => {
      draft.path = change(draft.path);
    },
);

const PARAMETERS = "colour lang currency limit status cursor access_token __proto__ constructor ".split(" ");
const SUFFIXES = "& &&& &= &a = % &lang=%zz &lang=%ff &%ED%A0%80=1 ?lang=en &lang=en#x ;lang=en".split(" ");
const queries: fc.Arbitrary<Change<HttpDraft>> = fc.oneof(
  fc.tuple(fc.constantFrom(...PARAMETERS), hostileTexts).map(
    ([name, value]): Change<HttpDraft> =>
      ({ query }) =>
        void query.push([name, value]),
  ),
  // Sends one parameter twice.
  fc.nat().map(
    (at): Change<HttpDraft> =>
      ({ query }) => {
        const [name, value] = query[at % Math.max(1, query.length)] ?? ["lang", "en"];
        query.push([name, value]);
        if (query.length === 1) query.push([name, value]);
      },
  ),
  fc.constantFrom(...SUFFIXES).map(
    (suffix): Change<HttpDraft> =>
      (draft) => {
        draft.querySuffix = suffix;
      },
  ),
  fc.constantFrom(60, 600).map(
    (count): Change<HttpDraft> =>
      ({ query }) => {
        for (let number = 0; number < count; number++) query.push([`p${number}`, "1"]);
      },
  ),
);

const headers = oddHeaders.map(
  (more): Change<Sent> =>
    (sent) =>
      void sent.headers.push(...more),
);

const withLines =
  (name: string, lines: [string, string][]): Change<Sent> =>
  (sent) => {
    sent.headers = [...sent.headers.filter(([own]) => own !== name), ...lines];
  };

const WRONG_KEYS = [
  "",
  '""',
  "a b",
  "a,b",
  "x".repeat(255),
  "x".repeat(256),
  "\u00e9",
  '"quoted"',
  '"half',
  "\ta\t",
  "0",
];
const keys = fc.constantFrom<string[]>([], ["a", "a"], ...WRONG_KEYS.map((key) => [key])).map((values) =>
  withLines(
    KEY,
    values.map((value) => [KEY, value]),
  ),
);

const types = hostileTypes.map(
  (typed): Change<Sent> =>
    (sent) => {
      withLines(TYPE, typed)(sent);
      sent.body ??= Buffer.from("{}");
    },
);

const bodies = hostileBodies.map(
  (bytes): Change<Sent> =>
    (sent) => {
      sent.body = bytes(sent.body?.toString() ?? "{}");
      if (!sent.headers.some(([name]) => name === TYPE)) sent.headers.push([TYPE, "application/json"]);
    },
);

const noBody = fc.constant<Change<Sent>>((sent) => {
  sent.body = null;
});

/** Generates changes to the method, path, query or headers of a request. */
const requestChanges: fc.Arbitrary<Change<HttpDraft>> = fc.oneof(
  {
    weight: 3,
    arbitrary: methods("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"),
  },
  { weight: 4, arbitrary: paths },
  { weight: 4, arbitrary: queries },
  { weight: 4, arbitrary: headers },
);

/** Generates changes to one part of a request with a body. */
const bodyChanges: fc.Arbitrary<Change<HttpDraft>> = fc.oneof(
  { weight: 3, arbitrary: bodies },
  { weight: 2, arbitrary: types },
  { weight: 2, arbitrary: keys },
  { weight: 1, arbitrary: noBody },
  { weight: 2, arbitrary: requestChanges },
);

/** Changes one part of an HTTP request. The seed selects the change. */
export function changeRequest(draft: HttpDraft, seed: number): void {
  madeBy(seed, draft.operation.body === null ? requestChanges : bodyChanges)(draft);
}

const messageChanges: fc.Arbitrary<Change<WireRequest>> = fc.oneof(
  bodies,
  types,
  headers,
  methods("GET", "DELETE", "PUT", "OPTIONS", "HEAD"),
  // Sends a batch instead of the message.
  fc.constantFrom(1, 2, 10, 11, 50, 51).map(
    (length): Change<WireRequest> =>
      (request) => {
        const batch = Array.from({ length }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
        request.body = Buffer.from(JSON.stringify(batch));
        request.headers = request.headers.filter(([name]) => !/^mcp-/i.test(name));
      },
  ),
);

/** Changes the HTTP request that carries an MCP message, or replaces the message. The seed selects the change. */
export function changeMessage(request: WireRequest, seed: number): void {
  madeBy(seed, messageChanges)(request);
}
