import type { SourceEndpoint } from "../../../../durable-objects/registry/registry-port.ts";
import type { Rate, RegistrarSource, Source } from "../../../../durable-objects/registry/source-types.ts";

/**
 * The sources of each extension, in the order in which they are queried. The keys are extensions in lower-case A-label
 * form, without the leading dot. Later sources confirm or replace the first. The list is empty if the registry has no
 * public source (`no_public_source`).
 */
export type SourceTable = ReadonlyMap<string, readonly Source[]>;

/** The sandbox registry's endpoints, by protocol. */
export type SandboxEndpoints = Record<"whois" | "rdap" | "das", SourceEndpoint>;

/** The sources of domain checks. */
export interface CheckSources {
  table: SourceTable;
  /** The registrar, which is queried for signed-in callers, or if a registry cannot be queried. */
  registrar: RegistrarSource;
  /** URL of a DNS-over-HTTPS resolver; `null` if there is none. */
  resolver: string | null;
  sandbox: SandboxEndpoints | null;
}

/** The default rates for hosts that publish no limits. */
export const USUAL_RATES = {
  whois: { perMinute: 10, burst: 3, concurrency: 1 },
  rdap: { perMinute: 60, burst: 10, concurrency: 4 },
  das: { perMinute: 30, burst: 5, concurrency: 2 },
} as const satisfies Record<string, Rate>;
