import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { AccountClient } from "../../support/account-client.ts";
import { useApplicationPage } from "../../support/application-page.ts";
import { ConnectingApplication, connectionOf, type TokenPair } from "../../support/connecting-application.ts";
import { openBrowser } from "../pages/open-browser.ts";

const api = new AccountClient();

const origin = inject("origin");
let browser: Browser;
const application = useApplicationPage();

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

describe.each([
  ["en", "203.0.113.61"],
  ["fr", "203.0.113.62"],
])("in a browser without script, in %s", (language, address) => {
  let page: Page;
  let atlas: ConnectingApplication;
  let tokens: TokenPair;
  beforeAll(async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      locale: `${language}-CA`,
      extraHTTPHeaders: { "CF-Connecting-IP": address },
    });
    page = await context.newPage();
    atlas = await ConnectingApplication.register(origin);
  });
  afterAll(() => page.context().close());

  test("a customer signs in, chooses the account, ticks, limits and is returned", async () => {
    await page.goto(atlas.authorizationUrl({ redirect_uri: application.callback }).href);
    expect(await page.getAttribute("html", "lang")).toBe(language);
    await page.locator("[name=email]").fill("owner@maple.example");
    await page.locator("[name=password]").fill("maple-owner");
    await page.locator("[name=password]").press("Enter");
    await page.getByRole("radio", { name: "Studio Ana Inc." }).check();
    await page.getByRole("radio", { name: "Studio Ana Inc." }).press("Enter");
    await page.getByRole("heading", { level: 1, name: /Atlas Assistant/ }).waitFor();
    expect(await page.locator("[name=scope]:checked").count(), "nothing is ticked beforehand").toBe(0);
    await page.locator("[name=scope][value='domains:write']").check();
    await page.locator("details:has([name=limit]) > summary").click();
    await page.locator("[name=ask][value=domains]").check();
    await page.locator("[name=limit]").selectOption("service:2101");
    await page.locator("[name=limit]").selectOption("domain:studio-ana.ca");
    await page.locator("[name=decision][value=allow]").click();
    await page.getByRole("heading", { name: "Back" }).waitFor();

    tokens = await atlas.exchange(new URL(page.url()), application.callback);
    expect(tokens.scope).toBe("account:read domains:write");
    const { domains } = await api.read<{ domains: { domain: string }[] }>("/account/domains", tokens.access_token);
    expect(domains.map(({ domain }) => domain)).toEqual(["studio-ana.ca"]);
  });

  test("approves what they asked to be asked about, on the page that the refusal names", async () => {
    const nameservers = [`ns1.${language}.example`, `ns2.${language}.example`];
    const set = () =>
      api.callTool("set_domain_nameservers", { domain: "studio-ana.ca", nameservers }, tokens.access_token);
    const refused = await set();
    expect(refused.status).toBe(409);
    const { action_required } = (await refused.json()) as { action_required: { url: string } };
    await page.goto(action_required.url);
    expect(await page.getAttribute("html", "lang")).toBe(language);
    expect(await page.locator("main").textContent()).toContain(nameservers[1]);
    await page.locator("[name=decision][value=approve]").click();
    await page.getByRole("status").waitFor();
    expect((await set()).status).toBe(200);
  });

  test("sees what it did, takes a permission away, and ends it", async () => {
    await page.goto(`${origin}/connected-assistants`);
    expect(await page.getAttribute("html", "lang")).toBe(language);
    const card = page.locator(`#connection-${connectionOf(tokens)}`);
    expect(await card.textContent()).toContain("studio-ana.ca");
    await card.locator("details:has([name=scope]) > summary").click();
    await card.locator("[name=scope]").uncheck();
    await card.locator("[name=action][value=narrow]").click();
    await page.getByRole("status").waitFor();
    expect((await atlas.refresh(tokens.refresh_token)).scope).toBe("account:read");

    await card.locator("[name=action][value=disconnect]").click();
    await page.getByRole("status").waitFor();
    expect(await card.count()).toBe(0);
    expect(await page.getByRole("status").textContent()).toContain("Atlas Assistant");
    expect((await api.request("/account/domains", tokens.access_token)).status).toBe(401);
  });
});

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
  const page = await (await browser.newContext()).newPage();
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
