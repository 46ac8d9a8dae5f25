import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { PROJECT } from "../../../scripts/workers.ts";

/** The folders whose code is deployed. */
export const PRODUCT = ["workers", "shared", "durable-objects"];
/** All folders with hand-written TypeScript. */
export const ALL = [...PRODUCT, "dev", "scripts", "bench", "examples", "test"];

/** Returns the source files in folders, as a map from the path within the project to the text. */
export function sourcesIn(folders: string[]): Map<string, string> {
  const paths = globSync(
    folders.map((folder) => `${folder}/**/*.{ts,tsx}`),
    { cwd: PROJECT, exclude: ["**/node_modules/**", "**/.wrangler/**"] },
  );
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(PROJECT, path), "utf8")]));
}

export interface Import {
  file: string;
  /** The imported file of the project, or the name of a package. */
  target: string;
  own: boolean;
}

/** Returns a file's imports, including imports of types. */
export function importsOf(file: string, source: string): Import[] {
  const specifiers = [...source.matchAll(/(?:from|import)\s*\(?\s*"([^"]+)"/g)].map((match) => match[1] as string);
  return specifiers.map((specifier) => {
    if (!specifier.startsWith(".")) return { file, target: specifier, own: false };
    return { file, target: relative(PROJECT, resolve(PROJECT, dirname(file), specifier)), own: true };
  });
}

/**
 * Returns the groups of files that import each other in a cycle, each as `a ↔ b`. The function finds strongly connected
 * components with Tarjan's algorithm.
 */
export function circlesOf(imports: Import[]): string[] {
  const targets = Map.groupBy(
    imports.filter(({ own }) => own),
    ({ file }) => file,
  );
  const order = new Map<string, number>();
  const path: string[] = [];
  const circles: string[] = [];
  const visit = (file: string): number => {
    order.set(file, order.size);
    let low = order.size - 1;
    path.push(file);
    for (const { target } of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (path.includes(target)) low = Math.min(low, order.get(target) as number);
    }
    if (low === order.get(file)) {
      const group = path.splice(path.indexOf(file));
      if (group.length > 1) circles.push(group.toSorted().join(" ↔ "));
    }
    return low;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}
