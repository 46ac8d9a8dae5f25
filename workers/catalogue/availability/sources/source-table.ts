import type { SourceEndpoint } from "../../../../durable-objects/registry/registry-port.ts";
import type { Rate, RegistrarSource, Source } from "../../../../durable-objects/registry/source-types.ts";

/** The sources of one extension. None at all: its registry publishes none (`no_public_source`). */
export interface Extension {
  /** Without its first dot, lower case, A-label. */
  readonly extension: string;
  /** In the order they are asked; the second and later ones confirm or replace the first. */
  readonly sources: readonly Source[];
  /**
   * The registry accepts no new names here: the sources can only prove that a name is taken, and a name they do not
   * know is not for sale either.
   */
  readonly closed?: boolean;
}

/** Extensions by name. */
export type SourceTable = ReadonlyMap<string, Extension>;

/** The sandbox registry's endpoints, by what they speak. */
export type SandboxEndpoints = Record<"whois" | "rdap" | "das", SourceEndpoint>;

/** The sources of checks. */
export interface CheckSources {
  table: SourceTable;
  /** Asked where a registry has no public service, or its limits allow no query. */
  registrar: RegistrarSource;
  /** Address of a DNS-over-HTTPS resolver; null: none. */
  resolver: string | null;
  sandbox: SandboxEndpoints | null;
}

/** The rates of hosts of which nothing is published. */
export const USUAL_RATES = {
  whois: { perMinute: 10, burst: 3, concurrency: 1 },
  rdap: { perMinute: 60, burst: 10, concurrency: 4 },
  das: { perMinute: 30, burst: 5, concurrency: 2 },
} as const satisfies Record<string, Rate>;
