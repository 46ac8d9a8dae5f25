import type { Addresses } from "../../platform/addresses.ts";
import { toProblem } from "../definition/problems.ts";
import { entityTag } from "../pipeline/answer.ts";
import { CORS_HEADERS, matchesTag, methodRefusal, preflight, problemResponse } from "./responses.ts";

/** A public document about the service as a whole. */
export interface PublicDocument {
  /** The media type. */
  type: string;
  text: string;
  /** Seconds that the document may be cached. Zero: not at all. */
  maxAge: number;
  headers?: Record<string, string>;
}

const METHODS = ["GET", "HEAD", "OPTIONS"];

/** Allows browser programs to read the document. Server cards require these headers (SEP-2127, CORS Requirements). */
const READ_BY_ANY_ORIGIN = {
  ...CORS_HEADERS,
  "Access-Control-Allow-Methods": METHODS.join(", "),
  "Access-Control-Allow-Headers": "Content-Type, If-None-Match",
};

/** Answers GET and HEAD with a public document, whatever they accept. A caller with the current one gets 304. */
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
