import { expect, inject, test } from "vitest";
import { AccountClient } from "../../support/account-client.ts";
import { createToken, signIn } from "../../support/assistants-page.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";

const api = new AccountClient();

test.each([
  ["another account's domain", "studio-ana.ca"],
  ["a name under it", "mail.studio-ana.ca"],
  ["another account's site", "shop.studio-ana.ca"],
  ["the provider's own name", "maple.example"],
  ["a name under that", "www.maple.example"],
  ["a well-known name", "google.com"],
  ["a government's", "service.gov.ca"],
])("no site is ordered for %s: %s", async (_, domain) => {
  const token = await api.token({ login: "big", account: 1005, scopes: ["billing:write"] });
  const quoted = await api.request(`/account/orders/plan?plan=web-start&domain=${domain}`, token);
  expect([quoted.status, await quoted.json()]).toMatchObject([
    409,
    { code: "not_allowed", detail: expect.stringContaining("This name cannot be used for a site here.") },
  ]);
  const ordered = await api.tool(
    "order_plan",
    {
      ...{ plan: "web-start", domain, accept_terms: "2026-09-01" },
      idempotency_key: `site-${domain}`,
    },
    token,
  );
  expect(ordered).toMatchObject({ isError: true, value: { code: "not_allowed" } });
  const alike = `x${domain.split(".").slice(-2).join(".")}`;
  const free = await api.request(`/account/orders/plan?plan=web-start&domain=${alike}`, token);
  expect(free.status, "a name that only looks alike").toBe(200);
});

test("no site is ordered for a name that nobody has in public", async () => {
  const token = await api.token({ login: "big", account: 1005, scopes: ["billing:write"] });
  const quoted = await api.request("/account/orders/plan?plan=web-start&domain=localhost.localdomain", token);
  expect([quoted.status, await quoted.json()]).toMatchObject([409, { code: "not_allowed" }]);
});

test("no token is made for an account that the login does not manage", async () => {
  const visitor = new PageVisitor(inject("origin"), "203.0.113.98");
  await signIn(visitor, "nocard");
  const page = await visitor.open("/connected-assistants?lang=en&new-token");
  const answer = await visitor.submit(page, "once", {
    ...{ account: "1001", name: "Stolen", limit: "all", days: "30", action: "create_token" },
  });
  expect(textOf(answer.html)).not.toMatch(/fdk_[0-9A-Za-z]{60}/);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  await expect(createToken(visitor, { account: 1004, limit: "service:2101" })).rejects.toThrow(/no token/);
});
