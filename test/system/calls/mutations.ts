import fc from "fast-check";
import { hostileBodies, hostileTexts, hostileTypes, oddHeaders } from "./hostile-values.ts";
import type { Schema } from "./json-schema.ts";
import type { Input } from "./known-account.ts";
import type { HttpDraft } from "./requests.ts";
import { madeBy, otherValues } from "./schema-values.ts";
import type { WireRequest } from "./wire.ts";

/** One change of a request; what it changes is named for the report. */
export interface Mutation<Changed> {
  name: string;
  change: (changed: Changed) => void;
}

/** What a request over HTTP and a message to an MCP server have alike. */
type Sent = Pick<WireRequest, "method" | "headers" | "body">;

const KEY = "Idempotency-Key";
const TYPE = "Content-Type";

function mutation<Changed>(name: string, change: (changed: Changed) => void): Mutation<Changed> {
  return { name, change };
}

function withLines({ headers }: Sent, name: string, lines: [string, string][]): [string, string][] {
  return [...headers.filter(([own]) => own !== name), ...lines];
}

/** One member of an input dropped, given another value, or added. @param schemas of all members, by their names */
export function inputMutations(schemas: Record<string, Schema>): fc.Arbitrary<Mutation<Input>> {
  const names = Object.keys(schemas);
  const added = fc
    .tuple(fc.constantFrom("colour", "__proto__", "constructor", "ID", "Domain", "", "limit[]", "a.b"), hostileTexts)
    .map(([name, value]) =>
      mutation<Input>(`member ${JSON.stringify(name)} added`, (input) => {
        Object.defineProperty(input, name, { value, enumerable: true, configurable: true, writable: true });
      }),
    );
  if (names.length === 0) return added;
  const dropped = fc
    .constantFrom(...names)
    .map((name) => mutation<Input>(`${name} dropped`, (input) => void delete input[name]));
  const replaced = fc.constantFrom(...names).chain((name) =>
    otherValues(schemas[name] as Schema).map((value) =>
      mutation<Input>(`another ${name}`, (input) => {
        input[name] = value;
      }),
    ),
  );
  const inner = fc.constantFrom(...names).chain((name) => {
    const { items, properties } = schemas[name] as Schema;
    const parts = items?.properties ?? properties;
    if (!parts) return replaced;
    return inputMutations(parts).map(({ name: what, change }) =>
      mutation<Input>(`in ${name}: ${what}`, (input) => {
        const value = structuredClone(input[name]);
        const part = Array.isArray(value) ? value.at(-1) : value;
        if (typeof part === "object" && part !== null) change(part as Input);
        input[name] = value;
      }),
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
  fc.constantFrom(...names).map((method) =>
    mutation<Sent>(`method ${method}`, (sent) => {
      sent.method = method;
    }),
  );

const paths = fc
  .constantFrom<[string, (path: string) => string]>(
    ["final slash", (path) => `${path}/`],
    ["two slashes", (path) => path.replace(/\/([^/]*)$/, "//$1")],
    ["upper case", (path) => path.replace(/\/[^/]*$/, (end) => end.toUpperCase())],
    ["escaped letter", (path) => path.replace(/[a-z](?=[^/]*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`)],
    ["escaped slash", (path) => path.replace(/\/([^/]*)$/, "%2F$1")],
    ["dots", (path) => path.replace(/\/([^/]*)$/, "/../x/./../$1")],
    ["escaped dots", (path) => `${path}/%2e%2e/%2e%2e`],
    ["NUL", (path) => `${path}%00`],
    ["broken escape", (path) => `${path}%zz`],
    ["broken UTF-8", (path) => `${path}%c3%28`],
    ["lone surrogate", (path) => `${path}%ED%A0%80`],
    ["a segment more", (path) => `${path}/more`],
    ["a segment less", (path) => path.replace(/\/[^/]*$/, "")],
    ["long segment", (path) => `${path}/${"x".repeat(4_000)}`],
    ["matrix parameter", (path) => `${path};a=b`],
    ["plus", (path) => path.replace(/[^/]$/, "+$&")],
    ["other version", (path) => path.replace("/v1", "/v2")],
    ["version 0", (path) => path.replace("/v1", "/v01")],
    ["template", (path) => path.replace(/\/[^/]*$/, "/{id}")],
    ["prototype", (path) => path.replace(/\/[^/]*$/, "/__proto__")],
  )
  .map(([name, change]) =>
    mutation<HttpDraft>(`path: ${name}`, (draft) => {
      draft.path = change(draft.path);
    }),
  );

const queries = fc.oneof(
  fc
    .tuple(
      fc.constantFrom(..."colour lang currency limit status cursor access_token __proto__ constructor ".split(" ")),
      hostileTexts,
    )
    .map(([name, value]) =>
      mutation<HttpDraft>(`parameter ${JSON.stringify(name)} added`, (draft) => void draft.query.push([name, value])),
    ),
  fc.nat().map((at) =>
    mutation<HttpDraft>("parameter repeated", ({ query }) => {
      const [name, value] = query[at % Math.max(1, query.length)] ?? ["lang", "en"];
      query.push([name, value]);
      if (query.length === 1) query.push([name, value]);
    }),
  ),
  fc
    .constantFrom(..."& &&& &= &a = % &lang=%zz &lang=%ff &%ED%A0%80=1 ?lang=en &lang=en#x ;lang=en".split(" "))
    .map((suffix) =>
      mutation<HttpDraft>(`query ends in ${suffix}`, (draft) => {
        draft.querySuffix = suffix;
      }),
    ),
  fc.constantFrom(60, 600).map((count) =>
    mutation<HttpDraft>(`${count} parameters`, ({ query }) => {
      for (let number = 0; number < count; number++) query.push([`p${number}`, "1"]);
    }),
  ),
);

const headers = oddHeaders.map((more) =>
  mutation<Sent>(`header ${more[0]?.[0]}`, (sent) => void sent.headers.push(...more)),
);

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
  mutation<Sent>(`${KEY}: ${JSON.stringify(values).slice(0, 30)}`, (sent) => {
    sent.headers = withLines(
      sent,
      KEY,
      values.map((value): [string, string] => [KEY, value]),
    );
  }),
);

const types = hostileTypes.map((typed) =>
  mutation<Sent>(`body as ${typed.map(([, value]) => value).join(" and ") || "no type"}`, (sent) => {
    sent.headers = withLines(sent, TYPE, typed);
    sent.body ??= Buffer.from("{}");
  }),
);

const bodies = hostileBodies.map((bytes) =>
  mutation<Sent>("other bytes in the body", (sent) => {
    sent.body = bytes(sent.body?.toString() ?? "{}");
    if (!sent.headers.some(([name]) => name === TYPE)) sent.headers.push([TYPE, "application/json"]);
  }),
);

const noBody = fc.constant(
  mutation<Sent>("no body", (sent) => {
    sent.body = null;
  }),
);

/** One change of the request around its input. */
const requestMutations: fc.Arbitrary<Mutation<HttpDraft>> = fc.oneof(
  {
    weight: 3,
    arbitrary: methods("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "PROPFIND"),
  },
  { weight: 4, arbitrary: paths },
  { weight: 4, arbitrary: queries },
  { weight: 4, arbitrary: headers },
);

/** The same of an operation that takes a body. */
const bodyMutations: fc.Arbitrary<Mutation<HttpDraft>> = fc.oneof(
  { weight: 3, arbitrary: bodies },
  { weight: 2, arbitrary: types },
  { weight: 2, arbitrary: keys },
  { weight: 1, arbitrary: noBody },
  { weight: 2, arbitrary: requestMutations },
);

/** Changes a request around its input; the change's name. */
export function changeRequest(draft: HttpDraft, seed: number): string {
  return changed(draft, seed, draft.operation.body === null ? requestMutations : bodyMutations);
}

const messageMutations: fc.Arbitrary<Mutation<WireRequest>> = fc.oneof(
  bodies,
  types,
  headers,
  methods("GET", "DELETE", "PUT", "OPTIONS", "HEAD"),
  fc.constantFrom(1, 2, 10, 11, 50, 51).map((length) =>
    mutation<WireRequest>("long batch", (request) => {
      const batch = Array.from({ length }, (_, id) => ({ jsonrpc: "2.0", id, method: "ping" }));
      request.body = Buffer.from(JSON.stringify(batch));
      request.headers = request.headers.filter(([name]) => !/^mcp-/i.test(name));
    }),
  ),
);

/** Changes a request to an MCP server around its message, or puts another in its place; the change's name. */
export function changeMessage(request: WireRequest, seed: number): string {
  return changed(request, seed, messageMutations);
}

function changed<Changed>(it: Changed, seed: number, mutations: fc.Arbitrary<Mutation<Changed>>): string {
  const { name, change } = madeBy(seed, mutations);
  change(it);
  return name;
}
