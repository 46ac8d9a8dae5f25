import type { ToolDescription } from "../api/mcp/tools.ts";
import type { Outcome } from "../api/pipeline/run-operation.ts";
import type { RateState } from "../platform/rate-limit.ts";
import type { DomainCheck } from "./domain-check.ts";

export interface CatalogueToolCall {
  tool: string;
  /** The input as the caller sent it, before validation. */
  input: unknown;
  /** The origin of the request. Links in the answer have this origin. */
  origin: string;
  /** The id of a connection. Domain checks count against its limit. */
  connection: string;
  requestId: string;
}

/** The catalogue's entry point for the provider's other Workers, over a service binding. */
export interface CatalogueServicePort {
  describeTools(): Promise<ToolDescription[]>;
  /** Returns the outcome that the catalogue's own MCP server would return, from the same caches. */
  callTool(call: CatalogueToolCall): Promise<Outcome>;
  /** Deletes the cached check of a domain that was ordered or has changed its state. */
  forgetDomain(name: string): Promise<void>;
  /**
   * Checks a domain at the registry without reading a cache, and caches the result for later checks. With `too_many`,
   * the connection has reached its limit of checks. With `not_counted`, the check could not be counted, so no source
   * was called.
   * @param connection the id of a connection, whose limit counts the check; `null` for no limit
   */
  checkNameNow(
    name: string,
    connection: string | null,
    requestId: string,
  ): Promise<
    | { outcome: "checked"; check: DomainCheck; rate: RateState | null }
    | { outcome: "too_many"; rate: RateState }
    | { outcome: "not_counted" }
  >;
}
