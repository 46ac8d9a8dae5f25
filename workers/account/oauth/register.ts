import {
  authorizationServer,
  type OAuthStorage,
} from "../../../durable-objects/connection/oauth/authorization-server.ts";
import { PROBLEMS, rateLimitProblem } from "../../../shared/api/definition/problems.ts";
import { preflight } from "../../../shared/api/http/responses.ts";
import type { AddressLimit } from "../../../shared/platform/address-limit.ts";
import { addressOf } from "../../../shared/platform/caller-address.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { type RatePolicy, rateLimitHeaders } from "../../../shared/platform/rate-limit.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import { NotRegistered } from "./client-registry.ts";
import { methodNotAllowed, type OAuthCall, type OAuthErrorCode, oauthError, programAnswer } from "./oauth-call.ts";
import { redirectRefusal } from "./redirect-uri.ts";
import { serverOf } from "./resource-mapping.ts";

const METHODS = ["POST", "OPTIONS"];
const MAX_BYTES = 64 * 1024;
const MAX_REDIRECTS = 20;
const MAX_NAME = 200;
/** The members that are used: what else an application says of itself (RFC 7591 §2) is neither kept nor answered. */
const USED = ["client_name", "redirect_uris", "token_endpoint_auth_method", "grant_types", "response_types"];

/** Registrations of applications from one address. */
const REGISTRATIONS: RatePolicy = { id: "registrations", name: "registrations", quota: 60, windowSeconds: 3_600 };

interface RegistrationRefusal {
  error: OAuthErrorCode;
  description: string;
}

export interface RegistrationDependencies {
  limit: AddressLimit;
  clients: OAuthStorage;
  /** Private-use schemes without a dot that belong to known applications. */
  knownSchemes: ReadonlySet<string>;
}

/** `POST /oauth/register`: an application registers itself (RFC 7591). */
export async function registerClient(
  { request, addresses, requestId }: OAuthCall,
  { limit, clients, knownSchemes }: RegistrationDependencies,
): Promise<Response> {
  if (request.method === "OPTIONS") return preflight(METHODS, requestId);
  if (request.method !== "POST") return methodNotAllowed(requestId, METHODS);
  const counted = await limit.count(addressOf(request), REGISTRATIONS);
  const rates = rateLimitHeaders(counted.outcome === "not_counted" ? [] : [counted.rate]);
  const refuse = (
    status: number,
    { error, description }: RegistrationRefusal,
    retryAfter: number | null = null,
    cause?: unknown,
  ) => {
    const headers = { ...rates, ...(retryAfter !== null && { "Retry-After": String(retryAfter) }) };
    return oauthError(requestId, status, error, description, headers, cause);
  };
  const limited = rateLimitProblem(counted);
  if (limited) {
    const { code, retryAfter = 5, detail } = limited;
    return refuse(PROBLEMS[code].status, later(detail.en), retryAfter, limited);
  }
  const bytes = await readAtMost(request.body, MAX_BYTES);
  if (bytes === null) return refuse(413, invalid("The body must be at most 64 KiB."));
  const metadata = objectIn(new TextDecoder().decode(bytes));
  if (!metadata) return refuse(400, invalid("The body must be a JSON object."));
  const refusal = refusalOf(metadata, knownSchemes);
  if (refusal) return refuse(400, refusal);
  const used = Object.entries(metadata).filter(([name]) => USED.includes(name));
  const asked = new Request(`${addresses.auth}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(Object.fromEntries(used)),
  });
  try {
    const answer = await authorizationServer(serverOf(addresses)).fetch(asked, { OAUTH_KV: clients }, {});
    const headers = { "Content-Type": "application/json", ...rates };
    return programAnswer(requestId, answer.status, await answer.text(), headers);
  } catch (cause) {
    if (!(cause instanceof NotRegistered)) return refuse(503, NOTHING_KEPT, 5, cause);
    return cause.retryAfter === null ? refuse(400, TOO_LARGE) : refuse(503, TOO_MANY, cause.retryAfter, cause);
  }
}

/** What is not for the OAuth library to decide; it checks everything else. */
function refusalOf(metadata: Record<string, unknown>, knownSchemes: ReadonlySet<string>): RegistrationRefusal | null {
  const { redirect_uris: redirects } = metadata;
  if (!Array.isArray(redirects) || redirects.length === 0) {
    return invalid("redirect_uris must be an array with at least one address.", "invalid_redirect_uri");
  }
  if (redirects.length > MAX_REDIRECTS) {
    return invalid(`redirect_uris must be at most ${MAX_REDIRECTS}.`, "invalid_redirect_uri");
  }
  for (const [index, uri] of redirects.entries()) {
    const reason = typeof uri === "string" ? redirectRefusal(uri, knownSchemes) : "must be a string";
    if (reason) return invalid(`redirect_uris[${index}] ${reason}.`, "invalid_redirect_uri");
  }
  const names = Object.entries(metadata).filter(([member]) => member.split("#")[0] === "client_name");
  if (names.some(([, name]) => typeof name === "string" && name.length > MAX_NAME)) {
    return invalid(`client_name must be at most ${MAX_NAME} characters.`);
  }
  return null;
}

const TOO_LARGE = invalid("Name, redirect_uris and the other members that are used must be at most 4 KiB together.");
const TOO_MANY = later("Too many applications have registered here today. Come again tomorrow (UTC).");
const NOTHING_KEPT = later("The application could not be registered. Nothing was kept.");

function invalid(
  description: string,
  error: RegistrationRefusal["error"] = "invalid_client_metadata",
): RegistrationRefusal {
  return { error, description };
}

function later(description: string): RegistrationRefusal {
  return { error: "temporarily_unavailable", description };
}

function objectIn(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : null;
  } catch {
    // expected: what was sent need not be JSON
    return null;
  }
}
