import { BASE_SCOPE } from "../../../shared/account-access/scopes.ts";
import type { JsonSchema } from "../../../shared/api/definition/json-schema.ts";
import { OperationError, toProblem } from "../../../shared/api/definition/problems.ts";
import { type Tool, type ToolDescription, withScope } from "../../../shared/api/mcp/tools.ts";
import type { OperationCall, Outcome } from "../../../shared/api/pipeline/run-operation.ts";
import type { CatalogueServicePort } from "../../../shared/catalogue-contract/catalogue-service.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { ConnectionAdmission } from "../admission/connection-admission.ts";

const DEADLINE_MS = 12_000;
const RETRY_AFTER_S = 5;

/**
 * Returns the catalogue's tools for the account's MCP server. The catalogue runs these tools, so they share its caches
 * and limits. Each connection has its own limit on domain checks. The default currency is the account's.
 * @throws if the catalogue does not respond in time
 */
export async function catalogueTools(catalogue: CatalogueServicePort): Promise<Tool[]> {
  const descriptions = await inTime(catalogue.describeTools(), DEADLINE_MS);
  return descriptions.map((description) => ({
    description: withScope(withAccountCurrency(description), BASE_SCOPE),
    call: (call) => relay(catalogue, description, call),
  }));
}

async function relay(
  catalogue: CatalogueServicePort,
  { name }: ToolDescription,
  call: OperationCall,
): Promise<Outcome> {
  const { admission, addresses, requestId } = call;
  if (!(admission instanceof ConnectionAdmission)) throw new Error("a catalogue tool without a connection");
  const rates = [admission.rate];
  const relayed = { tool: name, origin: addresses.site, connection: admission.grant.id, requestId };
  const { arguments: sent } = call.sent;
  const input = withCurrency(sent, admission.grant.currency);
  try {
    const asked = await inTime(catalogue.callTool({ ...relayed, input }), DEADLINE_MS);
    // If nothing is sold in the account's currency, the catalogue's own default applies. The refused call was not
    // counted as a check.
    const isRefused = input !== sent && refusesCurrency(asked);
    const outcome = isRefused ? await inTime(catalogue.callTool({ ...relayed, input: sent }), DEADLINE_MS) : asked;
    return { ...outcome, rates: [...rates, ...outcome.rates] };
  } catch (cause) {
    const logged = { operation: name, account: admission.grant.accountId };
    const context = { site: addresses.site, language: "en", requestId, ...logged } as const;
    return { problem: toProblem(catalogueUnavailable(cause), context), rates };
  }
}

function withCurrency(input: unknown, currency: string): unknown {
  return isJsonObject(input) && !("currency" in input) ? { ...input, currency } : input;
}

function refusesCurrency(outcome: Outcome): boolean {
  if (!("problem" in outcome) || outcome.problem.code !== "invalid_parameter") return false;
  return outcome.problem.errors?.some(({ parameter }) => parameter === "currency") ?? false;
}

/** Changes the documented default currency from the catalogue's to the account's. */
function withAccountCurrency(description: ToolDescription): ToolDescription {
  const { properties = {} } = description.inputSchema as { properties?: Record<string, JsonSchema> };
  if (!properties.currency) return description;
  const { default: _, ...currency } = properties.currency;
  return {
    ...description,
    inputSchema: {
      ...description.inputSchema,
      properties: { ...properties, currency: { ...currency, description: "Default: the account's currency." } },
    },
  };
}

function catalogueUnavailable(cause: unknown): OperationError {
  const detail = { en: "The catalogue did not answer. Try again.", fr: "Le catalogue n’a pas répondu. Réessayez." };
  return new OperationError("server_unavailable", detail, { retryAfter: RETRY_AFTER_S, cause });
}
