import type { Context } from "hono";
import type { Addresses } from "../../platform/addresses.ts";
import { publicDocument } from "../http/public-document.ts";
import type { RequestVariables } from "../http/serve-http.ts";
import { PROTOCOL_VERSIONS } from "./json-rpc.ts";
import type { IdentityOf, ServerIdentity } from "./server-identity.ts";

/** Behind the address of an MCP server: where its card is by default (SEP-2127, Server Card Location). */
export const SERVER_CARD_SUFFIX = "/server-card";
export const SERVER_CARD_TYPE = "application/mcp-server-card+json";
/** Where earlier drafts had the one card of a host, and scanners still look. */
export const FORMER_CARD_PATH = "/.well-known/mcp/server-card.json";
const SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const MAX_AGE_S = 3_600;

/** The server card (SEP-2127) of an MCP server. @param url of its Streamable HTTP endpoint */
export function serverCard(identity: ServerIdentity, url: string): object {
  return {
    $schema: SCHEMA,
    ...identity,
    remotes: [{ type: "streamable-http", url, supportedProtocolVersions: [...PROTOCOL_VERSIONS] }],
  };
}

/** The route of a server's card: public, also where the server itself asks for a credential. */
export function serverCardEndpoint(identify: IdentityOf, url: (at: Addresses) => string) {
  return (c: Context<RequestVariables>): Promise<Response> => {
    const { addresses, requestId } = c.var;
    const card = serverCard(identify(addresses), url(addresses));
    return publicDocument(c.req.raw, { addresses, requestId }, () => ({
      type: SERVER_CARD_TYPE,
      text: JSON.stringify(card),
      maxAge: MAX_AGE_S,
    }));
  };
}
