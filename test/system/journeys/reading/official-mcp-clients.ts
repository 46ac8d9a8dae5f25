import { beforeAll, describe, expect, test } from "vitest";
import type { AnyOperation } from "../../../../shared/api/definition/operation.ts";
import { ACCOUNT_MCP_PATH } from "../../../../shared/platform/addresses.ts";
import { accountOperations } from "../../../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../../../workers/catalogue/operations/index.ts";
import { actOn } from "../../../support/assistants-page.ts";
import { returnedTo } from "../../../support/connecting-application.ts";
import { GENERATIONS, KeptByHost, type OpenedClient } from "../../../support/host-clients.ts";
import { limitedTo, pinned } from "../../../support/mcp-clients.ts";
import { PageVisitor, type VisitedPage } from "../../../support/page-visitor.ts";
import { asksToSignIn, signInStep } from "../../../support/sign-in-step.ts";
import { documentFor, json, startDocumentHost } from "../../oauth/support/document-host.ts";
import type { JourneySystem } from "./journey-system.ts";

const ABOUT_ACTING = ["quote_domain_order", "quote_plan_order", "quote_plan_change", "get_domain_registrar_settings"];

/** All operations, in the type that the transports use. */
const operations: AnyOperation<never>[] = [...accountOperations, ...catalogueOperations];
const tools = operations.flatMap(({ tool, ...operation }) => (tool === undefined ? [] : { tool, ...operation }));

/** Returns the names of the listed tools. A system that accepts no orders lists no tools for quotes and changes. */
function listedBy({ acts }: JourneySystem): string[] {
  const listed = tools.filter(({ tool, effect }) => acts || (effect === "read" && !ABOUT_ACTING.includes(tool)));
  return listed.map(({ tool }) => tool);
}

/** Signs in and agrees as the customer. Returns the redirect URL. */
async function customerAgrees(sentTo: URL | undefined, visitor: PageVisitor): Promise<URL> {
  if (!sentTo) throw new Error("the client sent nobody anywhere");
  let page: VisitedPage = await visitor.open(sentTo);
  if (asksToSignIn(page)) page = await signInStep(visitor, page, "owner");
  page = await visitor.submit(page, "account", { account: "1001" });
  return returnedTo(visitor.submit(page, "decision", { scope: [], limit: "all", decision: "allow" }));
}

/**
 * Expects structured content from each tool that only reads. If the system accepts no orders, expects a problem from
 * the tools that prepare an order or a change.
 */
async function expectToRead(client: Pick<OpenedClient, "callTool">, acts: boolean): Promise<void> {
  for (const { tool, example } of tools.filter(({ effect }) => effect === "read")) {
    const answer = await client.callTool(tool, example);
    const text = `${tool}: ${JSON.stringify(answer.content)}`;
    if (!acts && ABOUT_ACTING.includes(tool)) {
      expect(answer.isError, text).toBe(true);
      expect(text).toContain("not_offered");
      continue;
    }
    expect(answer.isError, text).toBeFalsy();
    expect(answer.structuredContent, tool).toBeTypeOf("object");
  }
}

