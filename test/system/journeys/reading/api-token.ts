import { beforeAll, expect, test } from "vitest";
import { connectionOfApiToken } from "../../../../durable-objects/connection/tokens/api-token.ts";
import { toolCall } from "../../../support/account-client.ts";
import { actOn, createToken, signIn } from "../../../support/assistants-page.ts";
import { PageVisitor, textOf } from "../../../support/page-visitor.ts";
import type { JourneySystem } from "./journey-system.ts";

/** Defines the tests of an API token, from its creation on the page to its revocation. */
export function apiToken(system: JourneySystem): void {
  const { api, acts } = system;
  let visitor: PageVisitor;
  let token: string;

  beforeAll(() => {
    visitor = new PageVisitor(system.origin, "203.0.113.41");
  });

  test("the page creates a token after the sign-in and shows the token once", async () => {
    await signIn(visitor, "owner");
    token = await createToken(visitor, {
      name: "Nightly report",
      operation: acts ? ["renewDomain"] : [],
      limit: "all",
    });
    const list = await visitor.open("/connected-assistants?lang=en");
    expect(list.html).not.toContain(token);
    expect(textOf(list.html)).toContain(`${token.slice(0, 8)}…${token.slice(-4)}`);
    expect(textOf(list.html)).toContain("never used");
  });

  test("the token can read over HTTP and MCP, and its log has both account calls", async () => {
    const { domains } = await api.read<{ domains: unknown[] }>("/account/domains", token);
    expect(domains.length).toBeGreaterThan(1);
    expect(await api.tool("list_my_services", {}, token)).toMatchObject({ status: 200, isError: false });
    expect(await api.tool("list_plans", {}, token)).toMatchObject({ status: 200, isError: false });
    const { entries } = await api.read<{ entries: { operation: string; via: string }[] }>("/account/audit", token);
    expect(entries.map(({ operation, via }) => [operation, via])).toEqual([
      ["listServices", "mcp"],
      ["listDomains", "http"],
    ]);
  });

  test("a renewal of an unknown domain is refused", async () => {
    const refused = await api.request("/account/domains/unheard-of.com/renew", token, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Idempotency-Key": "nightly-1" },
      body: "{}",
    });
    expect(refused.status).toBe(acts ? 404 : 409);
  });

  test("a call beyond the token's permissions suggests a new token or, if the API accepts no changes, the client area", async () => {
    const refused = await api.request("/account/domains/studio-ana.ca/auto-renew", token, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ auto_renew: true }),
    });
    expect(refused.status).toBe(acts ? 403 : 409);
    const problem = (await refused.json()) as { code: string; detail: string };
    expect(problem.code).toBe(acts ? "insufficient_scope" : "not_offered");
    expect(problem.detail).toMatch(acts ? /create another one on the connected-assistants page/ : /in the client area/);
    expect(problem.detail).not.toMatch(/connect again/);
  });

  test("the page shows the last calls with the token", async () => {
    const list = textOf((await visitor.open("/connected-assistants?lang=en")).html);
    expect(list).toContain(`Renew domain names · unheard-of.com · refused: ${acts ? "not found" : "not offered"}`);
  });

  test("the token sees only one service once the customer limits it on the page", async () => {
    const id = connectionOfApiToken(token) ?? "";
    await actOn(visitor, id, "narrow", { scope: acts ? ["billing:write"] : [], limit: "service:2101" });
    const { services } = await api.read<{ services: { id: number }[] }>("/account/services", token);
    expect(services.map((service) => service.id)).toEqual([2101]);
    expect(await api.read<{ domains: unknown[] }>("/account/domains", token)).toMatchObject({ domains: [] });
    expect(await api.tool("list_my_tickets", {}, token)).toMatchObject({
      isError: true,
      value: { code: "outside_limit" },
    });
  });

  test("every API refuses the token once the customer revokes it", async () => {
    const page = await actOn(visitor, connectionOfApiToken(token) ?? "", "disconnect");
    expect(textOf(page.html)).toContain("Nightly report was revoked.");
    expect((await api.request("/account", token)).status).toBe(401);
    const overMcp = await api.post(toolCall("get_my_account"), token);
    expect(overMcp.status).toBe(401);
    expect(overMcp.headers.get("WWW-Authenticate")).toContain(
      "/.well-known/oauth-protected-resource/api/v1/account/mcp",
    );
  });
}
