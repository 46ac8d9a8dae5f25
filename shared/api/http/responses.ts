import { OperationError, type Problem } from "../definition/problems.ts";
import type { Answer } from "../pipeline/answer.ts";

/**
 * The request headers that API and MCP clients send. Any origin may send requests, because nothing depends on a cookie.
 */
const ALLOWED_REQUEST_HEADERS = [
  "Authorization",
  "Content-Type",
  "Accept",
  "Idempotency-Key",
  "If-None-Match",
  "MCP-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "Mcp-Session-Id",
  "Last-Event-ID",
].join(", ");

const EXPOSED_RESPONSE_HEADERS = [
  "WWW-Authenticate",
  "Retry-After",
  "RateLimit",
  "RateLimit-Policy",
  "ETag",
  "X-Request-Id",
  "Idempotent-Replayed",
  "MCP-Protocol-Version",
  "Deprecation",
  "Sunset",
  "Link",
].join(", ");

/** The headers of every response that any origin may read. */
export const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_RESPONSE_HEADERS,
};

/**
 * Returns the response to `OPTIONS`, whether or not the request is a CORS preflight. It replaces `hono/cors`, which
 * sends no `Allow` header.
 */
export function preflight(methods: string[], requestId: string): Response {
  const allow = methods.join(", ");
  return new Response(null, {
    status: 204,
    headers: {
      ...CORS_HEADERS,
      Allow: allow,
      "Access-Control-Allow-Methods": allow,
      "Access-Control-Allow-Headers": ALLOWED_REQUEST_HEADERS,
      "Access-Control-Max-Age": "86400",
      "X-Request-Id": requestId,
    },
  });
}

/**
 * Returns an answer as an HTTP response, with status 304 if the caller has the current answer.
 * @param now the current time in epoch milliseconds
 */
export function answerResponse(
  answer: Answer,
  ifNoneMatch: string | null,
  requestId: string,
  now: number,
  more: Record<string, string> = {},
  status = 200,
): Response {
  const secondsLeft = Math.floor((answer.freshUntil - now) / 1000);
  const { etag } = answer;
  const isKnown = ifNoneMatch !== null && etag !== null && matchesTag(ifNoneMatch, etag);
  return new Response(isKnown ? null : (answer.bytes ?? answer.json), {
    status: isKnown ? 304 : status,
    headers: {
      ...CORS_HEADERS,
      ...(isKnown ? undefined : BODY_HEADERS),
      ...more,
      "Cache-Control": secondsLeft > 0 ? `public, max-age=${secondsLeft}` : "no-store",
      ...(etag !== null && { ETag: etag }),
      "X-Request-Id": requestId,
    },
  });
}

const BODY_HEADERS = { "Content-Type": "application/json", "X-Content-Type-Options": "nosniff" };

/** Returns a problem (RFC 9457) as an HTTP response that is never cached. */
export function problemResponse(problem: Problem, more: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(problem), {
    status: problem.status,
    headers: {
      ...CORS_HEADERS,
      "Content-Type": "application/problem+json",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      "X-Request-Id": problem.request_id,
      ...(problem.retry_after !== undefined && { "Retry-After": String(problem.retry_after) }),
      ...more,
    },
  });
}

/** Creates the error for a method that the URL does not support. The caller adds the `Allow` header. */
export function methodRefusal(methods: string[]): OperationError {
  const allow = methods.join(", ");
  return new OperationError("method_not_allowed", {
    en: `This URL accepts ${allow}.`,
    fr: `Ce point d’accès accepte ${allow}.`,
  });
}

/** Returns the `WWW-Authenticate` header that requests a credential or a scope, if the problem has a challenge. */
export function challengeHeader({ challenge }: { challenge?: string | undefined }): Record<string, string> {
  return challenge === undefined ? {} : { "WWW-Authenticate": challenge };
}

/** Compares `If-None-Match` weakly (RFC 9110 §13.1.2), because a proxy that compresses the response weakens its tag. */
export function matchesTag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  return ifNoneMatch.split(",").some((tag) => tag.trim().replace(/^W\//, "") === etag);
}
