import { describe, expect, test } from "vitest";
import { accountOperations } from "../../../../workers/account/operations/index.ts";
import { PageVisitor, textOf } from "../../../support/page-visitor.ts";
import type { JourneySystem } from "./journey-system.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1.0.0" } },
};

/** What clients and people are told before they call: that orders and changes are taken, or that they are not. */
export function whatIsTaken(system: JourneySystem): void {
  const { api, acts } = system;
  const read = async (path: string) => (await fetch(system.origin + path)).text();

  /** What it is that acts in a text, and what says that nothing does. */
  function expectToTell(text: string, { acting, reading }: { acting: RegExp; reading: RegExp }): void {
    expect(text).toMatch(acts ? acting : reading);
    expect(text).not.toMatch(acts ? reading : acting);
  }

  test("the authorization server announces the scopes that a customer can give; each resource asks for the base scope", async () => {
    const scopesAt = async (path: string) => JSON.parse(await read(path)).scopes_supported;
    const all = ["account:read", "billing:write", "domains:write", "zones:write"];
    expect(await scopesAt("/.well-known/oauth-authorization-server")).toEqual(acts ? all : ["account:read"]);
    for (const resource of ["/api/v1", "/api/v1/account/mcp"]) {
      expect(await scopesAt(`/.well-known/oauth-protected-resource${resource}`)).toEqual(["account:read"]);
    }
  });

  test("a call without a token is asked for the base scope alone", async () => {
    const order = { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" };
    for (const [path, init] of [
      ["/account", {}],
      ["/account/orders/plan", order],
      ["/account/mcp", { ...order, body: JSON.stringify(INITIALIZE) }],
    ] as const) {
      const refused = await api.request(path, null, init);
      expect([refused.status, refused.headers.get("WWW-Authenticate")]).toEqual([
        401,
        expect.stringMatching(/scope="account:read"$/),
      ]);
    }
  });

  test("the instructions of the MCP server, in both generations", async () => {
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "server/discover" };
    const envelope = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "tests", version: "1.0.0" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const discover = { jsonrpc: "2.0", id: 1, method: "server/discover", params: { _meta: envelope } };
    for (const answer of [await api.post(INITIALIZE, {}), await api.post(discover, {}, headers)]) {
      const { result } = (await answer.json()) as { result: { instructions: string } };
      expectToTell(result.instructions, {
        acting: /quote first.*approve_action/,
        reading: /takes no orders or changes here/,
      });
      expect(result.instructions).toMatch(
        /^The signed-in customer's own account at .* seek no way around\. .* is for support, in the client area\.$/,
      );
    }
  });

  test("the OpenAPI document has every operation, and says whether the provider takes what acts", async () => {
    const { info, paths } = JSON.parse(await read("/api/v1/account/openapi.json"));
    expect(/takes no orders or changes here now/.test(info.description)).toBe(!acts);
    for (const { http, id } of accountOperations) {
      expect(paths[http.path]?.[http.method.toLowerCase()]?.operationId).toBe(id);
    }
  });

  test("llms.txt", async () => {
    const text = await read("/llms.txt");
    expectToTell(text, {
      acting: /let it order, renew and change/,
      reading: /orders and changes are made in the client/,
    });
    expectToTell(text, { acting: /- \[Acting on the account\]/, reading: /- \[Orders and changes\]/ });
    expectToTell(text, { acting: /or order on their own account/, reading: /the provider takes none here/ });
  });

  describe.each([
    {
      lang: "en",
      notTaken: /takes no orders or changes here/,
      keys: /Idempotency keys/,
      scopes: /WWW-Authenticate names the scopes that the call needs/,
      consequence: /The transfer code is e-mailed to the customer/,
      home: { acting: /and order, renew or change what you allow/, reading: /invoices and tickets\. Add this address/ },
    },
    {
      lang: "fr",
      notTaken: /n’accepte ici ni commande ni modification/,
      keys: /Clés d’idempotence/,
      scopes: /WWW-Authenticate énumère les portées que l’appel exige/,
      consequence: /Le code de transfert est envoyé par courriel/,
      home: {
        acting: /et commander, renouveler ou modifier/,
        reading: /demandes d’assistance\. Ajoutez cette adresse/,
      },
    },
  ])("in $lang", ({ lang, notTaken, keys, scopes, consequence, home }) => {
    const pageAt = async (path: string) => {
      const { html } = await new PageVisitor(system.origin).open(`${path}?lang=${lang}`);
      return textOf(html);
    };

    test("the developers' pages", async () => {
      const [account, acting] = [await pageAt("/developers/account"), await pageAt("/developers/acting")];
      expectToTell(acting, { acting: keys, reading: notTaken });
      expectToTell(account, { acting: scopes, reading: notTaken });
      expectToTell(account, { acting: consequence, reading: notTaken });
    });

    test("the home page", async () => {
      expectToTell(await pageAt("/"), home);
    });
  });
}
