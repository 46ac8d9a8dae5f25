import { env, WorkerEntrypoint } from "cloudflare:workers";
import { RegistryObject } from "../../durable-objects/registry/registry.ts";
import { describeTools } from "../../shared/api/mcp/tools.ts";
import { API_VERSIONS } from "../../shared/api/versions/api-versions.ts";
import { forwarding } from "../../shared/billing-contract/worker-entrypoint.ts";
import type { CatalogueServicePort, CatalogueToolCall } from "../../shared/catalogue-contract/catalogue-service.ts";
import type { CatalogueOperatorPort } from "../../shared/operator-contract/catalogue-operator.ts";
import { brandNameFrom } from "../../shared/pages/brand.ts";
import { addressBook } from "../../shared/platform/addresses.ts";
import { callTool } from "./api/call-tool.ts";
import { catalogueApplication } from "./catalogue-application.ts";
import { openCatalogue, operatorOf, registryDependencies } from "./composition.ts";
import type { CatalogueEnv } from "./environment.ts";
import { catalogueOperationLists } from "./operations/index.ts";

const settings = env as unknown as CatalogueEnv;
const versions = API_VERSIONS.catalogue;
const catalogue = openCatalogue(settings, versions, catalogueOperationLists);
const addressesOf = addressBook(settings);

export { AddressWindow } from "../../durable-objects/address-window.ts";
export { DailyKey } from "../../durable-objects/random-keys.ts";
export { RegistryHealth } from "../../durable-objects/registry/registry-health.ts";

/** The Durable Object of one registry host, with its rate limit and circuit breaker. */
export class Registry extends RegistryObject<CatalogueEnv> {
  constructor(state: DurableObjectState, bindings: CatalogueEnv) {
    super(state, bindings, registryDependencies(bindings));
  }
}

/**
 * The entry point for the provider's other Workers, over a service binding. It offers the tools of the oldest version.
 * The account's MCP server publishes them next to its own tools and must not change them for existing clients.
 */
export class CatalogueService extends WorkerEntrypoint implements CatalogueServicePort {
  async describeTools() {
    return describeTools(catalogue.oldest.operations);
  }

  callTool(call: CatalogueToolCall) {
    return callTool(catalogue.oldest, addressesOf, call, (work) => this.ctx.waitUntil(work));
  }

  async forgetDomain(name: string) {
    await catalogue.forgetDomain(name);
  }

  checkNameNow(name: string, connection: string | null, requestId: string) {
    return catalogue.checkNameNow(name, connection, (work) => this.ctx.waitUntil(work), requestId);
  }
}

const operator = operatorOf(settings);
const OPERATOR_METHODS = Object.keys(operator) as (keyof CatalogueOperatorPort)[];

/** The entry point for the operator console, which is its only caller. */
export class CatalogueOperator extends forwarding<CatalogueEnv, CatalogueOperatorPort, CatalogueOperatorPort>(
  OPERATOR_METHODS,
  () => operator,
) {}

/** The public catalogue: HTTP API and MCP server. */
export default catalogueApplication(catalogue, { brandName: brandNameFrom(settings), addressesOf, versions });
