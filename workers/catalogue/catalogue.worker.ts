import { env } from "cloudflare:workers";
import { API_PATH } from "../../shared/addresses.ts";
import { httpApplication } from "../../shared/operations/serve-http.ts";
import { mcpEndpoint } from "../../shared/operations/serve-mcp.ts";
import { type CatalogueEnv, catalogueAddresses, catalogueDesk } from "./catalogue-context.ts";
import { serverDescription } from "./mcp-description.ts";
import { catalogueOperations } from "./operations/index.ts";

const settings = env as unknown as CatalogueEnv;
const desk = catalogueDesk(settings, catalogueOperations);
const answerMcp = mcpEndpoint(desk, serverDescription(settings.BRAND_NAME));

/** The public catalogue: HTTP API and MCP server. */
export default httpApplication(desk, catalogueAddresses(settings)).all(`${API_PATH}/mcp`, (c) =>
  answerMcp(c.req.raw, { ...c.var, waitUntil: (work) => c.executionCtx.waitUntil(work) }),
);
