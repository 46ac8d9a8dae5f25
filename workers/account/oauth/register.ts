import { OAuthError } from "@cloudflare/workers-oauth-provider";
import {
  authorizationServer,
  EMPTY_STORAGE,
  type OAuthStorage,
} from "../../../durable-objects/connection/oauth/authorization-server.ts";
import { PROBLEMS, rateLimitProblem } from "../../../shared/api/definition/problems.ts";
import { addressOf, widestNetworkOf } from "../../../shared/platform/caller-address.ts";
import { jsonObjectIn } from "../../../shared/platform/json.ts";
import { type RatePolicy, rateLimitHeaders } from "../../../shared/platform/rate-limit.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import type { AccountServices } from "../composition.ts";
import { MAX_NAME, MAX_REDIRECTS } from "./client-limits.ts";
import { answerMethod, later, type OAuthCall, oauthError, programAnswer, serverOf } from "./oauth-call.ts";
import { redirectRefusal } from "./redirect-uri.ts";

const METHODS = ["POST", "OPTIONS"];
const MAX_BYTES = 64 * 1024;
const HASH_BYTES = 12;
/** The fields that are used. Other fields of a registration (RFC 7591 §2) are neither stored nor returned. */
const USED = ["client_name", "redirect_uris", "token_endpoint_auth_method", "grant_types", "response_types"];

/** The limit for registrations from one network address. */
const REGISTRATIONS: RatePolicy = { id: "registrations", name: "registrations", quota: 60, windowSeconds: 3_600 };

/** Handles `POST /oauth/register`, with which an application registers itself (RFC 7591). */
export async function registerClient(
  call: OAuthCall,
  { limit, registry, signer }: Pick<AccountServices, "limit" | "registry" | "signer">,
): Promise<Response> {
  const { request, addresses, requestId } = call;
  const otherMethod = answerMethod(call, METHODS);
  if (otherMethod) return otherMethod;
  const address = addressOf(request);
  const counted = await limit.count(address, REGISTRATIONS);
  const rates = rateLimitHeaders(counted.outcome === "not_counted" ? [] : [counted.rate]);
  const limited = rateLimitProblem(counted);
  if (limited) {
    const { code, retryAfter, detail } = limited;
    return oauthError(requestId, limited, later(detail.en, retryAfter, PROBLEMS[code].status), rates);
  }
  try {
    const metadata = await metadataIn(request);
    checkMetadata(metadata);
    const used = Object.entries(metadata).filter(([name]) => USED.includes(name));
    const asked = new Request(`${addresses.auth}/oauth/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(Object.fromEntries(used)),
    });
    const network = (await signer.digest("network of a registration", widestNetworkOf(address), HASH_BYTES)).toHex();
    const put: OAuthStorage["put"] = (key, record) => registry.register(key.replace(/^client:/, ""), record, network);
    const storage = { OAUTH_KV: { ...EMPTY_STORAGE, put } };
    const answer = await authorizationServer(serverOf(addresses)).fetch(asked, storage, {});
    const headers = { "Content-Type": "application/json", ...rates };
    return programAnswer(requestId, answer.status, await answer.text(), headers);
  } catch (error) {
    return oauthError(requestId, error, later(NOTHING_KEPT), rates);
  }
}

const NOTHING_KEPT = "The application could not be registered. Nothing was stored.";

async function metadataIn(request: Request): Promise<Record<string, unknown>> {
  const bytes = await readAtMost(request.body, MAX_BYTES);
  if (bytes === null) throw invalid("The body must be at most 64 KiB.", 413);
  const metadata = jsonObjectIn(new TextDecoder().decode(bytes));
  if (!metadata) throw invalid("The body must be a JSON object.");
  return metadata;
}

/** Makes the checks that the OAuth library does not make. @throws {OAuthError} */
function checkMetadata(metadata: Record<string, unknown>): void {
  const { redirect_uris: redirects } = metadata;
  if (!Array.isArray(redirects) || redirects.length === 0) {
    throw invalidRedirects("redirect_uris must be an array with at least one URI.");
  }
  if (redirects.length > MAX_REDIRECTS)
    throw invalidRedirects(`redirect_uris must have at most ${MAX_REDIRECTS} entries.`);
  for (const [index, uri] of redirects.entries()) {
    const reason = typeof uri === "string" ? redirectRefusal(uri) : "must be a string";
    if (reason) throw invalidRedirects(`redirect_uris[${index}] ${reason}.`);
  }
  const names = Object.entries(metadata).filter(([member]) => member.split("#")[0] === "client_name");
  if (names.some(([, name]) => typeof name === "string" && name.length > MAX_NAME)) {
    throw invalid(`client_name must be at most ${MAX_NAME} characters.`);
  }
}

function invalid(description: string, statusCode = 400): OAuthError {
  return new OAuthError("invalid_client_metadata", { statusCode, description });
}

function invalidRedirects(description: string): OAuthError {
  return new OAuthError("invalid_redirect_uri", { description });
}