/** Defines the tests of both generations of the official client, and of clients that speak only one revision. */
export function officialMcpClients(system: JourneySystem): void {
  describe.each(GENERATIONS)("$name", ({ unauthorized, open, finish }) => {
    const kept = new KeptByHost();
    let address: URL;
    let visitor: PageVisitor;
    beforeAll(() => {
      address = new URL(ACCOUNT_MCP_PATH, system.origin);
      visitor = new PageVisitor(system.origin, "203.0.113.51");
    });

    test("follows the server's 401 to the consent and registers itself", async () => {
      await expect(open(address, kept)).rejects.toThrow(unauthorized);
      expect(kept.registrations).toBe(1);
      expect(kept.sentTo?.origin).toBe(system.origin);
      expect(kept.sentTo?.pathname).toBe("/oauth/authorize");
      expect(kept.sentTo?.searchParams.get("code_challenge_method")).toBe("S256");
      expect(kept.sentTo?.searchParams.get("resource")).toBe(address.href);
      await finish(address, kept, await customerAgrees(kept.sentTo, visitor));
      expect(kept.kept?.refresh_token).toBeTruthy();
    });

    test("lists every tool that the system offers, and each tool that reads returns a result", async () => {
      const client = await open(address, kept);
      const listed = await client.listTools();
      expect(listed.map(({ name }) => name)).toEqual(listedBy(system));
      await expectToRead(client, system.acts);
      const { structuredContent } = await client.callTool("list_plans", {});
      expect(structuredContent, "in the account's currency").toMatchObject({ currency: "CAD" });
      await client.close();
    });

    test.skipIf(system.acts)(
      "gets the URL of the client area, without a request for scopes, from a tool that acts and is not listed",
      async () => {
        const client = await open(address, kept);
        const { access_token } = kept.kept ?? {};
        kept.forgetWhere();
        for (const { tool, example } of tools.filter(({ effect }) => effect !== "read")) {
          const answer = await client.callTool(tool, example);
          const [content] = answer.content as [{ text: string }];
          const problem = JSON.parse(content.text);
          expect([tool, answer.isError, problem.code]).toEqual([tool, true, "not_offered"]);
          expect(problem.action_required).toMatchObject({
            type: "use_client_area",
            url: expect.stringMatching(/^https?:/),
          });
        }
        expect(kept.sentTo, "the client requests no consent").toBeUndefined();
        expect(kept.kept?.access_token, "no refresh").toBe(access_token);
        await client.close();
      },
    );

    test("refreshes an invalid access token without the customer", async () => {
      const before = kept.kept;
      kept.kept = { ...before, access_token: `${before?.access_token}x`, token_type: "bearer" };
      kept.forgetWhere();
      const client = await open(address, kept);
      expect(await client.callTool("get_my_account", {})).toMatchObject({
        structuredContent: { account: { id: 1001 } },
      });
      expect(kept.sentTo).toBeUndefined();
      expect(kept.kept?.access_token).not.toBe(before?.access_token);
      await client.close();
    });

    test("requests a new authorization once the customer disconnects it", async () => {
      const client = await open(address, kept);
      const id = kept.kept?.access_token.split(":")[0] ?? "";
      await actOn(visitor, id, "disconnect");
      kept.forgetWhere();
      await expect(client.callTool("get_my_account", {})).rejects.toThrow();
      expect(kept.sentTo?.pathname).toBe("/oauth/authorize");
      expect(kept.registrations, "the client is still registered").toBe(1);
      await client.close();
    });

    test("uses its metadata document if it has one", async () => {
      const host = await startDocumentHost();
      const clientId = `https://localhost:${host.port}/client-host.json`;
      host.serve("/client-host.json", json(documentFor(clientId, kept.clientMetadata)));
      const published = new KeptByHost(clientId);
      await expect(open(address, published)).rejects.toThrow(unauthorized);
      expect(published.sentTo?.searchParams.get("client_id")).toBe(clientId);
      await finish(address, published, await customerAgrees(published.sentTo, visitor));
      const client = await open(address, published);
      expect(await client.callTool("get_my_account", {})).toMatchObject({
        structuredContent: { account: { id: 1001 } },
      });
      await client.close();
      await host.close();
    });
  });

  test.each([limitedTo("2025-06-18"), pinned()])(
    "$name gets the same tools and answers",
    async ({ protocolVersion, connect }) => {
      const { origin, api } = system;
      const client = await connect(origin + ACCOUNT_MCP_PATH, await api.token());
      expect(client.protocolVersion).toBe(protocolVersion);
      expect((await client.listTools()).map(({ name }) => name)).toEqual(listedBy(system));
      const { structuredContent } = await client.callTool("list_my_domains", {});
      expect(structuredContent).toEqual(await api.read("/account/domains"));
      await client.close();
    },
  );
}
