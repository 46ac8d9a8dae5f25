import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize, relative } from "node:path";
import { expect, test } from "vitest";
import { PROJECT } from "../../scripts/workers.ts";

interface Import {
  file: string;
  /** The project's own file that is imported, or the package's name. */
  target: string;
  own: boolean;
}

const FOLDERS = ["workers", "shared", "durable-objects", "dev"];

const imports = FOLDERS.flatMap(filesIn).flatMap(importsOf);

function filesIn(folder: string): string[] {
  try {
    return readdirSync(join(PROJECT, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => /\.tsx?$/.test(name) && !name.includes(".wrangler"))
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

function importsOf(file: string): Import[] {
  const source = readFileSync(join(PROJECT, file), "utf8");
  const specifiers = [...source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] as string);
  return specifiers.map((specifier) =>
    specifier.startsWith(".")
      ? { file, target: relative(PROJECT, normalize(join(PROJECT, dirname(file), specifier))), own: true }
      : { file, target: specifier, own: false },
  );
}

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

test("no Worker imports what only local work, tests or benchmarks need", () => {
  expect(
    breaches(({ file, target }) => file.startsWith("workers/") && /^(?:dev|test|bench|scripts)\//.test(target)),
  ).toEqual([]);
});

test("an operation imports zod, shared code and its own Worker, never a transport, a binding or the price book's insides", () => {
  const allowed = /^(?:zod|shared\/(?!operations\/serve|operations\/mcp)|workers\/)/;
  expect(breaches(({ file, target }) => isOperation(file) && !allowed.test(target))).toEqual([]);
});

test("the MCP SDK is imported by its speaker and transports alone", () => {
  expect(
    breaches(({ target }) => target.startsWith("@modelcontextprotocol/")).map((line) => line.split(" → ")[0]),
  ).toEqual(["shared/api/mcp/mcp-protocol-handler.ts", "shared/api/mcp/mcp-transports.ts"]);
});

test("bindings and settings are read by a Worker's entry and its context alone", () => {
  const readers = FOLDERS.filter((folder) => folder !== "dev")
    .flatMap(filesIn)
    .filter((file) => {
      const source = readFileSync(join(PROJECT, file), "utf8");
      return /\benv\.[A-Z]|this\.env\b|\{ env \} from "cloudflare:workers"/.test(source);
    });
  expect(readers.filter((file) => !/^workers\/([^/]+)\/\1(?:\.worker|-context)\.tsx?$/.test(file))).toEqual([]);
});
