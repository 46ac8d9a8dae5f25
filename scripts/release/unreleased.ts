import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { VersionTables } from "../../shared/api/versions/api-versions.ts";
import { type Release, withPresentRelease } from "../deployment/schemas.ts";
import { releasedRpc, releasedVersions, surfaceFiles } from "./published-surface.ts";
import type { RpcOutline } from "./rpc-outline.ts";

/** What is compared with what was released last. */
export interface PresentFiles {
  /** Folder with the committed surface. */
  surface: string;
  /** Folder with the surface of the last release. */
  released: string;
  versions: VersionTables;
  rpc: RpcOutline;
  releases: readonly Release[];
  /** Of the whole service. */
  version: string;
}

/** What of these files no release has, in a few words each; empty: they are a release. */
export function unreleasedParts({ surface, released, versions, rpc, releases, version }: PresentFiles): string[] {
  const [names, before] = [surface, released].map((folder) => surfaceFiles(folder).map(({ name }) => name));
  const textIn = (folder: string, name: string) => readFileSync(join(folder, name), "utf8");
  const changed = names?.filter((name) => !before?.includes(name) || textIn(surface, name) !== textIn(released, name));
  const gone = before?.filter((name) => !names?.includes(name));
  const isAnnounced = JSON.stringify(versions) === JSON.stringify(releasedVersions(released));
  return [
    ...[...(changed ?? []), ...(gone ?? [])].map((name) => `what clients see (${name})`),
    ...(JSON.stringify(rpc) === JSON.stringify(releasedRpc(released)) ? [] : ["what Workers call of each other"]),
    ...(isAnnounced ? [] : ["the table of versions"]),
    ...(isKnown(releases, version) ? [] : [`tables or classes of ${version}`]),
  ];
}

function isKnown(releases: readonly Release[], version: string): boolean {
  try {
    return withPresentRelease(releases, version).length === releases.length;
  } catch {
    // expected: the version has other tables or classes; `npm run release` says which.
    return false;
  }
}
