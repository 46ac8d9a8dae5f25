import {
  Client,
  type OAuthDiscoveryState,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import { UnauthorizedError as EarlierUnauthorized } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CALLBACK } from "./connecting-application.ts";
import type { CallResult, ListedTool } from "./mcp-clients.ts";

const HOST = { name: "frontdesk-tests", version: "1.0.0" };

/** The data that an MCP host stores for its user. Both generations of the client use it as their `authProvider`. */
export class KeptByHost {
  /** The URL of the client's metadata document. Without one, the client registers itself. */
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

/** An open connection of a client. */
export interface OpenedClient {
  listTools(): Promise<ListedTool[]>;
  callTool(name: string, input: Record<string, unknown>): Promise<CallResult>;
  close(): Promise<void>;
}

/** One generation of the official client and its transport. */
export interface Generation {
  name: string;
  unauthorized: new (...args: never[]) => Error;
  open(address: URL, kept: KeptByHost): Promise<OpenedClient>;
  /** Gives the client the URL to which the browser returned. */
  finish(address: URL, kept: KeptByHost, returned: URL): Promise<void>;
}

/** Both generations of the official client. Each discovers the consent page without configuration. */
export const GENERATIONS: Generation[] = [
  {
    name: "client 2.4, negotiating",
    unauthorized: UnauthorizedError,
    async open(address, kept) {
      const client = new Client(HOST, { versionNegotiation: { mode: "auto" } });
      await client.connect(new StreamableHTTPClientTransport(address, { authProvider: kept }));
      return {
        listTools: async () => (await client.listTools()).tools,
        callTool: (name, input) => client.callTool({ name, arguments: input }),
        close: () => client.close(),
      };
    },
    finish: (address, kept, returned) =>
      new StreamableHTTPClientTransport(address, { authProvider: kept }).finishAuth(returned.searchParams),
  },
  {
    name: "sdk 1.32",
    unauthorized: EarlierUnauthorized,
    async open(address, kept) {
      const client = new EarlierClient(HOST);
      const transport = new EarlierTransport(address, { authProvider: kept });
      // The transport's declarations predate exactOptionalPropertyTypes. The documentation passes it to `connect`.
      await client.connect(transport as Parameters<typeof client.connect>[0]);
      return {
        listTools: async () => (await client.listTools()).tools,
        callTool: (name, input) => client.callTool({ name, arguments: input }) as Promise<CallResult>,
        close: () => client.close(),
      };
    },
    finish: (address, kept, returned) =>
      new EarlierTransport(address, { authProvider: kept }).finishAuth(returned.searchParams.get("code") ?? ""),
  },
];
