import type { Rate } from "../../../../durable-objects/registry/source-types.ts";
import { isJsonObject } from "../../../../shared/platform/json.ts";
import type { SourceTable } from "./source-table.ts";

/** The registrar's place among the hosts. */
export const REGISTRAR_HOST = "registrar";

/** What an operator allows or expects of a host, in the place of what the table says of it. */
export type HostRate = Partial<Rate>;

/** Rates by `host` or `host:port`, and what is wrong with the others. */
export interface RegistryRates {
  readonly rates: ReadonlyMap<string, HostRate>;
  readonly problems: readonly { host: string; message: string }[];
}

const MEMBERS = {
  per_minute: ["perMinute", 6_000],
  burst: ["burst", 600],
  concurrency: ["concurrency", 32],
  per_day: ["perDay", 10_000_000],
} as const satisfies Record<string, readonly [keyof Rate, number]>;

/**
 * Reads rates of registry hosts: a JSON object of `host` or `host:port` (`registrar` for the registrar) to `{per_minute,
 * burst, concurrency, per_day}`, each a whole number, and any of them left out. A host with a mistake is left out whole.
 */
export function parseRegistryRates(text: string): RegistryRates {
  const rates = new Map<string, HostRate>();
  const problems: { host: string; message: string }[] = [];
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    // expected: a setting need not be JSON; the refusal is logged
    return { rates, problems: [{ host: "", message: `not JSON: ${(error as Error).message}` }] };
  }
  if (!isJsonObject(given)) return { rates, problems: [{ host: "", message: "must be an object of hosts" }] };
  for (const [host, value] of Object.entries(given)) {
    const read = readRate(value);
    if (typeof read === "string") problems.push({ host, message: read });
    else rates.set(host.toLowerCase(), read);
  }
  return { rates, problems };
}

function readRate(value: unknown): HostRate | string {
  if (!isJsonObject(value) || Object.keys(value).length === 0) {
    return `must be an object with one of ${Object.keys(MEMBERS).join(", ")}`;
  }
  const rate: { -readonly [Member in keyof Rate]?: number } = {};
  for (const [key, count] of Object.entries(value)) {
    const member = Object.hasOwn(MEMBERS, key) ? MEMBERS[key as keyof typeof MEMBERS] : undefined;
    if (!member) return `has an unknown member ${key}`;
    const [name, most] = member;
    if (typeof count !== "number" || !Number.isInteger(count) || count < 1 || count > most) {
      return `${key} must be a whole number from 1 to ${most}`;
    }
    rate[name] = count;
  }
  return rate;
}

/** The rate of a host with what an operator set of it; `host:port` goes before `host`. */
export function withHostRate(
  rate: Rate,
  { host, port }: { host: string; port: number },
  { rates }: RegistryRates,
): Rate {
  return { ...rate, ...(rates.get(`${host}:${port}`) ?? rates.get(host)) };
}

/** The table with an operator's rates. */
export function withRates(table: SourceTable, rates: RegistryRates): SourceTable {
  return new Map(
    [...table].map(([name, entry]) => [
      name,
      {
        ...entry,
        sources: entry.sources.map((source) => ({ ...source, rate: withHostRate(source.rate, source, rates) })),
      },
    ]),
  );
}

/** Hosts that rates were given for and that no source has. */
export function unknownHosts(table: SourceTable, { rates }: RegistryRates): string[] {
  const sources = [...table.values()].flatMap((entry) => entry.sources);
  const known = new Set([REGISTRAR_HOST, ...sources.flatMap(({ host, port }) => [host, `${host}:${port}`])]);
  return [...rates.keys()].filter((host) => !known.has(host));
}
