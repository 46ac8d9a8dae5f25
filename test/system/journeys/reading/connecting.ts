import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { actOn } from "../../../support/assistants-page.ts";
import {
  CALLBACK,
  ConnectingApplication,
  connectionOf,
  type TokenPair,
} from "../../../support/connecting-application.ts";
import { PageVisitor, textOf } from "../../../support/page-visitor.ts";
import { type DocumentHost, documentFor, json, startDocumentHost } from "../../oauth/support/document-host.ts";
import type { JourneySystem } from "./journey-system.ts";

interface Way {
  way: string;
  known(origin: string, host: DocumentHost): Promise<ConnectingApplication>;
  says: string;
}

const WAYS: Way[] = [
  {
    way: "dynamic registration",
    known: (origin) => ConnectingApplication.register(origin, "Atlas Assistant"),
    says: "not verified",
  },
  {
    way: "metadata document",
    async known(origin, host) {
      const clientId = `https://localhost:${host.port}/client.json`;
      const document = documentFor(clientId, { client_name: "Atlas Assistant", redirect_uris: [CALLBACK] });
      host.serve("/client.json", json(document));
      return ConnectingApplication.known(origin, clientId);
    },
    says: "localhost",
  },
];

interface Listed {
  domains?: { domain: string }[];
  services?: { id: number }[];
  entries?: { operation: string; outcome: string; code: string | null; via: string }[];
}

/** Defines the tests of an application that a customer connects, restricts and disconnects. */
export function connecting(system: JourneySystem): void {
  const { api, acts } = system;
  let host: DocumentHost;
  beforeAll(async () => {
    host = await startDocumentHost();
  });
  afterAll(() => host.close());

  describe.each(WAYS)("an application known by $way", ({ known, says }) => {
    let visitor: PageVisitor;
    let application: ConnectingApplication;
    let tokens: TokenPair;
    beforeAll(() => {
      visitor = new PageVisitor(system.origin);
    });

    test("appears by name on the sign-in and consent pages and gets the selected scopes", async () => {
      application = await known(system.origin, host);
      const signIn = await visitor.open(application.authorizationUrl());
      expect(signIn.url.pathname).toBe("/sign-in");
      expect(textOf(signIn.html)).toContain("Atlas Assistant");
      const consent = await application.toConsent(visitor, { login: "owner", account: 1001 });
      expect(textOf(consent.html)).toContain("Atlas Assistant");
      expect(textOf(consent.html)).toContain(says);
      expect(textOf(consent.html)).toContain("127.0.0.1:49152");
      tokens = await application.tokens({ account: 1001, scopes: acts ? ["domains:write"] : [] }, visitor);
      const scope = acts ? "account:read domains:write" : "account:read";
      expect(tokens).toMatchObject({ scope, resource: `${system.origin}/api/v1` });
    });

    test("gets the same answer over HTTP and MCP with one token", async () => {
      const overHttp = await api.read<Listed>("/account/domains", tokens.access_token);
      const overMcp = await api.tool("list_my_domains", {}, tokens.access_token);
      expect(overHttp.domains?.length).toBeGreaterThan(1);
      expect(overMcp).toMatchObject({ status: 200, isError: false, value: overHttp });
    });

    test("sees only one domain from the next call on after the customer restricts it", async () => {
      expect((await api.request("/account/invoices", tokens.access_token)).status).toBe(200);
      const page = await actOn(visitor, connectionOf(tokens), "narrow", { scope: [], limit: "domain:studio-ana.ca" });
      expect(page.status).toBe(200);
      expect(textOf(page.html)).toContain("Only studio-ana.ca");

      const { domains } = await api.read<Listed>("/account/domains", tokens.access_token);
      expect(domains?.map(({ domain }) => domain)).toEqual(["studio-ana.ca"]);
      expect(await api.tool("list_my_invoices", {}, tokens.access_token)).toMatchObject({
        status: 200,
        isError: true,
        value: { code: "outside_limit" },
      });
      const refreshed = await application.refresh(tokens.refresh_token);
      expect(refreshed.scope).toBe("account:read");
      expect((await api.request("/account/services", refreshed.access_token)).status).toBe(200);
      tokens = refreshed;
    });

    test("can read all of its calls in its log", async () => {
      const { entries = [] } = await api.read<Listed>("/account/audit", tokens.access_token);
      const told = entries.map(({ operation, outcome, code, via }) => [operation, outcome, code, via]);
      expect(told.toReversed()).toEqual([
        ["listDomains", "succeeded", null, "http"],
        ["listDomains", "succeeded", null, "mcp"],
        ["listInvoices", "succeeded", null, "http"],
        ["listDomains", "succeeded", null, "http"],
        ["listInvoices", "refused", "outside_limit", "mcp"],
        ["listServices", "succeeded", null, "http"],
      ]);
    });

    test("is refused everywhere once the customer disconnects it", async () => {
      const page = await actOn(visitor, connectionOf(tokens), "disconnect");
      expect(textOf(page.html)).toContain("Atlas Assistant");
      expect(page.html).not.toContain(`value="${connectionOf(tokens)}"`);

      const response = await api.request("/account/domains", tokens.access_token);
      expect(response.status).toBe(401);
      expect(response.headers.get("WWW-Authenticate")).toContain('error="invalid_token"');
      expect((await api.tool("list_my_domains", {}, tokens.access_token)).status).toBe(401);
      const refresh = await application.token({ grant_type: "refresh_token", refresh_token: tokens.refresh_token });
      expect(refresh.status).toBe(400);
      expect(await refresh.json()).toMatchObject({ error: "invalid_grant" });
    });

    test("still has its earlier log after it connects again", async () => {
      const again = await application.tokens({ account: 1001 }, visitor);
      const { entries = [] } = await api.read<Listed>("/account/audit", again.access_token);
      expect(entries.map(({ operation }) => operation)).toContain("listInvoices");
    });
  });

  test("an application that is limited at the consent sees only its domain and has its own log", async () => {
    const application = await ConnectingApplication.register(system.origin);
    const { access_token } = await application.tokens({ account: 1001, limit: "domain:ana.dev" });
    const { domains } = await api.read<Listed>("/account/domains", access_token);
    expect(domains?.map(({ domain }) => domain)).toEqual(["ana.dev"]);
    const { services } = await api.read<Listed>("/account/services", access_token);
    expect(services?.length).toBeGreaterThan(0);
    const { entries = [] } = await api.read<Listed>("/account/audit", access_token);
    expect(entries.map(({ operation }) => operation)).toEqual(["listServices", "listDomains"]);
  });
}
