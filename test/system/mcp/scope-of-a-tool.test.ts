import { expect, inject, test } from "vitest";
import { AccountClient, type McpAnswer, toolCall } from "../../support/account-client.ts";
import { ConnectingApplication, returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { ERAS } from "./exchange.ts";

interface NamedScopes {
  name: string;
  securitySchemes?: { type: string; scopes: string[] }[];
  _meta?: { securitySchemes?: unknown };
}

const api = new AccountClient();

// Like ChatGPT, the host first requests the scopes that the 401 response names. After a 403 response, it adds the
// scopes in the tool's `securitySchemes`.
test.each(ERAS.slice(0, 2))("a host that reads scopes only from the tool list can act ($era)", async ({ ask }) => {
  const application = await ConnectingApplication.register(inject("origin"), "Plain host");
  const visitor = new PageVisitor(inject("origin"));
  const call = (token: string) =>
    api.post(toolCall("set_domain_auto_renew", { domain: "ana-europe.fr", auto_renew: true }), token);
  const held = await application.tokens({ account: 1002 }, visitor);
  expect((await call(held.access_token)).status).toBe(403);

  const { headers, body } = ask("tools/list");
  const listed = (await (await api.post(body, held.access_token, headers)).json()) as McpAnswer;
  const tool = (listed.result?.tools as NamedScopes[] | undefined)?.find(
    ({ name }) => name === "set_domain_auto_renew",
  );
  const named = tool?.securitySchemes?.flatMap(({ scopes }) => scopes) ?? [];
  expect(named).toEqual(["billing:write"]);
  expect(tool?._meta?.securitySchemes).toEqual(tool?.securitySchemes);

  const scope = [held.scope, ...named].join(" ");
  const consent = await application.toConsent(visitor, { account: 1002 }, { scope });
  const decision = visitor.submit(consent, "decision", { scope: named, limit: "all", decision: "allow" });
  const given = await application.exchange(await returnedTo(decision));
  expect((await call(given.access_token)).status).toBe(200);
});
