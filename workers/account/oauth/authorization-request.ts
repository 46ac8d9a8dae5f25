import {
  AuthorizationError,
  type AuthorizationErrorCode,
  type AuthRequest,
  authorizationErrorRedirect,
} from "@cloudflare/workers-oauth-provider";
import { authorizationServer, EMPTY_STORAGE } from "../../../durable-objects/connection/oauth/authorization-server.ts";
import type { PendingAuthorization } from "../../../durable-objects/session/session-port.ts";
import type { CodeRequest } from "../../../shared/account-access/authorization-request.ts";
import { CHANGE_SCOPES, inOrder } from "../../../shared/account-access/scopes.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { addressOf } from "../../../shared/platform/caller-address.ts";
import { log, valueOrLogged } from "../../../shared/platform/log.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import type { AccountServices } from "../composition.ts";
import type { ClientFailure, KnownClient } from "./clients.ts";
import { looksLikeDocument } from "./metadata-document.ts";
import { hasRepeatedParameter, mapResource, mcpResources, type OAuthCall, serverOf } from "./oauth-call.ts";
import { hasPrivateScheme, placeOf, redirectRefusal, returnsToLoopback, returnsUnder } from "./redirect-uri.ts";

/** The reasons for refusing a request with a page. No redirect URI in the request is known to be safe. */
export type AuthorizationRefusal =
  | ClientFailure
  | "client_id_missing"
  | "redirect_uri_missing"
  | "redirect_uri_not_registered"
  /** `client_id`, `redirect_uri` or `state` occurs more than once. */
  | "repeated_parameter"
  /** The table of clients could not be read, or the request could not be counted. */
  | "temporarily_unavailable";

export type ReadAuthorization =
  | { kind: "ask"; pending: Omit<PendingAuthorization, "expiresAt"> }
  /** A redirect to the application, with its `state`, `iss` (RFC 9207) and an error. */
  | { kind: "redirect"; location: string }
  /**
   * The same redirect to a place that no verified domain vouches for. The customer sees the error and decides whether
   * to follow the redirect (RFC 9700 §4.11.2). `returnsTo` is the host with its port, or the private-use scheme with
   * its colon.
   */
  | { kind: "stopped"; location: string; error: string; returnsTo: string }
  | { kind: "refused"; reason: AuthorizationRefusal }
  /** One network address sent too many requests. `retryAfter` is in seconds. */
  | { kind: "too_many"; retryAfter: number };

/**
 * The limit for requests that start a session, come from a session with many pending authorizations, or name a
 * document.
 */
const AUTHORIZATIONS: RatePolicy = { id: "authorizations", name: "authorizations", quota: 120, windowSeconds: 3_600 };

/** The maximum number of characters in an e-mail address (RFC 5321 §4.5.3.1.3, without the brackets). */
const MAX_HINT = 254;
/** Matches a SHA-256 digest in base64url (RFC 7636 §4.2). */
const CODE_CHALLENGE = /^[A-Za-z0-9_-]{43}$/;

/**
 * Reads a request to `GET /oauth/authorize`.
 * @param isOfSession whether the request starts a session, or its session has many pending authorizations; the request
 * is then counted by network address, like a request that names a document
 */
export async function readAuthorization(
  call: OAuthCall,
  isOfSession: boolean,
  { findClient, limit, now }: Pick<AccountServices, "findClient" | "limit" | "now">,
): Promise<ReadAuthorization> {
  const { request, requestId, addresses } = call;
  const parameters = new URLSearchParams(new URL(request.url).search);
  for (const name of ["client_id", "redirect_uri", "state"]) {
    if (parameters.getAll(name).length > 1) return refused("repeated_parameter");
  }
  const clientId = parameters.get("client_id");
  if (!clientId) return refused("client_id_missing");
  const isCounted = isOfSession || looksLikeDocument(clientId);
  const counted = isCounted ? await limit.count(addressOf(request), AUTHORIZATIONS) : null;
  if (counted?.outcome === "refused") return { kind: "too_many", retryAfter: counted.rate.resetSeconds };
  if (counted?.outcome === "not_counted") {
    log("oauth_failed", { request_id: requestId, cause: counted.cause });
    return refused("temporarily_unavailable");
  }
  const found = await valueOrLogged("oauth_failed", findClient(clientId, call), { request_id: requestId });
  if (!found) return refused("temporarily_unavailable");
  if (!found.ok) return refused(found.reason);

  const redirectUri = parameters.get("redirect_uri");
  if (!redirectUri) return refused("redirect_uri_missing");
  if (redirectRefusal(redirectUri) !== null) return refused("redirect_uri_not_registered");

  const servers = mcpResources(addresses);
  const namesServer = parameters.getAll("resource").some((resource) => servers.has(resource.replace(/\/$/, "")));
  mapResource(parameters, addresses);
  const mayMeanCatalogue = !namesServer && returnsToLoopback(redirectUri);
  const read = await readWithLibrary(found.client, parameters, addresses, { at: now(), mayMeanCatalogue });
  return read.kind === "redirect" && !mayGoStraightBack(found.client, redirectUri) ? stopped(read.location) : read;
}

/**
 * Checks whether an error may redirect before the customer has seen a page. That is safe for loopback and for the host
 * of the application's document. Any other redirect would make the endpoint an open redirector (RFC 9700 §4.11.2).
 */
