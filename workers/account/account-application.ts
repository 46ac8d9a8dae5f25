import { waitUntil } from "cloudflare:workers";
import type { Context, Hono } from "hono";
import { httpApplication, type RequestVariables } from "../../shared/api/http/serve-http.ts";
import { mcpEndpoint } from "../../shared/api/mcp/endpoint.ts";
import { SERVER_CARD_SUFFIX, serverCardEndpoint } from "../../shared/api/mcp/server-identity.ts";
import { toolsOf } from "../../shared/api/mcp/tools.ts";
import { inVersion, versionPath } from "../../shared/api/versions/api-versions.ts";
import { Sessions } from "../../shared/pages/sign-in/sessions.ts";
import { READ_ONLY_SUFFIX } from "../../shared/platform/addresses.ts";
import { logFailure } from "../../shared/platform/log.ts";
import { cancellationConfirm } from "./actions/cancellation-confirm.ts";
import { type AccountApi, readOnly } from "./api/account-apis.ts";
import { catalogueTools } from "./api/catalogue-tools.ts";
import { readOnlyServerDescription, serverDescription } from "./api/descriptions.ts";
import type { AccountServices } from "./composition.ts";
import { makeConnection } from "./connections/make-connection.ts";
import { readAuthorization } from "./oauth/authorization-request.ts";
import { metadataAnswer } from "./oauth/metadata.ts";
import { agreedDocument, looksLikeDocument } from "./oauth/metadata-document.ts";
import type { OAuthCall } from "./oauth/oauth-call.ts";
import { registerClient } from "./oauth/register.ts";
import { revocationEndpoint, tokenEndpoint } from "./oauth/token.ts";
import type { AreaAccess } from "./pages/client-area.ts";
import { AreaActions } from "./pages/client-area-actions.ts";
import { customerPages } from "./pages/customer-pages.ts";
import type { PageDependencies } from "./pages/page-request.ts";
import { takesChanges } from "./queries/remembered-descriptions.ts";

/** Serves every URL of the account: the API, the MCP servers, the authorization server and the pages. */
export function accountApplication(account: AccountServices, apis: readonly AccountApi[]): Hono<RequestVariables> {
  const { theme } = account;
  const asksForChanges = (requestId: string) => takesChanges(account.describe, requestId);
  const application = httpApplication(apis, account.addressesOf);

  const servers = apis.flatMap((api) => [
    { api, gate: account.gate, suffix: "", describe: serverDescription },
    { api: readOnly(api), gate: account.readOnlyGate, suffix: READ_ONLY_SUFFIX, describe: readOnlyServerDescription },
  ]);
  for (const { api, gate, suffix, describe } of servers) {
    const { version } = api;
    const path = `${versionPath("account", version)}/mcp${suffix}`;
    const description = describe(theme.brand.name, asksForChanges, api);
    application.all(
      path + SERVER_CARD_SUFFIX,
      serverCardEndpoint(description.identify, ({ accountMcp }) => inVersion(accountMcp, version) + suffix),
    );
    application.all(
      path,
      mcpEndpoint({
        ...{ description, version, gate },
        tools: () => toolsOf(api),
        toolsFromElsewhere: () => catalogueTools(account.catalogue),
      }),
    );
  }

  application.all("/.well-known/*", async (c, next) => (await metadataAnswer(callOf(c), account)) ?? next());
  application.all("/oauth/register", (c) => registerClient(callOf(c), account));
  application.all("/oauth/token", (c) => tokenEndpoint(callOf(c), account));
  application.all("/oauth/revoke", (c) => revocationEndpoint(callOf(c), account));

  application.route("/", customerPages(pageDependencies(account), areaAccess(account)));
  return application;
}

function pageDependencies(account: AccountServices): PageDependencies {
  const { theme, signer, sessionOf, limit, billing, describe, areZonesConnected, now } = account;
  const { index, providerActs, connectionOf, accountOf, connectionIds: ids, registry, clientArea } = account;
  return {
    ...{ theme, clientArea, billing, describe, areZonesConnected, limit, now, index, providerActs, ids },
    connection: connectionOf,
    account: accountOf,
    sessions: new Sessions({ name: "session", path: "/" }, signer, sessionOf, account.sessionList),
    readAuthorization: (request, addresses, isCounted, requestId) =>
      readAuthorization({ request, addresses, requestId, waitUntil }, isCounted, account),
    async connect(pending, consent, requestId) {
      const location = await makeConnection({ ids, index, connectionOf, now, requestId }, pending, consent);
      const { clientId } = pending.request;
      const kept = looksLikeDocument(clientId)
        ? registry.keepDocument(clientId, agreedDocument(pending.client))
        : registry.touch(clientId);
      waitUntil(logFailure("client_table_failed", kept, { request_id: requestId }));
      return location;
    },
  };
}

/** Returns the services that the client area uses for sessions and for its customers' changes. */
function areaAccess(account: AccountServices): AreaAccess {
  const { billing, zones, catalogue, signer, accountOf, connectionOf, actingLogins, describe, now } = account;
  const services = { billing, zones, catalogue, signer, accountOf, connectionOf, actingLogins, describe, now };
  const confirm = cancellationConfirm(signer, now);
  return {
    sessionList: account.sessionList,
    actionsOf: (customer) => new AreaActions({ ...services, confirm }, customer),
  };
}

function callOf(c: Context<RequestVariables>): OAuthCall {
  return { request: c.req.raw, addresses: c.var.addresses, requestId: c.var.requestId, waitUntil };
}
