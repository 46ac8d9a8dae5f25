import type { ToolDescription } from "../api/mcp/tools.ts";
import type { Outcome } from "../api/pipeline/run-operation.ts";
import type { Availability } from "../billing-contract/availability.ts";
import type { Reason } from "../domain-names/verdict.ts";
import type { RateState } from "../platform/rate-limit.ts";

export interface CatalogueToolCall {
  tool: string;
  /** As it was sent, not yet validated. */
  input: unknown;
  /** Address that the service was asked under: the answer's links follow it. */
  origin: string;
  /** What domain checks are counted by. */
  connection: string;
  requestId: string;
}

/** What is known of a name just now, for a quote or an order. */
export interface NameCheck {
  availability: Availability;
  reason: Reason;
  /** Of an unknown one: whole seconds until asking again may help; null where nobody can ever be asked. Null otherwise. */
  retryAfter: number | null;
}

/** `too_many`: the connection's limit of checks refused it; `not_counted`: it could not be counted, so nobody was asked. */
export type NameCheckResult =
  | { outcome: "checked"; check: NameCheck; rate: RateState | null }
  | { outcome: "too_many"; rate: RateState }
  | { outcome: "not_counted" };

/** What the catalogue answers to other Workers of the provider, over a service binding. */
export interface CatalogueServicePort {
  describeTools(): Promise<ToolDescription[]>;
  /** The outcome that the catalogue's own MCP server would give, from the same caches. */
  callTool(call: CatalogueToolCall): Promise<Outcome>;
  /** Forgets what is known of a name: it was ordered, or its state changed. */
  forgetDomain(name: string): Promise<void>;
  /**
   * What the registry says of a name just now, past every cache; what it said is kept for checks.
   * @param connection whose limit of domain checks counts it; null: it is not counted
   */
  checkNameNow(name: string, connection: string | null, requestId?: string): Promise<NameCheckResult>;
}
