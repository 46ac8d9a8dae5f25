/** Any origin may call, without credentials: nothing depends on a cookie. Clients of the API and of MCP send these. */
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

/** The headers of every answer that a page of any origin may read. */
export const CORS_HEADERS = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED_RESPONSE_HEADERS,
};

/** The response to `OPTIONS`, as a CORS preflight or by itself. `hono/cors` gives no `Allow`. */
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
