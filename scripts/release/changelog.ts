import { type ApiName, deprecationSentence, type VersionTables } from "../../shared/api/versions/api-versions.ts";
import type { VersionChanges } from "./published-surface.ts";
import type { SurfaceChange } from "./surface-change.ts";

const HEAD = `# Changelog

What changed for clients of the two APIs and MCP servers. \`npm run release\` writes it from the differences of \`test/surface\` and what was
released before (\`test/surface/released\`); nobody else does. How versions begin and end is on the developers' pages, under Versions.
`;

/** A changelog with one release more, before those that it has. */
export function withRelease(changelog: string, section: string): string {
  const start = changelog.indexOf("\n## ");
  const releases = start === -1 ? "" : changelog.slice(start);
  return releases.includes(section) ? changelog : `${HEAD}\n${section}${releases}`;
}

/** The section of a release; null where nothing changed. @param day YYYY-MM-DD @param released null: there was none before */
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
  if (!before) return [released === null ? "The first release." : `Version ${major} is new, at \`/api/v${major}\`.`];
  const changes = all.filter((one) => one.api === api && one.major === major);
  const announced = deprecationSentence(tables[api], version);
  const isAnnounced = version.deprecated !== before.deprecated || version.sunset !== before.sunset;
  return [
    ...(isAnnounced ? [announced ?? `Version ${major} is no longer deprecated.`] : []),
    ...changeLines(changes.flatMap((one) => one.changes).filter((change) => !isAnnounced || !change.isAnnouncement)),
  ];
}

/** A line for each change, those that say the same of several operations in one; texts alone come last. */
function changeLines(changes: readonly SurfaceChange[]): string[] {
  const subjectsOf = (some: readonly SurfaceChange[]) =>
    [...new Set(some.map(({ subject }) => (subject === null ? "the document" : `\`${subject}\``)))].join(", ");
  const same = Map.groupBy(
    changes.filter(({ isWording }) => !isWording),
    ({ text }) => text,
  );
  const wording = changes.filter(({ isWording }) => isWording);
  return [
    ...[...same].map(([text, some]) => `${subjectsOf(some)}: ${text}.`),
    ...(wording.length > 0 ? [`Described anew: ${subjectsOf(wording)}.`] : []),
  ];
}
