import { expect, test } from "vitest";
import { signIn } from "../../support/assistants-page.ts";
import { CALLBACK, ConnectingApplication, connectionOf, returnedTo } from "../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";
import { useWorld } from "../../support/world.ts";
import { documentFor, json, useDocumentHost } from "../oauth/support/document-host.ts";

const world = useWorld();
const host = useDocumentHost();

test("what a connection did is its reads and its actions, in their order, and no other connection's", async () => {
  const application = await ConnectingApplication.register(world.origin);
  const scopes = ["billing:write", "domains:write"];
  const one = await application.directTokens({ account: 1001, scopes });
  const other = await application.directTokens({ account: 1001, scopes });
  const ask = (tool: string, input?: object) => world.api.callTool(tool, { ...input }, one.access_token);

  const domain = "studio-ana.ca";
  expect((await ask("list_my_domains")).status).toBe(200);
  expect((await ask("set_domain_auto_renew", { domain, auto_renew: false })).status).toBe(200);
  expect((await ask("renew_domain", { domain: "not-mine.ca", years: 1, idempotency_key: "once" })).status).toBe(404);
  expect((await ask("list_my_invoices")).status).toBe(200);

  const visitor = new PageVisitor(world.origin, "203.0.113.95");
  await signIn(visitor, "owner");
  const { html } = await visitor.open("/connected-assistants?lang=en");
  const card = (connection: string) => `<main${html.split(`id="connection-${connection}"`)[1]?.split("</form>")[0]}`;
  const own = card(connectionOf(one));
  const did = [...own.matchAll(/<li[^>]*><p>(.*?)<\/p><time/gs)].map(([, entry = ""]) => textOf(`<main>${entry}`));
  expect(did).toEqual([
    "Read invoices",
    "Renew domain names · not-mine.ca · refused: not found",
    "Turn automatic renewal on or off · studio-ana.ca",
    "Read domain names",
  ]);
  expect(textOf(card(connectionOf(other)))).toContain("What it did It has not read or changed anything yet.");
});

test("the document of an application is kept from the consent on, and not before", async () => {
  const kept = () => world.accounts.prepare("SELECT id FROM clients WHERE kind = 'document'").first("id");
  const clientId = host.at("/client.json");
  host.serve("/client.json", json(documentFor(clientId, { redirect_uris: [CALLBACK] })));
  const application = ConnectingApplication.known(world.origin, clientId);
  const visitor = new PageVisitor(world.origin);
  const consent = await application.toConsent(visitor, { login: "nocard" });
  expect(await kept()).toBeNull();
  await returnedTo(visitor.submit(consent, "decision", { limit: "all", decision: "allow" }));
  await expect.poll(kept).toBe(clientId);
});
