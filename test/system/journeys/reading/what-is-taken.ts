import { expect, test } from "vitest";
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
  });

  const pageAt = async (path: string) => textOf((await new PageVisitor(system.origin).open(`${path}?lang=en`)).html);

  test("the developers' pages", async () => {
    const reading = /takes no orders or changes here/;
    expectToTell(await pageAt("/developers/acting"), { acting: /Idempotency keys/, reading });
    const account = await pageAt("/developers/account");
    expectToTell(account, { acting: /WWW-Authenticate names the scopes that the call needs/, reading });
  });

  test("the home page", async () => {
    const reading = /It can read your services/;
    expectToTell(await pageAt("/"), { acting: /order and renew for you, as far as you allow/, reading });
  });
}
