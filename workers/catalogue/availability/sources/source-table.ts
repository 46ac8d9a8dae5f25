import type { SourceEndpoint } from "../../../../durable-objects/registry/registry-port.ts";
import type { Rate, RegistrarSource, Source } from "../../../../durable-objects/registry/source-types.ts";

/**
 * The sources of each extension (without its first dot, lower case, A-label), in the order of the calls. Later ones
 * confirm or replace the first. Empty if the registry has no public source (`no_public_source`).
 */
export type SourceTable = ReadonlyMap<string, readonly Source[]>;

/** The sandbox registry's endpoints, by protocol. */
export type SandboxEndpoints = Record<"whois" | "rdap" | "das", SourceEndpoint>;

/** The sources of checks. */
export interface CheckSources {
  table: SourceTable;
  /** Queried if a registry has no public service, or its limits allow no query. */
  registrar: RegistrarSource;
  /** The address of a DNS-over-HTTPS resolver. Null if there is none. */
  resolver: string | null;
  sandbox: SandboxEndpoints | null;
}

/** The rates of hosts that publish none. */
export const USUAL_RATES = {
  whois: { perMinute: 10, burst: 3, concurrency: 1 },
  rdap: { perMinute: 60, burst: 10, concurrency: 4 },
  das: { perMinute: 30, burst: 5, concurrency: 2 },
} as const satisfies Record<string, Rate>;
