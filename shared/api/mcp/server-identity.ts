import type { Context } from "hono";
import type { Addresses } from "../../platform/addresses.ts";
import { publicDocument } from "../http/public-document.ts";
import type { RequestVariables } from "../http/serve-http.ts";
import { PROTOCOL_VERSIONS } from "./json-rpc.ts";

/** An image that stands for a server; each size is `48x48` or `any`. */
interface ServerIcon {
  src: string;
  mimeType: string;
  sizes: string[];
}

/**
 * Who a server is, in the same words wherever it introduces itself: `Implementation` of the protocol, its server card and the MCP
 * registry. A card SHOULD NOT contradict `serverInfo` (SEP-2127, Consistency with Runtime Behavior).
 */
export interface ServerIdentity {
  /** Reverse DNS of the site's host, a slash and the part: `com.example.www/catalogue`. */
  name: string;
  title: string;
  version: string;
  description: string;
  websiteUrl: string;
  /** From the site's own origin: clients take no image from anywhere else. */
  icons: ServerIcon[];
}

/**
 * What each result of 2026-07-28 says of its server (`_meta`, `io.modelcontextprotocol/serverInfo`): of `Implementation`, only name
 * and version are required. The rest is in the answers that introduce the server, and on its card.
 */
export function briefIdentity({
  name,
  title,
  version,
}: ServerIdentity): Pick<ServerIdentity, "name" | "title" | "version"> {
  return { name, title, version };
}

/** A server's identity at the address of the site. */
export type IdentityOf = (addresses: Pick<Addresses, "site">) => ServerIdentity;

/** How a server introduces itself. */
export interface ServerDescription {
  /** `serverInfo`; revisions before 2025-11-25 know less of it, and ignore the rest. */
  identify: IdentityOf;
  /**
   * For the model: what the tools are for and how they go together. A function if that can change: called for each
   * introduction.
   */
  instructions: string | ((requestId: string) => Promise<string>);
  /**
   * Names of tools that are left out of the list now, if that can change; called for each list. A client with an
   * earlier list can still call them. Never rejects.
   */
  unlisted?: (requestId: string) => Promise<ReadonlySet<string>>;
}

interface NamedServer {
  part: "catalogue" | "account" | "account-reader";
  brandName: string;
  /** Of its interface (semantic). */
  version: string;
  /** With the brand's name, and without it where that would be longer than `MAX_TEXT`. */
  description: { branded: string; plain: string };
  /** Path of the site's page about it. */
  page: string;
}

/** Most code points of title and description, by the server card's schema. */
const MAX_TEXT = 100;

/** A server's identity by the addresses of a request; made once for each of them. */
export function serverIdentities(server: NamedServer): IdentityOf {
  const made = new WeakMap<Pick<Addresses, "site">, ServerIdentity>();
  return (addresses) => {
    const identity = made.get(addresses) ?? identityOf(server, addresses);
    made.set(addresses, identity);
    return identity;
  };
}

function identityOf(
  { part, brandName, version, description, page }: NamedServer,
  { site }: Pick<Addresses, "site">,
): ServerIdentity {
  const { branded, plain } = description;
  return {
    name: `${reverseDns(new URL(site).hostname)}/${part}`,
    title: `${shortName(brandName, MAX_TEXT - part.length - 1)} ${part.replace("-", " ")}`,
    version,
    description: [...branded].length > MAX_TEXT ? plain : branded,
    websiteUrl: site + page,
    icons: [
      { src: `${site}/favicon.svg`, mimeType: "image/svg+xml", sizes: ["any"] },
      // The only format that every client with icons must accept.
      { src: `${site}/icon.png`, mimeType: "image/png", sizes: ["512x512"] },
    ],
  };
}

/** Only an IPv6 literal has characters that a name cannot have; it serves local work alone. */
function reverseDns(hostname: string): string {
  return hostname
    .replace(/[^a-z0-9.-]/g, "")
    .split(".")
    .reverse()
    .join(".");
}

/** The first code points of a name, where its place is limited. */
export function shortName(name: string, most = MAX_TEXT): string {
  return [...name].slice(0, most).join("").trim();
}

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
