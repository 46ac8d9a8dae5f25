import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ApiName, READ_BY_PAGES, type VersionTables } from "../../shared/api/versions/api-versions.ts";
import { accountOperationLists } from "../../workers/account/operations/index.ts";
import { catalogueOperationLists } from "../../workers/catalogue/operations/index.ts";
import { PROJECT } from "../workers.ts";
import { openApiChanges } from "./openapi-changes.ts";
import type { SurfaceChange } from "./surface-change.ts";
import { type PublishedTool, toolChanges } from "./tool-changes.ts";
import { versionFaults } from "./version-rules.ts";

/** The folder with the committed copies of what clients see. A subfolder has the copies of the last release. */
export const SURFACE = join(PROJECT, "test/surface");
export const RELEASED = join(SURFACE, "released");
/** The file with the version tables of the last release, next to its copies. */
export const RELEASED_VERSIONS = "versions.json";

/**
 * The differences of one API version since the last release. `isNew` is true if the last release did not include the
 * version.
 */
export interface VersionChanges {
  api: ApiName;
  major: number;
  isNew: boolean;
  changes: SurfaceChange[];
}

interface SurfaceFile {
  name: string;
  kind: "openapi" | "tools";
  api: ApiName;
  major: number;
}

/** `openapi.account.json` describes version 1, and `openapi.account.v2.json` describes version 2. */
const FILE_NAME = /^(?<kind>openapi|tools)\.(?<api>catalogue|account)(?:\.v(?<major>\d+))?\.json$/;

/**
 * Lists the files of a surface.
 * @throws if a file does not belong to the surface, so that a misnamed file is not overlooked
 */
export function surfaceFiles(folder: string): SurfaceFile[] {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile());
  return names
    .filter(({ name }) => name !== RELEASED_VERSIONS)
    .map(({ name }) => {
      const { kind, api, major = "1" } = FILE_NAME.exec(name)?.groups ?? {};
      if (!kind || !api) throw new Error(`${join(folder, name)} is not a copy of the published surface`);
      return { name, kind: kind as SurfaceFile["kind"], api: api as ApiName, major: Number(major) };
    });
}

/** Returns the changes since the last release, by API and version. */
export function changesSinceRelease(surface = SURFACE, released = RELEASED): VersionChanges[] {
  const before = new Set(surfaceFiles(released).map(({ name }) => name));
  const files = Map.groupBy(surfaceFiles(surface), ({ api, major }) => `${api} ${major}`);
  return [...files.values()].map((ofVersion) => {
    const { api, major } = ofVersion[0] as SurfaceFile;
    const known = ofVersion.filter(({ name }) => before.has(name));
    const changes = known.flatMap((file) => fileChanges(file, surface, released));
    return { api, major, isNew: known.length === 0, changes };
  });
}

function fileChanges({ name, kind }: SurfaceFile, surface: string, released: string): SurfaceChange[] {
  const [base, revision] = [join(released, name), join(surface, name)];
  const [before, now] = [readFileSync(base, "utf8"), readFileSync(revision, "utf8")];
  if (before === now) return [];
  return kind === "openapi" ? openApiChanges(base, revision) : toolChanges(toolsIn(before), toolsIn(now));
}

function toolsIn(text: string): PublishedTool[] {
  return (JSON.parse(text) as { tools: PublishedTool[] }).tools;
}

export function releasedVersions(released = RELEASED): VersionTables {
  return JSON.parse(readFileSync(join(released, RELEASED_VERSIONS), "utf8"));
}

/** The facts against which the changes of a surface are checked. */
export interface SurfaceFacts {
  versions: VersionTables;
  /** The version tables of the last release. */
  released: VersionTables;
  /** YYYY-MM-DD. */
  today: string;
}

/**
 * Returns the reasons why a surface must not be built: breaking changes to a released version, versions without a
 * committed copy, and faults in the version tables.
 */
export function surfaceFaults(changes: readonly VersionChanges[], facts: SurfaceFacts): string[] {
  const { versions, released, today } = facts;
  const routed = { catalogue: majorsOf(catalogueOperationLists), account: majorsOf(accountOperationLists) };
  const apis = Object.keys(routed) as ApiName[];
  return [
    ...apis.flatMap((api) =>
      versionFaults(api, versions[api], {
        ...{ routed: routed[api], readByPages: READ_BY_PAGES[api], released: released[api], today },
      }),
    ),
    ...apis.flatMap((api) =>
      routed[api]
        .filter((major) => !changes.some((one) => one.api === api && one.major === major))
        .map((major) => `${api}: version ${major} has no committed copy in test/surface.`),
    ),
    ...changes.flatMap(({ api, major, changes }) =>
      changes
        .filter(({ impact }) => impact === "major")
        .map(({ subject, text }) => `${api}, version ${major}, breaks clients: ${subject ?? "the document"}: ${text}.`),
    ),
  ];
}

function majorsOf(lists: readonly { major: number }[]): number[] {
  return lists.map(({ major }) => major);
}
