import { type Api, type Outcome, runOperation } from "../../../shared/api/pipeline/run-operation.ts";
import type { CatalogueToolCall } from "../../../shared/catalogue-contract/catalogue-service.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import type { CatalogueContext } from "../catalogue-context.ts";

/** Returns the rate limit key for a connection's domain checks, for use instead of a network address. */
export function connectionKey(connection: string): string {
  return `connection ${connection}`;
}

/** Calls a tool for another Worker of the provider. Its rate limits are per connection, not per network address. */
export async function callTool(
  api: Api<CatalogueContext>,
  addressesOf: (address: string) => Addresses | null,
  { tool, input, origin, connection, requestId }: CatalogueToolCall,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<Outcome> {
  const operation = api.operations.find((known) => known.tool === tool);
  const addresses = addressesOf(origin);
  if (!operation || !addresses) throw new Error("no such tool, or no such origin");
  return runOperation(api, operation, {
    sent: { arguments: input ?? {} },
    addresses,
    caller: { via: "mcp", address: connectionKey(connection), isSignedIn: true },
    authorization: null,
    requestId,
    waitUntil,
  });
}
