import { type ApiName, deprecationSentence, type VersionTables } from "../../shared/api/versions/api-versions.ts";
import type { VersionChanges } from "./published-surface.ts";
import type { SurfaceChange } from "./surface-change.ts";

const HEAD = `# Changelog

What changed for providers and for clients of the APIs and MCP servers, newest first. \`npm run release\` compares
\`test/surface\` with the last release and writes a section. A line under Unreleased is written by hand and moves into it.
`;

/** Adds the section of a release at the top of a changelog. The notes under Unreleased move into the new section. */
export function withRelease(changelog: string, section: string): string {
  const start = changelog.indexOf("\n## ");
  const all = start === -1 ? "" : changelog.slice(start);
  if (all.includes(section)) return changelog;
  const [unreleased = "", notes = ""] = /^\n## Unreleased\n\n((?:- .*\n| {2}.*\n)+)/.exec(all) ?? [];
  return `${HEAD}\n${section}${notes && `\n### Product\n\n${notes}`}${all.slice(unreleased.length)}`;
}

/**
 * Returns the changelog section of a release; `null` if nothing changed.
 * @param day the release date as YYYY-MM-DD
 * @param released the version tables of the last release; `null` before the first release
 */
export function releaseSection(
  day: string,
  tables: VersionTables,
  released: VersionTables | null,
  changes: readonly VersionChanges[],
): string | null {
  const parts = (Object.keys(tables) as ApiName[]).flatMap((api) =>
    tables[api].flatMap(({ major, release }) => {
      const lines = linesOf(api, major, tables, released, changes);
      return lines.length === 0
        ? []
        : [`### ${TITLES[api]} ${release}\n\n${lines.map((line) => `- ${line}\n`).join("")}`];
    }),
  );
  return parts.length === 0 ? null : `## ${day}\n\n${parts.join("\n")}`;
}

const TITLES: Record<ApiName, string> = { catalogue: "Catalogue", account: "Account" };

function linesOf(
  api: ApiName,
  major: number,
  tables: VersionTables,
  released: VersionTables | null,
  all: readonly VersionChanges[],
): string[] {
  const before = released?.[api].find((one) => one.major === major);
  const version = tables[api].find((one) => one.major === major);
  if (!version) return [];
  if (!before)
    return [released === null ? "Added: the first release." : `Added: version ${major}, at \`/api/v${major}\`.`];
  const changes = all.filter((one) => one.api === api && one.major === major);
  const announced = deprecationSentence(tables[api], version);
  const isAnnounced = version.deprecated !== before.deprecated || version.sunset !== before.sunset;
  return [
    ...(isAnnounced ? [`Changed: ${announced ?? `version ${major} is no longer deprecated.`}`] : []),
    ...changeLines(changes.flatMap((one) => one.changes).filter((change) => !isAnnounced || !change.isAnnouncement)),
  ];
}

/**
 * Returns one line per change, in the order added, changed, removed. Operations with the same change share a line, and
 * so do all changes of texts.
 */
function changeLines(changes: readonly SurfaceChange[]): string[] {
  const subjectsOf = (some: readonly SurfaceChange[]) => [
    ...new Set(some.map(({ subject }) => (subject === null ? "the document" : `\`${subject}\``))),
  ];
  const same = Map.groupBy(
    changes.filter(({ isWording }) => !isWording),
    ({ text }) => text,
  );
  const lines = [...same].map(([text, some]) => {
    const subjects = subjectsOf(some).join(", ");
    const [, what = "", kind] = /^(.*?) ?\b(added|removed)$/.exec(text) ?? [];
    if (kind === undefined) return `Changed: ${subjects}: ${text}.`;
    const of = { "": subjects, tool: `tool ${subjects}` }[what] ?? `${what} of ${subjects}`;
    return `${kind === "added" ? "Added" : "Removed"}: ${of}.`;
  });
  const worded = subjectsOf(changes.filter(({ isWording }) => isWording));
  const named = worded.length > MAX_NAMED ? `${worded.length} operations and tools` : worded.join(", ");
  return [...lines, ...(worded.length > 0 ? [`Changed: the texts of ${named}.`] : [])].toSorted(byKind);
}

const MAX_NAMED = 3;
const byKind = (one: string, other: string) =>
  (one.split(":")[0] as string).localeCompare(other.split(":")[0] as string);
