import * as z from "zod";
import { isSpecialUse } from "../../../shared/domain-names/special-use.ts";
import { isLoopback } from "../../../shared/platform/addresses.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import { isTooLarge, MAX_NAME, MAX_REDIRECTS } from "./client-limits.ts";
import type { KeptDocument } from "./client-registry.ts";
import { redirectRefusal } from "./redirect-uri.ts";

/** The reasons why an application's metadata document cannot be used. */
export type DocumentFailure =
  /** The client id is not an allowed document URL. Nothing was fetched. */
  | "address_refused"
  /** The host did not respond in time, reported that it cannot respond now, or was called too often by this service. */
  | "host_unreachable"
  /** The response had a status other than 200, such as a redirect or 404. */
  | "not_served"
  | "not_json"
  /** The document has more than 5 KiB, more than 20 redirect URIs, or more than 4 KiB of used data. */
  | "too_large"
  /** The document belongs to another client id. */
  | "other_client"
  /** The document lacks `client_name` or `redirect_uris`, or a field has the wrong type. */
  | "incomplete"
  /** One of the document's redirect URIs must not receive a code. */
  | "unsafe_redirect"
  /**
   * The document contains a secret, or requires a key or a secret. Here, applications with documents use PKCE without
   * client authentication.
   */
  | "needs_authentication"
  /** The application does not use authorization codes. */
  | "other_flow"
  /** A fetch is necessary, but the caller has caused too many fetches. */
  | "too_many_fetches";

const MAX_LENGTH = 2_000;
/**
 * A public host name in normal form. It has several labels, and the last is not a number, which excludes IP addresses.
 */
