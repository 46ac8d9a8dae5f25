import type { SourceEndpoint } from "../../../../durable-objects/registry/registry-port.ts";
import type { RegistrarSource, Source } from "../../../../durable-objects/registry/source-types.ts";

/** The sources of one extension. None at all: its registry publishes none (`no_public_source`). */
export interface Extension {
  /** Without its first dot, lower case, A-label. */
  readonly extension: string;
  /** In the order they are asked; the second and later ones confirm or replace the first. */
  readonly sources: readonly Source[];
  /** What is uncertain or particular, for the operator. */
  readonly note?: string;
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

/** The operator's entries before the bundled ones: an operator's entry replaces the whole bundled entry. */
export function withOperator(bundled: SourceTable, operator: SourceTable): SourceTable {
  return new Map([...bundled, ...operator]);
}
