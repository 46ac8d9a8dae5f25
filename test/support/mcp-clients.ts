import { Client, type ClientOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

/** A tool in the form that a client returns to its host. */
export interface ListedTool {
  name: string;
  title?: string | undefined;
  description?: string | undefined;
  inputSchema: unknown;
  outputSchema?: unknown;
  annotations?: unknown;
  securitySchemes?: unknown;
  _meta?: unknown;
}

/** The result of a tool call, in the form that a client returns to its host. */
export interface CallResult {
  content?: unknown;
  structuredContent?: unknown;
  isError?: boolean | undefined;
  [member: string]: unknown;
}

/** A client with an open connection. */
export interface ConnectedClient {
  protocolVersion: string | undefined;
  /** The name and version that the server reports. */
  serverInfo: object | undefined;
  /** The server's instructions for the model. */
  instructions: string | undefined;
  listTools(): Promise<ListedTool[]>;
  callTool(name: string, input: Record<string, unknown>): Promise<CallResult>;
  close(): Promise<void>;
}

type FetchLike = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** An official client with a host's settings. */
export interface OfficialClient {
  name: string;
  /** The MCP revision that the client must negotiate with a server that supports all of them. */
  protocolVersion: string;
  /** Connects. @param token the credential, if the server needs one @param fetch calls a server in this process */
  connect(url: string, token?: string, fetch?: FetchLike): Promise<ConnectedClient>;
}

const REVISION_WITHOUT_HANDSHAKE = "2026-07-28";
const HOST = { name: "frontdesk-tests", version: "1.0.0" };

/** The official clients, with each of their ways to negotiate a revision. */
export const OFFICIAL_CLIENTS: OfficialClient[] = [
  current("client 2.4, negotiating", REVISION_WITHOUT_HANDSHAKE, { versionNegotiation: { mode: "auto" } }),
  pinned(),
  current("client 2.4 as it comes", "2025-11-25", {}),
  limitedTo("2025-06-18"),
  limitedTo("2025-03-26"),
  { name: "sdk 1.32", protocolVersion: "2025-11-25", connect: connectEarlier },
];

/** Returns the 2.4 client, restricted to one revision with a handshake. */
export function limitedTo(version: string): OfficialClient {
  return current(`client 2.4, limited to ${version}`, version, { supportedProtocolVersions: [version] });
}

/** Returns the 2.4 client, restricted to {@link REVISION_WITHOUT_HANDSHAKE}. */
export function pinned(): OfficialClient {
  const options = { versionNegotiation: { mode: { pin: REVISION_WITHOUT_HANDSHAKE } } };
  return current(`client 2.4, pinned to ${REVISION_WITHOUT_HANDSHAKE}`, REVISION_WITHOUT_HANDSHAKE, options);
}

function current(name: string, protocolVersion: string, options: ClientOptions): OfficialClient {
  return {
    name,
    protocolVersion,
    async connect(url, token, fetch) {
      const client = new Client(HOST, options);
      await client.connect(new StreamableHTTPClientTransport(new URL(url), transportOptions(token, fetch)));
      return {
        protocolVersion: client.getNegotiatedProtocolVersion(),
        serverInfo: client.getServerVersion(),
        instructions: client.getInstructions(),
        listTools: async () => (await client.listTools()).tools,
        callTool: (tool, input) => client.callTool({ name: tool, arguments: input }),
        close: () => client.close(),
      };
    },
  };
}

async function connectEarlier(url: string, token?: string, fetch?: FetchLike): Promise<ConnectedClient> {
  const client = new EarlierClient(HOST);
  const transport = new EarlierTransport(new URL(url), transportOptions(token, fetch));
  // The transport's declarations predate exactOptionalPropertyTypes. The documentation passes it to `connect`.
  await client.connect(transport as Parameters<typeof client.connect>[0]);
  return {
    protocolVersion: transport.protocolVersion,
    serverInfo: client.getServerVersion(),
    instructions: client.getInstructions(),
    listTools: async () => (await client.listTools()).tools,
    callTool: (tool, input) => client.callTool({ name: tool, arguments: input }) as Promise<CallResult>,
    close: () => client.close(),
  };
}

function transportOptions(
  token: string | undefined,
  fetch: FetchLike | undefined,
): { requestInit?: RequestInit; fetch?: FetchLike } {
  return {
    ...(token !== undefined && { requestInit: { headers: { Authorization: `Bearer ${token}` } } }),
    ...(fetch && { fetch }),
  };
}
