import { type Addresses, API_PATH, apiPath } from "../../platform/addresses.ts";

/** A major version of an API. An ended version stays in the table, so that requests to it get 410. */
export type ApiVersion = CurrentVersion | DeprecatedVersion;

interface CurrentVersion {
  major: number;
  /** The semantic version of the API's documents, which begins with `major`. */
  release: string;
  deprecated?: undefined;
  sunset?: undefined;
  notice?: undefined;
}

export interface DeprecatedVersion {
  major: number;
  release: string;
  /** The day (YYYY-MM-DD, from 00:00 UTC) from which new clients should not use the version. */
  deprecated: string;
  /** The day on which the version ends, in the same form. It is at least twelve months after `deprecated`. */
  sunset: string;
  /** The path of the page that lists the changes that clients must make. */
  notice: string;
}

/**
 * The versions of each API, oldest first. `scripts/release/version-rules.ts` checks which changes a release may make
 * here. docs/build/versions.md has the steps to add and end a version.
 */
export const API_VERSIONS = {
  catalogue: [{ major: 1, release: "1.0.1" }],
  account: [{ major: 1, release: "1.0.1" }],
} satisfies Record<string, [ApiVersion, ...ApiVersion[]]>;

export type ApiName = keyof typeof API_VERSIONS;

/**
 * The version of each API that the site's own pages use. The pages move to a new version before the old one is
 * deprecated.
 */
export const READ_BY_PAGES: Record<ApiName, number> = { catalogue: 1, account: 1 };

/** The version table of each API. */
export type VersionTables = Record<ApiName, readonly ApiVersion[]>;

/** The operations of one major version. Versions are separate lists that share operations. */
export interface OperationList<Defined> {
  major: number;
  operations: readonly Defined[];
}

/**
 * Returns a version from the table.
 * @throws {Error} if the table does not have it, because only listed versions may be served
 */
export function versionIn(versions: readonly ApiVersion[], major: number): ApiVersion {
  const version = versions.find((one) => one.major === major);
  if (!version) throw new Error(`version ${major} is not in the table of versions`);
  return version;
}

/** Returns the version for new clients, which is the newest one that is not deprecated. */
export function currentVersion(versions: readonly [ApiVersion, ...ApiVersion[]]): ApiVersion {
  return versions.findLast(({ deprecated }) => deprecated === undefined) ?? versions[0];
}

/** Returns the version that replaces a deprecated one, or `undefined` if the table has none. */
export function successorOf(versions: readonly ApiVersion[], { major }: ApiVersion): ApiVersion | undefined {
  return versions.find((other) => other.major > major && other.deprecated === undefined);
}

/**
 * Returns the versions that are still served on a day.
 * @param today the day in UTC, as YYYY-MM-DD
 */
export function answeredVersions(versions: readonly ApiVersion[], today: string): ApiVersion[] {
  return versions.filter(({ sunset }) => sunset === undefined || Date.parse(today) < Date.parse(sunset));
}

/** Returns the path of an API version. The path is the same on every origin. */
export function versionPath(api: ApiName, { major }: Pick<ApiVersion, "major">): string {
  return api === "account" ? `${apiPath(major)}/account` : apiPath(major);
}

const FIRST = new RegExp(`${API_PATH}(?=/|$)`);

/** Converts a URL of the first version to a URL of another version. */
export function inVersion(address: string, { major }: Pick<ApiVersion, "major">): string {
  return address.replace(FIRST, apiPath(major));
}

/** Returns the URLs for a version's operations, with that version's catalogue API and MCP servers. */
export function addressesIn(addresses: Addresses, version: Pick<ApiVersion, "major">): Addresses {
  if (version.major === 1) return addresses;
  const { catalogue, catalogueMcp, accountMcp } = addresses;
  return {
    ...addresses,
    catalogue: inVersion(catalogue, version),
    catalogueMcp: inVersion(catalogueMcp, version),
    accountMcp: inVersion(accountMcp, version),
  };
}

/**
 * Returns the deprecation sentence for a document or an MCP server, or `undefined` if the version is not deprecated.
 */
export function deprecationSentence(versions: readonly ApiVersion[], version: ApiVersion): string | undefined {
  if (version.deprecated === undefined) return undefined;
  const { major, deprecated, sunset } = version;
  const successor = successorOf(versions, version);
  const instead = successor ? `; version ${successor.major} takes its place` : "";
  return `Version ${major} is deprecated from ${deprecated} and ends on ${sunset}${instead}.`;
}
