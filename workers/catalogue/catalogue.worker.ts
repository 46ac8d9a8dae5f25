import { env, WorkerEntrypoint } from "cloudflare:workers";
import { API_PATH } from "../../shared/addresses.ts";
import { addressOf, fromMemoryOr, httpApplication } from "../../shared/operations/serve-http.ts";
import { mcpEndpoint } from "../../shared/operations/serve-mcp.ts";
import { type CatalogueEnv, catalogueAddresses, openCatalogue } from "./catalogue-context.ts";
import { serverDescription } from "./mcp-description.ts";
import { catalogueOperations } from "./operations/index.ts";

const settings = env as unknown as CatalogueEnv;
const { desk, forgetDomain } = openCatalogue(settings, catalogueOperations);
const answerMcp = mcpEndpoint(desk, serverDescription(settings.BRAND_NAME));

export { AddressWindow } from "../../durable-objects/address-window.ts";
export { DailyKey } from "../../durable-objects/daily-key.ts";
export { Registry } from "../../durable-objects/registry.ts";

/** What other Workers of the provider may ask, over a service binding. */
export class CatalogueService extends WorkerEntrypoint {
  /** Forgets what is known of a name: it was ordered, or its state changed. */
  async forgetDomain(name: string): Promise<void> {
    await forgetDomain(name);
  }
}

const application = httpApplication(desk, catalogueAddresses(settings)).all(`${API_PATH}/mcp`, (c) =>
  answerMcp(c.req.raw, {
    ...c.var,
    address: addressOf(c.req.raw),
    waitUntil: (work) => c.executionCtx.waitUntil(work),
  }),
);

/** The public catalogue: HTTP API and MCP server. */
export default fromMemoryOr(desk, application);
