import type { ToolDescription } from "../api/mcp/tools.ts";
import type { Outcome } from "../api/pipeline/run-operation.ts";
import type { RateState } from "../platform/rate-limit.ts";
import type { DomainCheck } from "./domain-check.ts";

export interface CatalogueToolCall {
  tool: string;
  /** As it was sent, not yet validated. */
  input: unknown;
  /** The address of the request, which the answer's links follow. */
  origin: string;
  /** What domain checks are counted by. */
  connection: string;
  requestId: string;
}

/** What the catalogue answers to other Workers of the provider, over a service binding. */
export interface CatalogueServicePort {
  describeTools(): Promise<ToolDescription[]>;
  /** The outcome that the catalogue's own MCP server would give, from the same caches. */
  callTool(call: CatalogueToolCall): Promise<Outcome>;
  /** Forgets what is known of a name: it was ordered, or its state changed. */
  forgetDomain(name: string): Promise<void>;
  /**
   * Checks a name at the registry, bypassing every cache, and caches the answer for checks. `too_many`: the
   * connection's limit of checks refused it. `not_counted`: the check could not be counted, so no source was called.
   * @param connection whose limit of domain checks counts it; null: it is not counted
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
