import { authorizationServer, type OAuthStorage } from "../../../durable-objects/connection/authorization-server.ts";
import { CORS_HEADERS, preflight } from "../../../shared/api/http/cors.ts";
import {
  ACCOUNT_MCP_PATH,
  type Addresses,
  API_PATH,
  RESOURCE_METADATA_PATH,
} from "../../../shared/platform/addresses.ts";
import { methodNotAllowed, type OAuthCall } from "./oauth-call.ts";
import { serverOf } from "./resource-mapping.ts";

const SERVER_PATH = "/.well-known/oauth-authorization-server";
const METHODS = ["GET", "HEAD", "OPTIONS"];
const FRESH_FOR = 3_600;

/** The metadata of the authorization server (RFC 8414) and of the resources it protects (RFC 9728). */
export class Metadata {
  readonly #clients: OAuthStorage;
  readonly #brandName: string;

  constructor(clients: OAuthStorage, brandName: string) {
    this.#clients = clients;
    this.#brandName = brandName;
  }

  /** Null for an address that is none of theirs. */
  async answer(call: OAuthCall): Promise<Response | null> {
    const { request, requestId } = call;
    const document = this.#documentAt(new URL(request.url).pathname, call);
    if (!document) return null;
    if (request.method === "OPTIONS") return preflight(METHODS, requestId);
    if (!METHODS.includes(request.method)) return methodNotAllowed(requestId, METHODS);
    const body = JSON.stringify(await document());
    return new Response(request.method === "HEAD" ? null : body, {
      headers: {
        "Content-Type": "application/json",
        "Cache-Control": `public, max-age=${FRESH_FOR}`,
        "X-Content-Type-Options": "nosniff",
        ...CORS_HEADERS,
        "X-Request-Id": requestId,
      },
    });
  }

  #documentAt(path: string, call: OAuthCall): (() => object | Promise<object>) | undefined {
    switch (path) {
      case SERVER_PATH:
        return () => this.#ofServer(call);
      case RESOURCE_METADATA_PATH:
      case RESOURCE_METADATA_PATH + API_PATH:
        return () => this.#ofResource(call.addresses, "http");
      case RESOURCE_METADATA_PATH + ACCOUNT_MCP_PATH:
        return () => this.#ofResource(call.addresses, "mcp");
    }
  }

  /** The OAuth library's own, with what it does not know of. */
  async #ofServer({ addresses }: OAuthCall): Promise<object> {
    const asked = new Request(addresses.auth + SERVER_PATH);
    const answer = await authorizationServer(serverOf(addresses)).fetch(asked, { OAUTH_KV: this.#clients }, {});
    const own = await answer.json<{ token_endpoint_auth_methods_supported: string[] }>();
    return {
      ...own,
      revocation_endpoint: `${addresses.auth}/oauth/revoke`,
      revocation_endpoint_auth_methods_supported: own.token_endpoint_auth_methods_supported,
      client_id_metadata_document_supported: true,
      protected_resources: [addresses.base, addresses.accountMcp],
      service_documentation: `${addresses.site}/developers`,
      ui_locales_supported: ["en", "fr"],
    };
  }

  #ofResource(addresses: Addresses, side: "http" | "mcp"): object {
    return {
      resource: side === "http" ? addresses.base : addresses.accountMcp,
      authorization_servers: [addresses.auth],
      scopes_supported: ["account:read"],
      bearer_methods_supported: ["header"],
      resource_name: this.#brandName,
      resource_documentation: `${addresses.site}/developers`,
    };
  }
}
