import { inTime } from "../../../shared/platform/deadline.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import type { DocumentFailure } from "./read-document.ts";

const MAX_BYTES = 5 * 1024;
const DEADLINE_MS = 5_000;
const LEAST_FRESH_MS = 5 * 60_000;
const MAX_FRESH_MS = 24 * 3_600_000;
/** `application/json`, or `application/` something `+json` (draft-ietf-oauth-client-id-metadata-document-02 §4). */
const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json)$/;

/** A document as its host serves it, and how long it may be used without asking again (milliseconds). */
export type FetchedDocument = { ok: true; text: string; freshForMs: number } | { ok: false; reason: DocumentFailure };

/**
 * Asks a host for a metadata document: no redirect is followed, the answer is 200 and JSON of at most 5 KiB, and it is
 * there within five seconds.
 * @param address one that {@link mayBeFetched}
 */
export async function fetchDocument(address: string): Promise<FetchedDocument> {
  const stopped = new AbortController();
  try {
    return await inTime(ask(address, stopped.signal), DEADLINE_MS);
  } catch {
    // expected: a host that does not answer is the application's own, and the customer is told
    stopped.abort();
    return { ok: false, reason: "host_unreachable" };
  }
}

async function ask(address: string, signal: AbortSignal): Promise<FetchedDocument> {
  const response = await fetch(address, {
    redirect: "manual",
    cache: "no-store",
    // Some hosts refuse requests that do not say who asks.
    headers: { Accept: "application/json", "User-Agent": "Frontdesk (client-id-metadata-document)" },
    signal,
  });
  const refuse = async (reason: DocumentFailure): Promise<FetchedDocument> => {
    // expected: nothing of the body is wanted
    await response.body?.cancel().catch(() => undefined);
    return { ok: false, reason };
  };
  if (response.status >= 500 || response.status === 429) return refuse("host_unreachable");
  if (response.status !== 200) return refuse("not_served");
  const type = (response.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  if (!JSON_TYPE.test(type.trim().toLowerCase())) return refuse("not_json");
  const bytes = await readAtMost(response.body, MAX_BYTES);
  if (bytes === null) return { ok: false, reason: "too_large" };
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    return { ok: true, text, freshForMs: freshFor(response.headers) };
  } catch {
    // expected: what a host serves need not be UTF-8
    return { ok: false, reason: "not_json" };
  }
}

/** What `Cache-Control` allows a shared cache (RFC 9111 §5.2.2), less the answer's age, within our own bounds. */
export function freshFor(headers: Headers): number {
  const control = headers.get("Cache-Control") ?? "";
  if (/(?:^|[,\s])(?:no-store|no-cache|private)\b/i.test(control)) return LEAST_FRESH_MS;
  const seconds =
    /(?:^|[,\s])s-maxage\s*=\s*"?(\d+)/i.exec(control)?.[1] ?? /(?:^|[,\s])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1];
  const age = /^\s*(\d+)\s*$/.exec(headers.get("Age") ?? "")?.[1];
  const allowed = (Number(seconds ?? 0) - Number(age ?? 0)) * 1000;
  return Math.min(MAX_FRESH_MS, Math.max(LEAST_FRESH_MS, allowed));
}
