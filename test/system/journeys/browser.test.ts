import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";
import { useApplicationPage } from "../../support/application-page.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { useBrowser } from "../pages/open-browser.ts";

const origin = inject("origin");
const browser = useBrowser();
const application = useApplicationPage();

interface ApiRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

interface Fetched {
  status: number;
  headers: Record<string, string>;
  body: Record<string, unknown>;
}

/** What the script of the application's page gets to see, by the browser's own rules of cross-origin requests. */
function fetchInPage(page: Page, path: string, init: ApiRequest = {}): Promise<Fetched> {
  return page.evaluate(
    async ([url, options]) => {
      const response = await fetch(url, options);
      return {
        status: response.status,
        headers: Object.fromEntries(response.headers),
        body: (await response.json()) as Record<string, unknown>,
      };
    },
    [`${origin}${path}`, init] as const,
  );
}

test("an application that lives in a page connects and reads, with the browser's consent to each request", async () => {
  // A header of the test's own would make each request one that the server has to allow first.
  const page = await browser.newVisitor({ extraHTTPHeaders: {} });
  const { callback } = application;
  await page.goto(callback);
  const refused = await fetchInPage(page, "/api/v1/account");
  expect(refused.status).toBe(401);
  const metadata = /resource_metadata="([^"]+)"/.exec(refused.headers["www-authenticate"] ?? "")?.[1] ?? "";
  const resource = await fetchInPage(page, new URL(metadata).pathname);
  expect(resource.body).toMatchObject({ resource: `${origin}/api/v1`, authorization_servers: [origin] });
  expect((await fetchInPage(page, "/.well-known/oauth-authorization-server")).body).toMatchObject({ issuer: origin });

  const registered = await fetchInPage(page, "/oauth/register", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ client_name: "Page", redirect_uris: [callback], token_endpoint_auth_method: "none" }),
  });
  expect(registered.status).toBe(201);

  const known = ConnectingApplication.known(origin, String(registered.body.client_id));
  await page.goto(known.authorizationUrl({ redirect_uri: callback }).href);
  await page.locator("[name=email]").fill("nocard@maple.example");
  await page.locator("[name=password]").fill("maple-nocard");
  await page.locator("[name=password]").press("Enter");
  await page.locator("[name=decision][value=allow]").click();
  await page.waitForURL(`${callback}*`);

  const token = await fetchInPage(page, "/oauth/token", {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: known.exchangeForm(new URL(page.url()), callback).toString(),
  });
  expect(token.status).toBe(200);
  const Authorization = `Bearer ${token.body.access_token}`;
  const account = await fetchInPage(page, "/api/v1/account", { headers: { Authorization } });
  expect(account.body).toMatchObject({ account: { id: 1004 } });
  expect(account.headers.ratelimit).toMatch(/^"connection";r=119;/);
  expect(account.headers["x-request-id"]).toBeTruthy();

  const overMcp = await fetchInPage(page, "/api/v1/account/mcp", {
    method: "POST",
    headers: { Authorization, "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "list_my_domains" } }),
  });
  expect(overMcp.body).toMatchObject({ id: 1, result: { structuredContent: { account: { id: 1004 } } } });
});
