import type { RegistryQuestion, SourceEndpoint } from "../../../../durable-objects/registry/registry-port.ts";
import type { PageSource, Phrases, RdapSource } from "../../../../durable-objects/registry/source-types.ts";
import { type Verdict, verdict } from "../../../../shared/domain-names/verdict.ts";
import { readAtMost } from "../../../../shared/platform/read-at-most.ts";
import { classifyRdap } from "../classify/classify-rdap.ts";
import { phraseVerdict } from "../classify/classify-whois.ts";
import { CLOSING_MS, decodeAnswer, isPublicHost, MAX_ANSWER_BYTES, urlFor } from "./wire-format.ts";

const MAX_REDIRECTS = 2;

/** Queries an RDAP server (RFC 7480), or a web page that the operator configured. */
export async function askOverHttp(
  source: RdapSource | PageSource,
  { name, endpointOverride, deadlineMs }: Pick<RegistryQuestion, "name" | "endpointOverride" | "deadlineMs">,
): Promise<Verdict> {
  const signal = AbortSignal.timeout(deadlineMs + CLOSING_MS);
  const asked = new URL(urlFor(source, name));
  const arrived = await follow(asked, endpointOverride, signal, MAX_REDIRECTS);
  if (arrived === null) return verdict("unknown", "bad_answer");
  const { response, url } = arrived;
  const bytes = await readAtMost(response.body, MAX_ANSWER_BYTES);
  if (bytes === null) return verdict("unknown", "bad_answer");
  const body = decodeAnswer(bytes);
  if (source.kind === "page") {
    return response.ok ? fromPage(body, source.phrases) : verdict("unknown", "bad_answer");
  }

  // After a redirect to another server, only a 200 response is trusted.
  const counts = url.host === asked.host || response.status === 200;
  const { status, headers } = response;
  const contentType = headers.get("Content-Type") ?? "";
  const found = counts
    ? classifyRdap({ status, contentType, body, name, trusted404: source.trusted404 })
    : verdict("unknown", "bad_answer");
  const waitMs = retryAfterOf(response);
  return waitMs === undefined ? found : { ...found, waitMs };
}

/**
 * Returns the delay in a `Retry-After` header, in milliseconds from now. The header has a number of seconds or a date
 * (RFC 9110 §10.2.3).
 */
function retryAfterOf(response: Response): number | undefined {
  const text = response.headers.get("Retry-After");
  if (text === null) return undefined;
  const milliseconds = /^\d+$/.test(text.trim()) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Number.isFinite(milliseconds) && milliseconds > 0 ? milliseconds : undefined;
}

/**
 * Classifies a web page with the operator's phrases. A page that reports a rate limit is `throttled`. Any other page
 * that contains none of the phrases is inconclusive.
 */
function fromPage(body: string, phrases: Phrases): Verdict {
  if (/too many requests|rate limit exceeded/i.test(body)) return verdict("throttled", "rate_limited");
  return phraseVerdict(body, phrases) ?? verdict("unknown", "bad_answer");
}

/**
 * Fetches a URL and follows up to `left` redirects. Without an override, a redirect must lead to a public https URL.
 * @returns `null` if there are more redirects, or if one has no URL or another kind of URL
 */
async function follow(
  url: URL,
  endpointOverride: SourceEndpoint | null,
  signal: AbortSignal,
  left: number,
): Promise<{ response: Response; url: URL } | null> {
  const target = endpointOverride
    ? new URL(`http://${endpointOverride.hostname}:${endpointOverride.port}${url.pathname}${url.search}`)
    : url;
  const response = await fetch(target, {
    redirect: "manual",
    signal,
    headers: { Accept: "application/rdap+json, application/json", "User-Agent": "frontdesk/1" },
  });
  if (response.status < 300 || response.status > 399) return { response, url };
  const location = response.headers.get("Location");
  await response.body?.cancel();
  if (location === null || left === 0 || !URL.canParse(location, url.href)) return null;
  const next = new URL(location, url);
  return endpointOverride || isPublic(next) ? follow(next, endpointOverride, signal, left - 1) : null;
}

function isPublic({ protocol, port, username, hostname }: URL): boolean {
  return protocol === "https:" && port === "" && username === "" && isPublicHost(hostname);
}
