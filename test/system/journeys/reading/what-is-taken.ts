import { expect, test } from "vitest";
import { accountOperations } from "../../../../workers/account/operations/index.ts";
import { textOf } from "../../../support/page-visitor.ts";
import { newest } from "../../mcp/exchange.ts";
import type { JourneySystem } from "./journey-system.ts";

const INITIALIZE = {
  jsonrpc: "2.0",
  id: 1,
  method: "initialize",
  params: { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "tests", version: "1.0.0" } },
};

/**
 * Defines the tests of documents and pages in a system that accepts no changes. The recorded texts cover the other
 * case.
 */
export function whatIsTaken(system: JourneySystem): void {
  const { api } = system;
  const read = async (path: string) => (await fetch(system.origin + path)).text();

  test("the authorization server and each resource announce only the base scope", async () => {
    const wellKnown =
      "oauth-authorization-server oauth-protected-resource/api/v1 oauth-protected-resource/api/v1/account/mcp";
    for (const path of wellKnown.split(" ")) {
      expect(JSON.parse(await read(`/.well-known/${path}`)).scopes_supported, path).toEqual(["account:read"]);
    }
  });

  test("the MCP server's instructions in both protocol eras state that it accepts no changes", async () => {
    const discover = newest("server/discover");
    for (const answer of [await api.post(INITIALIZE, {}), await api.post(discover.body, {}, discover.headers)]) {
      const { result } = (await answer.json()) as { result: { instructions: string } };
      expect(result.instructions).toMatch(/accepts no orders or changes here/);
      expect(result.instructions).not.toMatch(/quote first/);
    }
  });

  test("the OpenAPI document has every operation and states what the provider does not accept or report", async () => {
    const { info, paths } = JSON.parse(await read("/api/v1/account/openapi.json"));
    expect(info.description).toMatch(/currently accepts no orders or changes here/);
    expect(info.description).toMatch(
      /Events that this provider does not report: `order\.completed`, .*`invoice\.overdue`\./,
    );
    for (const { http, id } of accountOperations) {
      expect(paths[http.path]?.[http.method.toLowerCase()]?.operationId).toBe(id);
    }
  });

  test.each([
    ["/llms.txt", /orders and changes are made in the client/, /let it order, renew and change/],
    ["/developers/acting?lang=en", /accepts no orders or changes here/, /Quote, accept, order, pay/],
    ["/developers/account?lang=en", /accepts no orders or changes here/, /names the scopes that the call needs/],
    ["/?lang=en", /It can read your services/, /order and renew for you, as far as you allow/],
  ])("%s does not promise that assistants can order", async (path, reading, acting) => {
    const answer = await read(path);
    const text = path === "/llms.txt" ? answer : textOf(answer);
    expect(text).toMatch(reading);
    expect(text).not.toMatch(acting);
  });
}