function mayGoStraightBack({ origin }: KnownClient, redirectUri: string): boolean {
  if (returnsToLoopback(redirectUri)) return true;
  return origin.kind === "verified" && returnsUnder(redirectUri, origin.domain);
}

function stopped(location: string): ReadAuthorization {
  const error = new URL(location).searchParams.get("error") ?? "invalid_request";
  return { kind: "stopped", location, error, returnsTo: placeOf(location) };
}

/**
 * Returns the origin of an application that redirects to a URI. A metadata document vouches for redirects to its own
 * host, to loopback and to a private-use scheme. Any other URI could belong to someone else.
 */
function originFor({ origin }: KnownClient, redirectUri: string): PendingAuthorization["origin"] {
  if (origin.kind !== "verified" || hasPrivateScheme(redirectUri) || returnsToLoopback(redirectUri)) return origin;
  return returnsUnder(redirectUri, origin.domain) ? origin : { kind: "unverified", domain: origin.domain };
}

async function readWithLibrary(
  client: KnownClient,
  parameters: URLSearchParams,
  addresses: Addresses,
  { at, mayMeanCatalogue }: { at: number; mayMeanCatalogue: boolean },
): Promise<ReadAuthorization> {
  const api = authorizationServer(serverOf(addresses)).getOAuthApi({
    OAUTH_KV: { ...EMPTY_STORAGE, get: async () => JSON.parse(client.record) },
  });
  let request: AuthRequest;
  try {
    request = await api.parseAuthRequest(new Request(`${addresses.auth}/oauth/authorize?${parameters}`));
  } catch (error) {
    if (!(error instanceof AuthorizationError)) throw error;
    // The client is known, so an error without a redirect means that the redirect URI was refused.
    return error.redirectTo ? { kind: "redirect", location: error.redirectTo } : refused("redirect_uri_not_registered");
  }
  const back = (error: AuthorizationErrorCode | "login_required", description: string): ReadAuthorization => {
    const location = new URL(authorizationErrorRedirect(request, "invalid_request", description));
    location.searchParams.set("error", error);
    return { kind: "redirect", location: location.href };
  };
  if (hasRepeatedParameter(parameters)) return back("invalid_request", "A parameter was repeated.");
  // The library would ignore another response mode (OAuth 2.0 Multiple Response Type Encoding Practices §2.1).
  if ((parameters.get("response_mode") || "query") !== "query") {
    return back("invalid_request", "response_mode must be query.");
  }
  const pkce = pkceOf(request);
  if (!pkce) return back("invalid_request", "PKCE with S256 is required.");
  const prompts = (parameters.get("prompt") ?? "").split(" ");
  if (prompts.includes("none")) {
    return prompts.length === 1
      ? back("login_required", "The customer must sign in and agree.")
      : back("invalid_request", "prompt=none cannot be combined with other values.");
  }
  // OpenID Connect Core §3.1.2.1
  const maxAge = prompts.includes("login") ? "0" : parameters.get("max_age") || null;
  if (maxAge !== null && !MAX_AGE.test(maxAge))
    return back("invalid_request", "max_age must be a whole number of seconds.");
  const signedInSince = maxAge === null ? null : at - Number(maxAge) * 1000;
  return {
    kind: "ask",
    pending: { ...pendingOf(client, request, pkce, parameters, addresses), signedInSince, mayMeanCatalogue },
  };
}

const MAX_AGE = /^\d{1,10}$/;

/**
 * Returns the PKCE challenge, or `null` if it is missing or invalid. The library does not require PKCE of clients with
 * a secret (RFC 9700 §2.1.1).
 */
function pkceOf({ codeChallenge, codeChallengeMethod }: AuthRequest) {
  if (!codeChallenge || codeChallengeMethod !== "S256" || !CODE_CHALLENGE.test(codeChallenge)) return null;
  return { codeChallenge, codeChallengeMethod };
}

function pendingOf(
  client: KnownClient,
  parsed: AuthRequest,
  pkce: Pick<CodeRequest, "codeChallenge" | "codeChallengeMethod">,
  parameters: URLSearchParams,
  addresses: Addresses,
): Omit<PendingAuthorization, "expiresAt" | "signedInSince" | "mayMeanCatalogue"> {
  const { resource = addresses.base } = parsed;
  // Tokens for the read-only server can only read, regardless of the requested scopes.
  const scope = inOrder(["account:read", ...(resource === addresses.accountRead ? [] : parsed.scope)]);
  return {
    request: {
      responseType: parsed.responseType,
      clientId: parsed.clientId,
      redirectUri: parsed.redirectUri,
      scope,
      state: parsed.state,
      ...pkce,
      resource,
      issuer: addresses.auth,
    },
    client: client.record,
    name: client.name,
    origin: originFor(client, parsed.redirectUri),
    returnsTo: placeOf(parsed.redirectUri),
    loginHint: cleaned(parameters.get("login_hint") ?? "", MAX_HINT),
    asked: CHANGE_SCOPES.filter((change) => scope.includes(change)),
    accountId: null,
  };
}

function refused(reason: AuthorizationRefusal): ReadAuthorization {
  return { kind: "refused", reason };
}
