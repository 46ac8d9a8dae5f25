import type { Addresses } from "../../platform/addresses.ts";
import { toProblem } from "../definition/problems.ts";
import { entityTag } from "../pipeline/answer.ts";
import { CORS_HEADERS, matchesTag, methodRefusal, preflight, problemResponse } from "./responses.ts";

/** A public document about the service as a whole. */
export interface PublicDocument {
  /** The media type. */
  type: string;
  text: string;
  /** Seconds for which caches may keep the document. The value 0 forbids caching. */
  maxAge: number;
  headers?: Record<string, string>;
}

const METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * CORS headers that let browser programs read the document. Server cards require them (SEP-2127, CORS Requirements).
 */
const READ_BY_ANY_ORIGIN = {
  ...CORS_HEADERS,
  "Access-Control-Allow-Methods": METHODS.join(", "),
  "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
};

/**
 * Responds to GET and HEAD with a public document and ignores the `Accept` header. A request with the current entity
 * tag gets status 304.
 */
export async function publicDocument(
  request: Request,
  { addresses, requestId }: { addresses: Addresses; requestId: string },
  make: () => PublicDocument | Promise<PublicDocument>,
): Promise<Response> {
  if (request.method === "OPTIONS") return preflight(METHODS, requestId);
  if (!METHODS.includes(request.method)) {
    const problem = toProblem(methodRefusal(METHODS), { site: addresses.site, language: "en", requestId });
    return problemResponse(problem, { Allow: METHODS.join(", ") });
  }
  const { type, text, maxAge, headers } = await make();
  const bytes = new Uint8Array(new TextEncoder().encode(text));
  const etag = await entityTag(bytes);
  const known = request.headers.get("If-None-Match");
  const isKnown = known !== null && matchesTag(known, etag);
  return new Response(isKnown || request.method === "HEAD" ? null : bytes, {
    status: isKnown ? 304 : 200,
    headers: {
      ...READ_BY_ANY_ORIGIN,
      ...(!isKnown && { "Content-Type": type, "X-Content-Type-Options": "nosniff" }),
      "Cache-Control": maxAge > 0 ? `public, max-age=${maxAge}` : "no-store",
      ETag: etag,
      "X-Request-Id": requestId,
      ...headers,
    },
  });
}
