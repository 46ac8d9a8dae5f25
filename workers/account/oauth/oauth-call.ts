import type { OAuthStorage } from "../../../durable-objects/connection/oauth/authorization-server.ts";
import { CORS_HEADERS } from "../../../shared/api/http/responses.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { log } from "../../../shared/platform/log.ts";

/** A request to one of the authorization server's endpoints. */
export interface OAuthCall {
  request: Request;
  addresses: Addresses;
  requestId: string;
  waitUntil: WaitUntil;
}

/** What is read and kept of a client while a request is answered. */
export type DocumentCall = Pick<OAuthCall, "requestId" | "waitUntil">;

/** Keeps work going after the answer. */
export type WaitUntil = (work: Promise<unknown>) => void;

/** The codes an endpoint here answers itself (RFC 6749 §5.2, RFC 7591 §3.2.2); the OAuth library has more. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "unsupported_grant_type"
  | "invalid_redirect_uri"
  | "invalid_client_metadata"
  /** Of RFC 6749 §4.1.2.1; the other two name no code for "later". */
  | "temporarily_unavailable";

/**
 * An OAuth error for a program: JSON with `error` and `error_description`, English ASCII. A 5xx is logged.
 * @param cause of a 5xx, for its log line
 */
export function oauthError(
  requestId: string,
  status: number,
  error: OAuthErrorCode,
  description: string,
  headers: Record<string, string> = {},
  cause?: unknown,
): Response {
  if (status >= 500) log("oauth_failed", { request_id: requestId, code: error, cause });
  return programAnswer(requestId, status, JSON.stringify({ error, error_description: description }), {
    "Content-Type": "application/json",
    ...headers,
  });
}

/** An answer that any origin may read and nobody may keep (RFC 6749 §5.1). */
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

/** The answer to a method that an endpoint does not have. */
export function methodNotAllowed(requestId: string, methods: string[]): Response {
  return oauthError(requestId, 405, "invalid_request", `Allowed methods: ${methods.join(", ")}.`, {
    Allow: methods.join(", "),
  });
}

/** A storage of the OAuth library that holds one client, already looked up, and nothing else. */
export function storageOfOne(clientId: string, record: string): OAuthStorage {
  return {
    get: async (key) => (key === `client:${clientId}` ? JSON.parse(record) : null),
    put: async (key) => refuse(key),
    delete: async (key) => refuse(key),
    list: async ({ prefix }) => refuse(prefix),
  };
}

function refuse(key: string): never {
  throw new Error(`nothing is kept here under ${key.split(":")[0]}`);
}
