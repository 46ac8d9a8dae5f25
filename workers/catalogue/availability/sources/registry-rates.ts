import * as z from "zod";
import type { Rate, Source } from "../../../../durable-objects/registry/source-types.ts";
import { isJsonObject } from "../../../../shared/platform/json.ts";
import { firstMistake, objectError, parseJson, RATE_MEMBERS } from "./json-setting.ts";
import type { SourceTable } from "./source-table.ts";

/** The name of the registrar in the list of hosts. */
export const REGISTRAR_HOST = "registrar";

/**
 * The operator's rates by `host` or `host:port`, and the mistakes in invalid ones. These rates override those in the
 * source table.
 */
export interface RegistryRates {
  readonly rates: ReadonlyMap<string, Partial<Rate>>;
  readonly problems: readonly { host: string; message: string }[];
}

const MEMBERS = ["per_minute", "burst", "concurrency", "per_day"];
const ONE_OF = `must be an object with one of ${MEMBERS.join(", ")}`;

const HOST_RATE = z
  .strictObject(
    {
      per_minute: RATE_MEMBERS.perMinute,
      burst: RATE_MEMBERS.burst,
      concurrency: RATE_MEMBERS.concurrency,
      per_day: RATE_MEMBERS.perDay,
    },
    { error: objectError("has an unknown member", ONE_OF) },
  )
  .refine((given) => Object.keys(given).length > 0, ONE_OF)
  .transform(({ per_minute: perMinute, per_day: perDay, ...rate }): Partial<Rate> => {
    return { ...rate, ...(perMinute && { perMinute }), ...(perDay && { perDay }) };
  });

/**
 * Reads the rates of registry hosts from a JSON object. A key is `host` or `host:port`, or `registrar` for the
 * registrar. A value is `{per_minute, burst, concurrency, per_day}`, each an optional whole number. A host with a
 * mistake is omitted completely.
 */
export function parseRegistryRates(text: string): RegistryRates {
  const rates = new Map<string, Partial<Rate>>();
  const parsed = parseJson(text);
  if ("message" in parsed) return { rates, problems: [{ host: "", message: parsed.message }] };
  if (!isJsonObject(parsed.value)) return { rates, problems: [{ host: "", message: "must be an object of hosts" }] };
  const problems = Object.entries(parsed.value).flatMap(([host, value]) => {
    const read = HOST_RATE.safeParse(value);
    if (!read.success) return [{ host, message: firstMistake(read.error) }];
    rates.set(host.toLowerCase(), read.data);
    return [];
  });
  return { rates, problems };
}

/** Returns a host's rate with the operator's override. An override for `host:port` takes precedence over `host`. */
export function withHostRate(
  rate: Rate,
  { host, port }: { host: string; port: number },
  { rates }: RegistryRates,
): Rate {
  return { ...rate, ...(rates.get(`${host}:${port}`) ?? rates.get(host)) };
}

/** Returns the source table with the operator's rates. */
export function withRates(table: SourceTable, rates: RegistryRates): SourceTable {
  const withRate = (source: Source) => ({ ...source, rate: withHostRate(source.rate, source, rates) });
  return new Map([...table].map(([extension, sources]) => [extension, sources.map(withRate)]));
}

/** Returns the hosts that have a rate but no source. */
export function unknownHosts(table: SourceTable, { rates }: RegistryRates): string[] {
  const sources = [...table.values()].flat();
  const known = new Set([REGISTRAR_HOST, ...sources.flatMap(({ host, port }) => [host, `${host}:${port}`])]);
  return [...rates.keys()].filter((host) => !known.has(host));
}
