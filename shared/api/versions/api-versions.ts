import { type Addresses, API_PATH, apiPath } from "../../platform/addresses.ts";

/** A major version of an API, as its table has it. One that has ended stays in the table, so that it is answered with 410. */
export type ApiVersion = CurrentVersion | DeprecatedVersion;

interface CurrentVersion {
  major: number;
  /** Of its documents (semantic): begins with `major`. */
  release: string;
  deprecated?: undefined;
  sunset?: undefined;
  notice?: undefined;
}

export interface DeprecatedVersion {
  major: number;
  release: string;
  /** A day, YYYY-MM-DD, from 00:00 UTC: nothing new should be built on the version from then on. */
  deprecated: string;
  /** A day likewise: the version ends then. At least twelve months after `deprecated`. */
  sunset: string;
  /** Path of the page that says what to change. */
  notice: string;
}

/**
 * The versions of each API, the oldest first. What a release may change here is checked by
 * `scripts/release/version-rules.ts`; docs/build/versions.md has the steps of adding and ending a version.
 */
export const API_VERSIONS = {
  catalogue: [{ major: 1, release: "1.0.1" }],
  account: [{ major: 1, release: "1.0.1" }],
} satisfies Record<string, [ApiVersion, ...ApiVersion[]]>;

export type ApiName = keyof typeof API_VERSIONS;

/** The version of each API that the site's own pages are made from. It is moved before that version is deprecated. */
export const READ_BY_PAGES: Record<ApiName, number> = { catalogue: 1, account: 1 };

/** A table for each API. */
export type VersionTables = Record<ApiName, readonly ApiVersion[]>;

/** The operations of one major version; further versions are further lists, with the operations that they share. */
export interface OperationList<Defined> {
  major: number;
  operations: readonly Defined[];
}

/** @throws where the table lacks the version: nothing is served that it does not have */
export function versionIn(versions: readonly ApiVersion[], major: number): ApiVersion {
  const version = versions.find((one) => one.major === major);
  if (!version) throw new Error(`version ${major} is not in the table of versions`);
  return version;
}

/** The version that new clients are written for: the newest that is not deprecated. */
export function currentVersion(versions: readonly [ApiVersion, ...ApiVersion[]]): ApiVersion {
  return versions.findLast(({ deprecated }) => deprecated === undefined) ?? versions[0];
}

/** The version that takes the place of a deprecated one; undefined where the table has none. */
export function successorOf(versions: readonly ApiVersion[], { major }: ApiVersion): ApiVersion | undefined {
  return versions.find((other) => other.major > major && other.deprecated === undefined);
}

/** The versions that are answered on a day, YYYY-MM-DD (UTC). */
export function answeredVersions(versions: readonly ApiVersion[], today: string): ApiVersion[] {
  return versions.filter(({ sunset }) => sunset === undefined || Date.parse(today) < Date.parse(sunset));
}

/** Where each version of an API is, on whatever origin. */
export function versionPath(api: ApiName, { major }: Pick<ApiVersion, "major">): string {
  return api === "account" ? `${apiPath(major)}/account` : apiPath(major);
}

const FIRST = new RegExp(`${API_PATH}(?=/|$)`);

/** An address of the first version, in another one. */
export function inVersion(address: string, { major }: Pick<ApiVersion, "major">): string {
  return address.replace(FIRST, apiPath(major));
}

/** The addresses as the operations of a version give them: its own API and MCP servers. */
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

/** What a document or an MCP server says about its version; undefined while it is not deprecated. */
export function deprecationSentence(versions: readonly ApiVersion[], version: ApiVersion): string | undefined {
  if (version.deprecated === undefined) return undefined;
  const { major, deprecated, sunset } = version;
  const successor = successorOf(versions, version);
  const instead = successor ? `; version ${successor.major} takes its place` : "";
  return `Version ${major} is deprecated from ${deprecated} and ends on ${sunset}${instead}.`;
}
