import {
  authorizationServer,
  type OAuthStorage,
} from "../../../durable-objects/connection/oauth/authorization-server.ts";
import { type OperationError, PROBLEMS } from "../../../shared/api/definition/problems.ts";
import { rateLimitProblem } from "../../../shared/api/definition/rate-limit-problem.ts";
import { preflight } from "../../../shared/api/http/cors.ts";
import type { AddressLimit } from "../../../shared/platform/address-limit.ts";
import { addressOf } from "../../../shared/platform/caller-address.ts";
import { isJsonObject } from "../../../shared/platform/json.ts";
import { type RatePolicy, rateLimitHeaders } from "../../../shared/platform/rate-limit.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import { NotRegistered } from "./client-registry.ts";
import { methodNotAllowed, type OAuthCall, oauthError, programAnswer } from "./oauth-call.ts";
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

type Refusal = { error: "invalid_redirect_uri" | "invalid_client_metadata"; description: string };

export interface RegistrationDependencies {
  limit: AddressLimit;
  clients: OAuthStorage;
  /** Private-use schemes without a dot that belong to known applications. */
  knownSchemes: ReadonlySet<string>;
}

/** `POST /oauth/register`: an application registers itself (RFC 7591). */
export async function registerClient(call: OAuthCall, dependencies: RegistrationDependencies): Promise<Response> {
  const { request, requestId } = call;
  if (request.method === "OPTIONS") return preflight(METHODS, requestId);
  if (request.method !== "POST") return methodNotAllowed(requestId, METHODS);
  const counted = await dependencies.limit.count(addressOf(request), REGISTRATIONS);
  const rates = rateLimitHeaders(counted.outcome === "not_counted" ? [] : [counted.rate]);
  const refusal = rateLimitProblem(counted);
  return refusal ? refusedByLimit(refusal, requestId, rates) : register(call, rates, dependencies);
}

async function register(
  { request, addresses, requestId }: OAuthCall,
  rates: Record<string, string>,
  { clients, knownSchemes }: RegistrationDependencies,
): Promise<Response> {
  const bytes = await readAtMost(request.body, MAX_BYTES);
  if (bytes === null) {
    return oauthError(requestId, 413, "invalid_client_metadata", "The body must be at most 64 KiB.", rates);
  }
  const metadata = objectIn(new TextDecoder().decode(bytes));
  const refusal = metadata ? refusalOf(metadata, knownSchemes) : NOT_AN_OBJECT;
  if (!metadata || refusal) {
    const { error, description } = refusal ?? NOT_AN_OBJECT;
    return oauthError(requestId, 400, error, description, rates);
  }
  const body = JSON.stringify(Object.fromEntries(Object.entries(metadata).filter(([name]) => USED.includes(name))));

  const asked = new Request(`${addresses.auth}/oauth/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body,
  });
  let answer: Response;
  try {
    answer = await authorizationServer(serverOf(addresses)).fetch(asked, { OAUTH_KV: clients }, {});
  } catch (error) {
    return error instanceof NotRegistered
      ? notRegistered(error, requestId, rates)
      : unavailable(error, requestId, rates);
  }
  return programAnswer(requestId, answer.status, await answer.text(), {
    "Content-Type": "application/json",
    ...rates,
  });
}

/** What is not for the OAuth library to decide; it checks everything else. */
function refusalOf(metadata: Record<string, unknown>, knownSchemes: ReadonlySet<string>): Refusal | null {
  const { redirect_uris: redirects } = metadata;
  if (!Array.isArray(redirects) || redirects.length === 0) {
    return { error: "invalid_redirect_uri", description: "redirect_uris must be an array with at least one address." };
  }
  if (redirects.length > MAX_REDIRECTS) {
    return { error: "invalid_redirect_uri", description: `redirect_uris must be at most ${MAX_REDIRECTS}.` };
  }
  for (const [index, uri] of redirects.entries()) {
    const reason = typeof uri === "string" ? redirectRefusal(uri, knownSchemes) : "must be a string";
    if (reason) return { error: "invalid_redirect_uri", description: `redirect_uris[${index}] ${reason}.` };
  }
  const names = Object.entries(metadata).filter(([member]) => member.split("#")[0] === "client_name");
  if (names.some(([, name]) => typeof name === "string" && name.length > MAX_NAME)) {
    return { error: "invalid_client_metadata", description: `client_name must be at most ${MAX_NAME} characters.` };
  }
  return null;
}

const NOT_AN_OBJECT: Refusal = {
  error: "invalid_client_metadata",
  description: "The body must be a JSON object.",
};

function objectIn(body: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(body);
    return isJsonObject(value) ? value : null;
  } catch {
    // expected: what was sent need not be JSON
    return null;
  }
}

function refusedByLimit(refusal: OperationError, requestId: string, rates: Record<string, string>): Response {
  const { code, retryAfter = 5, detail } = refusal;
  const headers = { ...rates, "Retry-After": String(retryAfter) };
  return oauthError(requestId, PROBLEMS[code].status, "temporarily_unavailable", detail.en, headers, refusal);
}

function notRegistered(error: NotRegistered, requestId: string, rates: Record<string, string>): Response {
  const { retryAfter } = error;
  if (retryAfter === null) {
    const description = "Name, redirect_uris and the other members that are used must be at most 4 KiB together.";
    return oauthError(requestId, 400, "invalid_client_metadata", description, rates);
  }
  const description = "Too many applications have registered here today. Come again tomorrow (UTC).";
  const headers = { ...rates, "Retry-After": String(retryAfter) };
  return oauthError(requestId, 503, "temporarily_unavailable", description, headers, error);
}

function unavailable(cause: unknown, requestId: string, rates: Record<string, string>): Response {
  const description = "The application could not be registered. Nothing was kept.";
  const headers = { ...rates, "Retry-After": "5" };
  return oauthError(requestId, 503, "temporarily_unavailable", description, headers, cause);
}
