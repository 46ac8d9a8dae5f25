import { OAuthError } from "@cloudflare/workers-oauth-provider";
import type { ServerAddresses } from "../../../durable-objects/connection/connection-port.ts";
import { CORS_HEADERS, preflight } from "../../../shared/api/http/responses.ts";
import { API_VERSIONS, type ApiVersion, inVersion } from "../../../shared/api/versions/api-versions.ts";
import { type Addresses, READ_ONLY_SUFFIX } from "../../../shared/platform/addresses.ts";
import { log } from "../../../shared/platform/log.ts";

/** A request to one of the authorization server's endpoints. */
export interface OAuthCall {
  request: Request;
  addresses: Addresses;
  requestId: string;
  /** Keeps work running after the response. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Creates the error `temporarily_unavailable` of RFC 6749 §4.1.2.1, because RFC 6749 §5.2 and RFC 7591 define no code
 * for a retry.
 * @param retryAfter the number of seconds until a retry
 */
export function later(description: string, retryAfter = 5, statusCode = 503): OAuthError {
  const headers = { "Retry-After": String(retryAfter) };
  return new OAuthError("temporarily_unavailable", { statusCode, description, headers });
}

/** The status for the failure of a host that the caller chose. This service has not failed, so nothing is logged. */
const BAD_GATEWAY = 502;

/** Creates the error `temporarily_unavailable` for the failure of a host that the caller chose. */
export function hostUnreachable(description: string): OAuthError {
  return later(description, 5, BAD_GATEWAY);
}

/**
 * Returns the response to an error: JSON with `error` and `error_description`, in English and ASCII. Failures of this
 * service are logged.
 * @param unforeseen the error to report for anything other than an {@link OAuthError}
 */
export function oauthError(
  requestId: string,
  thrown: unknown,
  unforeseen: OAuthError,
  headers: Record<string, string> = {},
): Response {
  const error = thrown instanceof OAuthError ? thrown : unforeseen;
  const { code, statusCode, description } = error;
  if (statusCode >= 500 && statusCode !== BAD_GATEWAY)
    log("oauth_failed", { request_id: requestId, code, cause: thrown });
  return programAnswer(requestId, statusCode, JSON.stringify({ error: code, error_description: description }), {
    "Content-Type": "application/json",
    ...headers,
    ...error.headers,
  });
}

/** Returns a response that any origin may read and no cache may store (RFC 6749 §5.1). */
export function programAnswer(
  requestId: string,
  status: number,
  body: string | null,
  headers: Record<string, string>,
): Response {
  return new Response(body, {
    status,
    headers: {
      ...headers,
      "Cache-Control": "no-store",
      Pragma: "no-cache",
      "X-Content-Type-Options": "nosniff",
      ...CORS_HEADERS,
      "X-Request-Id": requestId,
    },
  });
}

/** Handles `OPTIONS` and any method that an endpoint does not support. Returns `null` for a supported method. */
export function answerMethod({ request, requestId }: OAuthCall, methods: string[]): Response | null {
  if (request.method === "OPTIONS") return preflight(methods, requestId);
  if (methods.includes(request.method)) return null;
  const allow = methods.join(", ");
  const options = { statusCode: 405, description: `Allowed methods: ${allow}.`, headers: { Allow: allow } };
  const error = new OAuthError("invalid_request", options);
  return oauthError(requestId, error, error);
}

/** Returns the URLs that the OAuth library needs. */
export function serverOf({ auth, base, accountRead }: Addresses): ServerAddresses {
  return { issuer: auth, resources: [base, accountRead] };
}

/**
 * Returns the URLs of the account's MCP servers in each version, with the resource that their tokens are for. To
 * clients, the server with all tools is a separate resource. Here, that server and the API are one resource.
 */
export function mcpResources(
  { base, accountMcp, accountRead }: Addresses,
  versions: readonly ApiVersion[] = API_VERSIONS.account,
): Map<string, string> {
  const servers = versions.map((version) => inVersion(accountMcp, version));
  return new Map([
    ...servers.map((server) => [server, base] as const),
    ...servers.map((server) => [server + READ_ONLY_SUFFIX, accountRead] as const),
  ]);
}

/**
 * Replaces the URL of an MCP server, in any version, with the resource that its tokens are for (RFC 8707 §2.2). A final
 * slash is ignored. The OAuth library refuses any other value, and more than one resource.
 */
export function mapResource(parameters: URLSearchParams, addresses: Addresses): void {
  const asked = parameters.getAll("resource");
  if (asked.length === 0) return;
  parameters.delete("resource");
  const ours = mcpResources(addresses).set(addresses.base, addresses.base);
  const mapped = new Set(asked.map((resource) => ours.get(resource.replace(/\/$/, "")) ?? resource));
  for (const resource of mapped) parameters.append("resource", resource);
}

/** Checks whether a parameter is repeated. Only `resource` may be repeated (RFC 6749 §3.1, RFC 8707 §2). */
export function hasRepeatedParameter(parameters: URLSearchParams): boolean {
  const names = [...parameters.keys()].filter((name) => name !== "resource");
  return new Set(names).size < names.length;
}
