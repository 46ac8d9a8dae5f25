import { type FetchHandler, httpsOnly } from "../../shared/api/http/before-worker.ts";
import { type Endpoint, serveDirectly } from "../../shared/api/http/serve-directly.ts";
import { httpApplication } from "../../shared/api/http/serve-http.ts";
import { mcpEndpoint } from "../../shared/api/mcp/endpoint.ts";
import { FORMER_CARD_PATH, SERVER_CARD_SUFFIX, serverCardEndpoint } from "../../shared/api/mcp/server-identity.ts";
import { toolsOf } from "../../shared/api/mcp/tools.ts";
import { type ApiVersion, inVersion, versionPath } from "../../shared/api/versions/api-versions.ts";
import { announceVersions, refuseEndedVersions, versionNotices } from "../../shared/api/versions/version-notices.ts";
import type { AddressBook } from "../../shared/platform/addresses.ts";
import { serverDescription } from "./api/descriptions.ts";
import type { CatalogueParts } from "./composition.ts";

/** Returns the handler for all URLs of the catalogue: the HTTP API and the MCP server of each version. */
export function catalogueApplication(
  { apis, current }: Pick<CatalogueParts, "apis" | "current">,
  {
    brandName,
    addressesOf,
    versions,
  }: { brandName: string; addressesOf: AddressBook; versions: readonly ApiVersion[] },
): FetchHandler<[env: unknown, execution: ExecutionContext]> {
  const application = httpApplication(apis, addressesOf);
  const endpoints = new Map<string, Endpoint>();
  for (const api of apis) {
    const description = serverDescription(brandName, api);
    const path = `${versionPath("catalogue", api.version)}/mcp`;
    const card = serverCardEndpoint(description.identify, ({ catalogueMcp }) => inVersion(catalogueMcp, api.version));
    const mcp = mcpEndpoint({ description, version: api.version, tools: () => toolsOf(api) });
    application.all(path, mcp);
    endpoints.set(path, mcp);
    application.all(path + SERVER_CARD_SUFFIX, card);
    if (api === current) application.all(FORMER_CARD_PATH, card);
  }
  const notices = versionNotices("catalogue", versions);
  const direct = serveDirectly(current, application, { endpoints, addressesOf });
  const served = refuseEndedVersions(notices, addressesOf, direct, current.now);
  return announceVersions(notices, addressesOf, httpsOnly(addressesOf, served));
}