const PUBLIC_NAME = /^(?=.{4,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/;
/** Public names with subdomains that resolve to an IP address in the name, or to the local machine. */
const LEADS_INSIDE =
  /(?:^|\.)(?:nip\.io|sslip\.io|xip\.io|traefik\.me|localtest\.me|lvh\.me|vcap\.me|lacolhost\.com|localho\.st|local\.gd|localhost\.direct)$/;

/** Checks whether a client id must be looked up as the URL of a metadata document, whether it is valid or not. */
export function looksLikeDocument(clientId: string): boolean {
  return /^https?:/i.test(clientId);
}

/**
 * Checks whether a client id may be fetched as the URL of a metadata document
 * (draft-ietf-oauth-client-id-metadata-document-02 §3, and §8.6 on requests to internal hosts). The URL must use https
 * and the default port, and contain only a public name and a path. It must equal the URL parser's normal form. Then
 * nothing that the parser drops or rewrites (dot segments, tabs, numeric addresses) can change its target.
 * @param allowLoopback whether loopback hosts with any port are accepted too, for the demonstration and for tests
 */
export function mayBeFetched(clientId: string, allowLoopback: boolean): boolean {
  if (clientId.length > MAX_LENGTH || !URL.canParse(clientId)) return false;
  const url = new URL(clientId);
  const spelled = clientId.replace(/^(https:\/\/[^/]*):443\//, "$1/");
  if (url.href !== spelled || url.protocol !== "https:") return false;
  if (url.pathname === "/" || /[?#\\]/.test(clientId) || url.username !== "" || url.password !== "") return false;
  if (hasDotSegment(url.pathname)) return false;
  if (isLoopback(url.hostname)) return allowLoopback;
  if (url.port !== "" || !PUBLIC_NAME.test(url.hostname)) return false;
  return !isSpecialUse(url.hostname) && !LEADS_INSIDE.test(url.hostname);
}

/** Checks for text that a server could read as `.` or `..` after any number of decodings. */
function hasDotSegment(path: string): boolean {
  return path.split("/").some((segment) => /^(?:\.|%(?:25)*2e){1,2}$/i.test(segment));
}

const MAX_BYTES = 5 * 1024;
const DEADLINE_MS = 5_000;
const LEAST_FRESH_MS = 5 * 60_000;
const MAX_FRESH_MS = 24 * 3_600_000;
/** Matches `application/json` and `+json` types (draft-ietf-oauth-client-id-metadata-document-02 §4). */
const JSON_TYPE = /^application\/(?:json|[a-z0-9!#$&^_.+-]+\+json)$/;

export type DocumentReading = { ok: true; record: string } | DocumentRefusal;

type DocumentRefusal = { ok: false; reason: DocumentFailure };

/**
 * Fetches and reads a metadata document. It follows no redirect, and accepts only status 200 with JSON of at most 5 KiB
 * within five seconds.
 * @param clientId a URL that passed {@link mayBeFetched}
 * @returns a valid document in stored form, or the reason why there is none
 */
export async function fetchDocument(
  clientId: string,
  now: () => number,
): Promise<({ ok: true } & KeptDocument) | DocumentRefusal> {
  // expected: the application's own host can fail, and the page tells the customer.
  const served = await ask(clientId).catch((): DocumentRefusal => ({ ok: false, reason: "host_unreachable" }));
  if (!served.ok) return served;
  const readAt = now();
  const reading = readDocument(clientId, served.bytes, readAt);
  return reading.ok ? { ...reading, readAt, freshUntil: readAt + served.freshForMs } : reading;
}

async function ask(clientId: string): Promise<{ ok: true; bytes: Uint8Array; freshForMs: number } | DocumentRefusal> {
  const response = await fetch(clientId, {
    redirect: "manual",
    cache: "no-store",
    // Some hosts refuse requests without a user agent.
    headers: { Accept: "application/json", "User-Agent": "Frontdesk (client-id-metadata-document)" },
    signal: AbortSignal.timeout(DEADLINE_MS),
  });
  const refuse = async (reason: DocumentFailure): Promise<DocumentRefusal> => {
    // expected: the body is not needed, so a failure to cancel it does not matter.
    await response.body?.cancel().catch(() => undefined);
    return { ok: false, reason };
  };
  if (response.status >= 500 || response.status === 429) return refuse("host_unreachable");
  if (response.status !== 200) return refuse("not_served");
  const type = (response.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  if (!JSON_TYPE.test(type.trim().toLowerCase())) return refuse("not_json");
  const bytes = await readAtMost(response.body, MAX_BYTES);
  if (bytes === null) return { ok: false, reason: "too_large" };
  return { ok: true, bytes, freshForMs: freshFor(response.headers) };
}

/**
 * Returns how long a document is fresh, in milliseconds: the time in `Cache-Control` for a shared cache (RFC 9111
 * §5.2.2) minus the response's age, within bounds.
 */
export function freshFor(headers: Headers): number {
  const control = headers.get("Cache-Control") ?? "";
  if (/(?:^|[,\s])(?:no-store|no-cache|private)\b/i.test(control)) return LEAST_FRESH_MS;
  const seconds =
    /(?:^|[,\s])s-maxage\s*=\s*"?(\d+)/i.exec(control)?.[1] ?? /(?:^|[,\s])max-age\s*=\s*"?(\d+)/i.exec(control)?.[1];
  const age = /^\s*(\d+)\s*$/.exec(headers.get("Age") ?? "")?.[1];
  const allowed = (Number(seconds ?? 0) - Number(age ?? 0)) * 1000;
  return Math.min(MAX_FRESH_MS, Math.max(LEAST_FRESH_MS, allowed));
}

const DOCUMENT = z.looseObject({
  client_id: z.string(),
  client_name: z.string().trim().min(1),
  redirect_uris: z.array(z.string()).min(1),
  grant_types: z.array(z.string()).default(["authorization_code"]),
  response_types: z.array(z.string()).default(["code"]),
  token_endpoint_auth_method: z.string().optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});

/**
 * Reads a client's data from a metadata document (draft-ietf-oauth-client-id-metadata-document-02 §4). RFC 7591 §2
 * defines the fields. Resources that a page would load, such as a logo, are left out.
 * @param at the time of the fetch, in epoch milliseconds
 */
export function readDocument(clientId: string, bytes: Uint8Array, at: number): DocumentReading {
  const refused = (reason: DocumentFailure): DocumentReading => ({ ok: false, reason });
  let json: unknown;
  try {
    json = JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch {
    // expected: a host can serve content that is not JSON or not UTF-8.
    return refused("not_json");
  }
  const parsed = DOCUMENT.safeParse(json);
  if (!parsed.success) return refused("incomplete");
  const document = parsed.data;
  if (document.client_id !== clientId) return refused("other_client");
  if (document.redirect_uris.length > MAX_REDIRECTS) return refused("too_large");
  if (document.redirect_uris.some((uri) => redirectRefusal(uri) !== null)) return refused("unsafe_redirect");
  if ("client_secret" in document || "client_secret_expires_at" in document) return refused("needs_authentication");
  const { token_endpoint_auth_method: preferred, token_endpoint_auth_methods_supported: methods } = document;
  if (!(methods ?? [preferred ?? "none"]).includes("none") && preferred !== "none") {
    return refused("needs_authentication");
  }
  if (!document.grant_types.includes("authorization_code") || !document.response_types.includes("code")) {
    return refused("other_flow");
  }
  // The record is in the OAuth library's format, for a client that authenticates only by PKCE. Times are in seconds.
  const record = {
    clientId,
    clientName: cleaned(document.client_name, MAX_NAME),
    redirectUris: document.redirect_uris,
    grantTypes: ["authorization_code", "refresh_token"],
    responseTypes: ["code"],
    registrationDate: Math.floor(at / 1000),
    tokenEndpointAuthMethod: "none",
  };
  const kept = JSON.stringify(record);
  return isTooLarge(kept) ? refused("too_large") : { ok: true, record: kept };
}

/** Creates the copy of a document that a customer agreed to, from the client's record, with the minimum freshness. */
export function agreedDocument(record: string): KeptDocument {
  const { registrationDate }: { registrationDate: number } = JSON.parse(record);
  const readAt = registrationDate * 1000;
  return { record, readAt, freshUntil: readAt + LEAST_FRESH_MS };
}
