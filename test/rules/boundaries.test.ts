import { expect, test } from "vitest";
import { circlesOf, type Import, importsOf, PRODUCT, sourcesIn } from "./support/sources.ts";

const imports = [...sourcesIn([...PRODUCT, "dev"])].flatMap(([file, source]) => importsOf(file, source));

/** The imports that a rule forbids, as `file → target`. */
function breaches(rule: (found: Import) => boolean): string[] {
  return imports.filter(rule).map(({ file, target }) => `${file} → ${target}`);
}

const workerOf = (path: string) => /^workers\/([^/]+)\//.exec(path)?.[1];
const isOperation = (path: string) => /^workers\/[^/]+\/operations\//.test(path);

test("the rules look at real imports", () => {
  expect(imports.length).toBeGreaterThan(100);
});

test("Workers never import each other", () => {
  expect(
    breaches(({ file, target }) => !!workerOf(file) && !!workerOf(target) && workerOf(file) !== workerOf(target)),
  ).toEqual([]);
});

test("shared imports no Worker, no Durable Object and nothing of local work", () => {
  expect(
    breaches(({ file, target, own }) => own && file.startsWith("shared/") && !target.startsWith("shared/")),
  ).toEqual([]);
});

test("the API pipeline and the platform know no domain", () => {
  const pipeline = breaches(
    ({ file, target, own }) => own && file.startsWith("shared/api/") && !/^shared\/(?:api|platform)\//.test(target),
  );
  const platform = breaches(
    ({ file, target, own }) => own && file.startsWith("shared/platform/") && !target.startsWith("shared/platform/"),
  );
  expect([...pipeline, ...platform]).toEqual([]);
});

test("a Durable Object imports shared code and its own folder alone", () => {
  const isOwn = (file: string, target: string) => target.startsWith(`${file.split("/").slice(0, 2).join("/")}/`);
  expect(
    breaches(
      ({ file, target, own }) =>
        own && file.startsWith("durable-objects/") && !target.startsWith("shared/") && !isOwn(file, target),
    ),
  ).toEqual([]);
});

test("a Durable Object's class is imported by one Worker alone, but for the session and those at the top", () => {
  const classes = [...sourcesIn(["durable-objects"])]
    .filter(([, source]) => /extends DurableObject\b/.test(source))
    .map(([file]) => file);
  const workersWith = (path: string) =>
    new Set(imports.filter(({ target }) => target === path).map(({ file }) => workerOf(file)));
  expect(classes.filter((path) => workersWith(path).size > 1)).toEqual(
    classes.filter((path) => /^durable-objects\/(?:session\/)?[^/]+\.ts$/.test(path)),
  );
});

test("no Worker imports what only local work, tests or benchmarks need", () => {
  expect(
    breaches(({ file, target }) => file.startsWith("workers/") && /^(?:dev|test|bench|scripts)\//.test(target)),
  ).toEqual([]);
});

test("an operation imports zod, shared code and its own Worker, never a transport, a binding or the catalogue cache", () => {
  const allowed = /^(?:zod|shared\/(?!api\/http|api\/mcp)|workers\/)/;
  expect(breaches(({ file, target }) => isOperation(file) && !allowed.test(target))).toEqual([]);
});

test("the MCP SDK is imported by the protocol handler alone", () => {
  expect(
    breaches(({ target }) => target.startsWith("@modelcontextprotocol/")).map((line) => line.split(" → ")[0]),
  ).toEqual(["shared/api/mcp/protocol-handler.ts"]);
});

test("bindings and settings are read by a Worker's entry, its composition and its context alone", () => {
  const readers = [...sourcesIn(PRODUCT)]
    .filter(([, source]) => /\benv\.[A-Z]|this\.env\b|\{ env \} from "cloudflare:workers"/.test(source))
    .map(([file]) => file);
  expect(
    readers.filter((file) => !/^workers\/([^/]+)\/(?:\1(?:\.worker|-context)|composition)\.ts$/.test(file)),
  ).toEqual([]);
});

test("no files import each other in a circle, for types neither", () => {
  expect(circlesOf(imports)).toEqual([]);
});
