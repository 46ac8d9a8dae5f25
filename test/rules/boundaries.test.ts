import { expect, test } from "vitest";
import { circlesOf, type Import, importsOf, PRODUCT, sourcesIn } from "./support/sources.ts";

const imports = [...sourcesIn([...PRODUCT, "dev"])].flatMap(([file, source]) => importsOf(file, source));

/** Returns the imports that match a rule, as `file → target`. */
function breaches(rule: (found: Import) => boolean): string[] {
  return imports.filter(rule).map(({ file, target }) => `${file} → ${target}`);
}

const workerOf = (path: string) => /^workers\/([^/]+)\//.exec(path)?.[1];
const isOperation = (path: string) => /^workers\/[^/]+\/operations\//.test(path);

test("the rules check a plausible number of imports", () => {
  expect(imports.length).toBeGreaterThan(100);
});

const isOfAnotherWorker = (file: string, target: string) =>
  !!workerOf(file) && !!workerOf(target) && workerOf(file) !== workerOf(target);
const isOwnObject = (file: string, target: string) => target.startsWith(`${file.split("/").slice(0, 2).join("/")}/`);
/**
 * The imports that an operation may use: zod, shared code except transports, Workers, and the map and the steps of
 * commands. Another rule forbids imports of other Workers.
 */
const OPERATION_USES =
  /^(?:zod|shared\/(?!api\/http|api\/mcp)|workers\/|durable-objects\/account\/(?:command-map|commands\/command-steps)\.ts$)/;

/** Each rule forbids certain imports in one folder. Only imports of the project's own files are checked. */
test.each<[rule: string, of: string, isForbidden: (file: string, target: string) => boolean]>([
  ["Workers never import each other", "workers/", isOfAnotherWorker],
  [
    "shared code imports no Worker, no Durable Object and no code for local work",
    "shared/",
    (_, target) => !/^shared\//.test(target),
  ],
  [
    "the API pipeline imports no business code",
    "shared/api/",
    (_, target) => !/^shared\/(?:api|platform)\//.test(target),
  ],
  ["the platform imports no business code", "shared/platform/", (_, target) => !/^shared\/platform\//.test(target)],
  [
    "a Durable Object imports only shared code and its own folder",
    "durable-objects/",
    (file, target) => !target.startsWith("shared/") && !isOwnObject(file, target),
  ],
  ["no Worker imports code for local work", "workers/", (_, target) => /^(?:dev|test|bench|scripts)\//.test(target)],
])("%s", (_, folder, isForbidden) => {
  expect(breaches(({ file, target, own }) => own && file.startsWith(folder) && isForbidden(file, target))).toEqual([]);
});

test("only one Worker imports the class of a Durable Object, except for classes in top-level files", () => {
  const classes = [...sourcesIn(["durable-objects"])]
    .filter(([, source]) => /extends DurableObject\b/.test(source))
    .map(([file]) => file);
  const workersWith = (path: string) =>
    new Set(imports.filter(({ target }) => target === path).map(({ file }) => workerOf(file)));
  expect(classes.filter((path) => workersWith(path).size > 1)).toEqual(
    classes.filter((path) => /^durable-objects\/[^/]+\.ts$/.test(path)),
  );
});

test("an operation imports only zod, its own Worker, shared code except transports, and the definitions of commands", () => {
  expect(breaches(({ file, target }) => isOperation(file) && !OPERATION_USES.test(target))).toEqual([]);
});

test("only one file imports the MCP SDK", () => {
  const importers = imports.filter(({ target }) => target.startsWith("@modelcontextprotocol/")).map(({ file }) => file);
  expect(importers).toEqual(["shared/api/mcp/sdk-protocol.ts"]);
});

test("only a Worker's entry, composition and context read bindings and settings", () => {
  const readers = [...sourcesIn(PRODUCT)]
    .filter(([, source]) => /\benv\.[A-Z]|this\.env\b|\{ env \} from "cloudflare:workers"/.test(source))
    .map(([file]) => file);
  const allowed = /^workers\/([^/]+)\/(?:\1(?:\.worker|-context)|composition)\.ts$/;
  // This file passes an entry's bindings to its composition.
  const passedOn = "shared/billing-contract/worker-entrypoint.ts";
  // This file is an example program for readers to copy.
  const shown = "workers/site/developers/examples/typescript-example.ts";
  expect(readers.filter((file) => !allowed.test(file) && file !== passedOn && file !== shown)).toEqual([]);
});

test("files do not import each other in a cycle, not even for types", () => {
  expect(circlesOf(imports)).toEqual([]);
});

test("zod is imported as a namespace, because a named import adds all of its languages to the bundle", () => {
  const named = [...sourcesIn(PRODUCT)].filter(([, source]) => /import (?:type )?\{[^}]*\} from "zod"/.test(source));
  expect(named.map(([file]) => file)).toEqual([]);
});
