import type { Context } from "hono";
import type { Addresses } from "../../platform/addresses.ts";
import { publicDocument } from "../http/public-document.ts";
import type { RequestVariables } from "../http/serve-http.ts";
import { PROTOCOL_VERSIONS } from "./json-rpc.ts";

/** An icon of a server. Each entry of `sizes` is `any` or a size such as `48x48`. */
interface ServerIcon {
  src: string;
  mimeType: string;
  sizes: string[];
}

/**
 * A server's identity, which is the protocol's `Implementation`. The server card and the MCP registry use the same
 * values, because a card SHOULD NOT contradict `serverInfo` (SEP-2127, Consistency with Runtime Behavior).
 */
export interface ServerIdentity {
  /** The site's host in reverse DNS order, a slash and the server's part, such as `com.example.www/catalogue`. */
  name: string;
  title: string;
  version: string;
  description: string;
  websiteUrl: string;
  /** Icons on the site's own origin, because clients refuse icons from any other origin. */
  icons: ServerIcon[];
}

/**
 * Returns the required fields of an identity. They are the `serverInfo` in each result of revision 2026-07-28 (`_meta`,
 * `io.modelcontextprotocol/serverInfo`). The other fields are on the card and in the replies that introduce the server.
 */
export function briefIdentity({
  name,
  title,
  version,
}: ServerIdentity): Pick<ServerIdentity, "name" | "title" | "version"> {
  return { name, title, version };
}

/** A function that returns a server's identity for the site's URL. */
export type IdentityOf = (addresses: Pick<Addresses, "site">) => ServerIdentity;

/** The content with which a server introduces itself. */
export interface ServerDescription {
  /** Returns `serverInfo`. Revisions before 2025-11-25 define fewer fields and ignore the rest. */
  identify: IdentityOf;
  /**
   * Instructions for the model: the purpose of the tools and how they combine. Instructions that can change are a
   * function, which the server calls for each introduction.
   */
  instructions: string | ((requestId: string) => Promise<string>);
  /**
   * Returns the names of the tools that the list currently omits. The function is present only if these tools can
   * change. The server calls it for each list, and its promise never rejects. A client with an earlier list can still
   * call an omitted tool.
   */
  unlisted?: (requestId: string) => Promise<ReadonlySet<string>>;
}

interface NamedServer {
  part: "catalogue" | "account" | "account-reader";
  brandName: string;
  /** The semantic version of the server's interface. */
  version: string;
  /** The server's description. `plain` is used if `branded`, which has the brand's name, exceeds `MAX_TEXT`. */
  description: { branded: string; plain: string };
  /** The path of the site's page about the server. */
  page: string;
}

/** Maximum number of code points in a title or description, from the server card's schema. */
const MAX_TEXT = 100;

/** Returns a function that returns a server's identity. Each identity is created once per set of URLs. */
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
      // Every client that supports icons must accept PNG.
      { src: `${site}/icon.png`, mimeType: "image/png", sizes: ["512x512"] },
    ],
  };
}

/**
 * Reverses the labels of a host name. Only an IPv6 literal, used in development, has characters that must be removed.
 */
function reverseDns(hostname: string): string {
  return hostname
    .replace(/[^a-z0-9.-]/g, "")
    .split(".")
    .reverse()
    .join(".");
}

/** Shortens a name to at most `most` code points. */
export function shortName(name: string, most = MAX_TEXT): string {
  return [...name].slice(0, most).join("").trim();
}

/** The suffix that turns an MCP server's URL into its card's default URL (SEP-2127, Server Card Location). */
export const SERVER_CARD_SUFFIX = "/server-card";
export const SERVER_CARD_TYPE = "application/mcp-server-card+json";
/** The path of a host's only card in earlier drafts of SEP-2127. Scanners still request it. */
export const FORMER_CARD_PATH = "/.well-known/mcp/server-card.json";
const SCHEMA = "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json";
const MAX_AGE_S = 3_600;

/**
 * Builds the server card (SEP-2127) of an MCP server.
 * @param url the URL of its Streamable HTTP endpoint
 */
export function serverCard(identity: ServerIdentity, url: string): object {
  return {
    $schema: SCHEMA,
    ...identity,
    remotes: [{ type: "streamable-http", url, supportedProtocolVersions: [...PROTOCOL_VERSIONS] }],
  };
}

/** Returns the handler that serves a server's card. The card is public, even if the server requires a credential. */
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
