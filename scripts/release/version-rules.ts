import { type ApiName, type ApiVersion, successorOf } from "../../shared/api/versions/api-versions.ts";

/** The facts against which a version table is checked. */
export interface VersionFacts {
  /** The major versions that have a list of operations. */
  routed: readonly number[];
  /** The major version that the site's own pages use. */
  readByPages: number;
  /** The version table of the last release. */
  released: readonly ApiVersion[];
  /** YYYY-MM-DD. */
  today: string;
}

/** Returns the faults in an API's version table, one sentence each. If the list is empty, the API can be built. */
export function versionFaults(api: ApiName, versions: readonly ApiVersion[], facts: VersionFacts): string[] {
  const { routed, released } = facts;
  const majors = versions.map(({ major }) => major);
  const faults = [
    ...(majors.some((major, at) => at > 0 && major <= (majors[at - 1] ?? 0)) ? ["the versions are not in order"] : []),
    ...routed.filter((major) => !majors.includes(major)).map((major) => `version ${major} has operations and no row`),
    ...released
      .filter(({ major }) => !majors.includes(major))
      .map(({ major }) => `version ${major} was released: its row stays, so that it is answered with 410`),
    ...versions.flatMap((version) =>
      rowFaults(versions, version, facts).map((text) => `version ${version.major} ${text}`),
    ),
  ];
  return faults.map((text) => `${api}: ${text}.`);
}

function rowFaults(versions: readonly ApiVersion[], version: ApiVersion, facts: VersionFacts): string[] {
  const { major, release } = version;
  const isRouted = facts.routed.includes(major);
  const form = new RegExp(`^${major}\\.\\d+\\.\\d+$`).test(release) ? [] : [`is released as ${release}`];
  if (version.deprecated === undefined) return [...form, ...(isRouted ? [] : ["has no operations, and no sunset"])];

  const { deprecated, sunset, notice } = version;
  const days = [deprecated, sunset].filter((day) => !isDay(day)).map((day) => `has ${day}, which is not a date`);
  if (days.length > 0) return [...form, ...days];
  const before = facts.released.find((one) => one.major === major);
  const successor = successorOf(versions, version);
  const isOver = sunset <= facts.today;
  return [
    ...form,
    ...(facts.readByPages === major ? ["is deprecated, and the site's pages are made from it (READ_BY_PAGES)"] : []),
    ...(notice.startsWith("/") ? [] : ["has a notice that is not a path"]),
    ...(successor && facts.routed.includes(successor.major) ? [] : ["is deprecated without a successor"]),
    ...(Date.parse(sunset) < aYearAfter(deprecated) ? [`ends earlier than twelve months after ${deprecated}`] : []),
    ...(before?.deprecated !== deprecated && deprecated < facts.today
      ? [`would be announced as deprecated from ${deprecated}, which is past`]
      : []),
    ...(before?.sunset !== undefined && sunset < before.sunset ? [`was promised until ${before.sunset}`] : []),
    ...(isRouted && isOver ? [`has reached its sunset (${sunset}): its operations go, its row stays`] : []),
    ...(!isRouted && !isOver ? [`must stay available until ${sunset}`] : []),
  ];
}

function isDay(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}

/**
 * Returns the same day of the next year in epoch milliseconds; 29 February becomes 1 March. Numbers also compare
 * correctly for a year with five digits.
 */
function aYearAfter(day: string): number {
  const date = new Date(`${day}T00:00:00Z`);
  return date.setUTCFullYear(date.getUTCFullYear() + 1);
}
