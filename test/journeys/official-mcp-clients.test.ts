import {
  Client,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { UnauthorizedError as EarlierUnauthorized } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, inject, test } from "vitest";
import { ACCOUNT_MCP_PATH } from "../../shared/addresses.ts";
import type { AnyOperation } from "../../shared/operations/operation.ts";
import { accountOperations } from "../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../workers/catalogue/operations/index.ts";
import { documentFor, json, startDocumentHost } from "../oauth/support/document-host.ts";
import { actOn } from "../support/assistants-page.ts";
import { CALLBACK, returnedTo } from "../support/connecting-application.ts";
import type { CallResult, ListedTool } from "../support/mcp-clients.ts";
import { PageVisitor, type VisitedPage } from "../support/page-visitor.ts";

const origin = inject("origin");
const address = new URL(ACCOUNT_MCP_PATH, origin);
const HOST = { name: "frontdesk-tests", version: "1.0.0" };

/** Seen as the transports see them, without their own schemas. */
const operations: AnyOperation<never>[] = [...accountOperations, ...catalogueOperations];
const tools = operations.flatMap(({ tool, ...operation }) => (tool === undefined ? [] : { tool, ...operation }));

/** What a host keeps for its user: what both generations of the client ask of it. */
class KeptByHost {
  /** Where its own description is published, if it is; else it registers itself. */
  readonly clientMetadataUrl?: string;
  redirectUrl = CALLBACK;
  clientMetadata = {
    client_name: "Desk Host",
    redirect_uris: [CALLBACK],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  sentTo: URL | undefined;
  registrations = 0;
  kept: { access_token: string; token_type: string; refresh_token?: string } | undefined;
  #client: { client_id: string } | undefined;
  #discovered: OAuthDiscoveryState | undefined;
  #verifier = "";

  constructor(clientMetadataUrl?: string) {
    if (clientMetadataUrl) this.clientMetadataUrl = clientMetadataUrl;
  }

  forgetWhere = () => {
    this.sentTo = undefined;
  };
  state = () => "state-of-the-host";
  clientInformation = () => this.#client;
  saveClientInformation = (client: { client_id: string }) => {
    this.registrations++;
    this.#client = client;
  };
  tokens = () => this.kept;
  saveTokens = (tokens: NonNullable<KeptByHost["kept"]>) => {
    this.kept = tokens;
  };
  redirectToAuthorization = (url: URL) => {
    this.sentTo = url;
  };
  saveDiscoveryState = (discovered: OAuthDiscoveryState) => {
    this.#discovered = discovered;
  };
  discoveryState = () => this.#discovered;
  saveCodeVerifier = (verifier: string) => {
    this.#verifier = verifier;
  };
  codeVerifier = () => this.#verifier;
  invalidateCredentials = (what: string) => {
    if (what === "all" || what === "tokens") this.kept = undefined;
    if (what === "all" || what === "client") this.#client = undefined;
  };
}

interface Opened {
  listTools(): Promise<ListedTool[]>;
  callTool(name: string, input: Record<string, unknown>): Promise<CallResult>;
  close(): Promise<void>;
}

/** One generation of the client, over its own transport. */
interface Generation {
  name: string;
  unauthorized: new (...args: never[]) => Error;
  open(kept: KeptByHost): Promise<Opened>;
  /** Hands the client what the browser came back with. */
  finish(kept: KeptByHost, returned: URL): Promise<void>;
}

const GENERATIONS: Generation[] = [
  {
    name: "client 2.4, negotiating",
    unauthorized: UnauthorizedError,
    async open(kept) {
      const client = new Client(HOST, { versionNegotiation: { mode: "auto" } });
      await client.connect(new StreamableHTTPClientTransport(address, { authProvider: kept }));
      return {
        listTools: async () => (await client.listTools()).tools,
        callTool: (name, input) => client.callTool({ name, arguments: input }),
        close: () => client.close(),
      };
    },
    finish: (kept, returned) =>
      new StreamableHTTPClientTransport(address, { authProvider: kept }).finishAuth(returned.searchParams),
  },
  {
    name: "sdk 1.32",
    unauthorized: EarlierUnauthorized,
    async open(kept) {
      const client = new EarlierClient(HOST);
      const transport = new EarlierTransport(address, { authProvider: kept });
      // The transport's declarations predate exactOptionalPropertyTypes; it is the one `connect` is documented with.
      await client.connect(transport as Parameters<typeof client.connect>[0]);
      return {
        listTools: async () => (await client.listTools()).tools,
        callTool: (name, input) => client.callTool({ name, arguments: input }) as Promise<CallResult>,
        close: () => client.close(),
      };
    },
    finish: (kept, returned) =>
      new EarlierTransport(address, { authProvider: kept }).finishAuth(returned.searchParams.get("code") ?? ""),
  },
];

/** The customer's way, from where the client sent the browser to the application's address. */
async function customerAgrees(sentTo: URL | undefined, visitor: PageVisitor): Promise<URL> {
  if (!sentTo) throw new Error("the client sent nobody anywhere");
  let page: VisitedPage = await visitor.open(sentTo);
  if (page.html.includes('name="email"')) {
    page = await visitor.submit(page, "email", { email: "owner@maple.example", password: "maple-owner" });
  }
  page = await visitor.submit(page, "account", { account: "1001" });
  return returnedTo(visitor.submit(page, "decision", { scope: [], limit: "all", decision: "allow" }));
}

describe.each(GENERATIONS)("$name", ({ unauthorized, open, finish }) => {
  const kept = new KeptByHost();
  const visitor = new PageVisitor(origin, "203.0.113.51");

  test("finds its way from the server's 401 to the consent, registering itself", async () => {
    await expect(open(kept)).rejects.toThrow(unauthorized);
    expect(kept.registrations).toBe(1);
    expect(kept.sentTo?.origin).toBe(origin);
    expect(kept.sentTo?.pathname).toBe("/oauth/authorize");
    expect(kept.sentTo?.searchParams.get("code_challenge_method")).toBe("S256");
    expect(kept.sentTo?.searchParams.get("resource")).toBe(address.href);
    await finish(kept, await customerAgrees(kept.sentTo, visitor));
    expect(kept.kept?.refresh_token).toBeTruthy();
  });

  test("lists every tool, and each of them answers", async () => {
    const client = await open(kept);
    const listed = await client.listTools();
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ tool }) => tool));
    for (const { tool, example } of tools) {
      const answer = await client.callTool(tool, example);
      expect(answer.isError, `${tool}: ${JSON.stringify(answer.content)}`).toBeFalsy();
      expect(answer.structuredContent, tool).toBeTypeOf("object");
    }
    const { structuredContent } = await client.callTool("list_plans", {});
    expect(structuredContent, "in the account's currency").toMatchObject({ currency: "CAD" });
    await client.close();
  });

  test("refreshes when its access token is no longer good, without asking the customer", async () => {
    const before = kept.kept;
    kept.kept = { ...before, access_token: `${before?.access_token}x`, token_type: "bearer" };
    kept.forgetWhere();
    const client = await open(kept);
    expect(await client.callTool("get_my_account", {})).toMatchObject({ structuredContent: { account: { id: 1001 } } });
    expect(kept.sentTo).toBeUndefined();
    expect(kept.kept?.access_token).not.toBe(before?.access_token);
    await client.close();
  });

  test("disconnected, it has to ask again", async () => {
    const client = await open(kept);
    const id = kept.kept?.access_token.split(":")[0] ?? "";
    await actOn(visitor, id, "disconnect");
    kept.forgetWhere();
    await expect(client.callTool("get_my_account", {})).rejects.toThrow();
    expect(kept.sentTo?.pathname).toBe("/oauth/authorize");
    expect(kept.registrations, "it is still known").toBe(1);
    await client.close();
  });

  test("goes by its metadata document where it has one", async () => {
    const host = await startDocumentHost();
    const clientId = `https://localhost:${host.port}/desk-host.json`;
    host.serve("/desk-host.json", json(documentFor(clientId, kept.clientMetadata)));
    const published = new KeptByHost(clientId);
    await expect(open(published)).rejects.toThrow(unauthorized);
    expect(published.sentTo?.searchParams.get("client_id")).toBe(clientId);
    await finish(published, await customerAgrees(published.sentTo, visitor));
    const client = await open(published);
    expect(await client.callTool("get_my_account", {})).toMatchObject({ structuredContent: { account: { id: 1001 } } });
    await client.close();
    await host.close();
  });
});
