import { env, WorkerEntrypoint } from "cloudflare:workers";
import { RegistryObject } from "../../durable-objects/registry/registry.ts";
import { httpsOnly } from "../../shared/api/http/https-only.ts";
import { fromMemoryOr, httpApplication } from "../../shared/api/http/serve-http.ts";
import { mcpEndpoint } from "../../shared/api/mcp/endpoint.ts";
import { FORMER_CARD_PATH, SERVER_CARD_SUFFIX, serverCardEndpoint } from "../../shared/api/mcp/server-card.ts";
import { describeTools, toolsOf } from "../../shared/api/mcp/tools.ts";
import type { Availability } from "../../shared/billing-contract/availability.ts";
import type { CatalogueServicePort, CatalogueToolCall } from "../../shared/catalogue-contract/catalogue-service.ts";
import { brandNameFrom } from "../../shared/pages/brand.ts";
import { API_PATH, addressBook } from "../../shared/platform/addresses.ts";
import { callTool } from "./api/call-tool.ts";
import { serverDescription } from "./api/descriptions.ts";
import { openCatalogue, registryDependencies } from "./composition.ts";
import type { CatalogueEnv } from "./environment.ts";
import { catalogueOperations } from "./operations/index.ts";

const settings = env as unknown as CatalogueEnv;
const { api, forgetDomain, checkNameNow } = openCatalogue(settings, catalogueOperations);
const addressesOf = addressBook(settings);
const description = serverDescription(brandNameFrom(settings));
const mcp = mcpEndpoint({ description, tools: () => toolsOf(api) });
const card = serverCardEndpoint(description.identify, ({ catalogueMcp }) => catalogueMcp);

export { AddressWindow } from "../../durable-objects/address-window.ts";
export { DailyKey } from "../../durable-objects/random-keys.ts";
export { RegistryHealth } from "../../durable-objects/registry/registry-health.ts";

/** One registry host. */
export class Registry extends RegistryObject<CatalogueEnv> {
  constructor(state: DurableObjectState, bindings: CatalogueEnv) {
    super(state, bindings, registryDependencies(bindings));
  }
}

/** What other Workers of the provider may ask, over a service binding. */
export class CatalogueService extends WorkerEntrypoint implements CatalogueServicePort {
  async describeTools() {
    return describeTools(api.operations);
  }

  callTool(call: CatalogueToolCall) {
    return callTool(api, addressesOf, call, (work) => this.ctx.waitUntil(work));
  }

  async forgetDomain(name: string) {
    await forgetDomain(name);
  }

  checkNameNow(name: string, connection: string | null, requestId?: string) {
    return checkNameNow(name, connection, (work) => this.ctx.waitUntil(work), requestId);
  }

  /** For the account Worker of the version before, which is deployed after this one: the word alone. A later release drops it. */
  async checkDomainNow(name: string): Promise<Availability> {
    const result = await this.checkNameNow(name, null);
    return result.outcome === "checked" ? result.check.availability : "unknown";
  }
}

const application = httpApplication(api, addressesOf)
  .all(`${API_PATH}/mcp`, mcp)
  .all(`${API_PATH}/mcp${SERVER_CARD_SUFFIX}`, card)
  .all(FORMER_CARD_PATH, card);

/** The public catalogue: HTTP API and MCP server. */
export default httpsOnly(addressesOf, fromMemoryOr(api, application));
