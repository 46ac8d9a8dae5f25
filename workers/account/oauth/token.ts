import { OAuthError } from "@cloudflare/workers-oauth-provider";
import type { ConnectionPort, Place, TokenAnswer } from "../../../durable-objects/connection/connection-port.ts";
import { addressOf } from "../../../shared/platform/caller-address.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import type { AccountServices } from "../composition.ts";
import type { ClientFailure } from "./clients.ts";
import { looksLikeDocument } from "./metadata-document.ts";
import {
  answerMethod,
  hasRepeatedParameter,
  hostUnreachable,
  later,
  mapResource,
  type OAuthCall,
  oauthError,
  programAnswer,
  serverOf,
} from "./oauth-call.ts";

const METHODS = ["POST", "OPTIONS"];
const MAX_BYTES = 64 * 1024;
/** The deadline for the table of clients, a document's host and the connection's object together. */
const DEADLINE_MS = 15_000;
const CREDENTIALS = new Map([
  ["authorization_code", "code"],
  ["refresh_token", "refresh_token"],
]);
/** The limit for fetches of metadata documents from one address, each of an active connection's application. */
const DOCUMENTS: RatePolicy = { id: "documents", name: "documents", quota: 120, windowSeconds: 3_600 };
/** The parameters of a revocation. The OAuth library treats any form with `grant_type` as a token request. */
const REVOCATION_PARAMETERS = ["token", "token_type_hint", "client_id", "client_secret"];
const NOTHING_TO_REVOKE: TokenAnswer = { status: 200, headers: {}, body: "" };

type TokenServices = Pick<
  AccountServices,
  "findClient" | "registry" | "connectionIds" | "connectionOf" | "limit" | "signer" | "wrongSecrets"
>;

/**
 * Answers `POST /oauth/token` (RFC 6749): exchanges codes and refresh tokens for tokens. Each names its connection. A
 * forged one is answered without a call to any object.
 */
export function tokenEndpoint(call: OAuthCall, services: TokenServices): Promise<Response> {
  return answerForm(call, async (form) => {
    const grantType = form.get("grant_type");
    if (!grantType) throw invalidRequest("grant_type is required.");
    const parameter = CREDENTIALS.get(grantType);
    if (parameter === undefined) {
      const description = "grant_type must be authorization_code or refresh_token.";
      throw new OAuthError("unsupported_grant_type", { description });
    }
    form.delete("token");
    mapResource(form, call.addresses);
    const credential = required(form, parameter);
    const connection = await connectionIn(call, credential, services);
    const place = connection && (await placeOf(call.request, connectionNamedBy(credential), services.signer));
    const asked = connection && (await askConnection(call, form, connection, place, services));
    if (asked && WRONG.includes(asked.answer.status)) countWrong(call, credential, services);
    if (!asked) throw new OAuthError("invalid_grant", { description: `The ${parameter} is not known.` });
    if (asked.answer.status === 200) {
      const touched = services.registry.touch(asked.clientId);
      call.waitUntil(logFailure("client_table_failed", touched, { request_id: call.requestId }));
    }
    return asked.answer;
  });
}

/** Answers `POST /oauth/revoke` (RFC 7009). Other tokens, such as API tokens, cannot be revoked here: 200. */
export function revocationEndpoint(call: OAuthCall, services: TokenServices): Promise<Response> {
  return answerForm(call, async (form) => {
    const token = required(form, "token");
    const connection = await connectionIn(call, token, services);
    if (connection === null) return NOTHING_TO_REVOKE;
    // Counts every token, right or wrong, because a right one needs no second request.
    countWrong(call, token, services);
    for (const name of [...form.keys()]) if (!REVOCATION_PARAMETERS.includes(name)) form.delete(name);
    const asked = await askConnection(call, form, connection, null, services);
    return asked?.answer ?? NOTHING_TO_REVOKE;
  });
}

async function answerForm(call: OAuthCall, work: (form: URLSearchParams) => Promise<TokenAnswer>): Promise<Response> {
  const otherMethod = answerMethod(call, METHODS);
  if (otherMethod) return otherMethod;
  const { request, requestId } = call;
  try {
    const form = await formIn(request);
    const { status, headers, body } = await inTime(work(form), DEADLINE_MS);
    return programAnswer(requestId, status, body, ofInterest(headers));
  } catch (error) {
    const unforeseen = "This request could not be processed. Your tokens are unchanged. Send the same request again.";
    return oauthError(requestId, error, later(unforeseen));
  }
}

/**
 * Returns the connection that a code or token names. Null for a forged one.
 * @throws {OAuthError} if the network sent too many wrong ones for it
 */
async function connectionIn(
  { request }: OAuthCall,
  credential: string,
  { connectionIds, connectionOf, wrongSecrets }: TokenServices,
): Promise<ConnectionPort | null> {
  const id = connectionNamedBy(credential);
  const wait = wrongSecrets.retryAfter(addressOf(request), id);
  if (wait !== null) throw later("Your network sent too many invalid codes and tokens for this connection.", wait, 429);
  return (await connectionIds.isOurs(id)) ? connectionOf(id) : null;
}

/** `invalid_grant` and `invalid_client`. */
const WRONG = [400, 401];

function countWrong({ request }: OAuthCall, credential: string, { wrongSecrets }: TokenServices): void {
  wrongSecrets.add(addressOf(request), connectionNamedBy(credential));
}

const HASH_BYTES = 12;

/**
 * Returns the place of a request to a connection, as Cloudflare's edge reports it. Null if it reports none. Places are
 * hashes with a key per connection: they can only be compared with each other.
 */
async function placeOf({ cf }: Request, connectionId: string, signer: Signer): Promise<Place | null> {
  // The ISO 3166-1 country, or `T1` for Tor, and the number of the autonomous system.
  const { country, asn } = (cf ?? {}) as { country?: unknown; asn?: unknown };
  if (typeof country !== "string" || country === "" || typeof asn !== "number") return null;
  const hash = async (purpose: string, value: string) => {
    const signature = await signer.digest(purpose, JSON.stringify([connectionId, value]), HASH_BYTES);
    return signature.toBase64({ alphabet: "base64url", omitPadding: true });
  };
  return {
    country: await hash("country of a refresh", country),
    network: await hash("network of a refresh", String(asn)),
  };
}

/**
 * Calls the connection with its application's record. A client id that is a document's address is looked up only if it
 * is the connection's own. A caller must not choose the host to fetch.
 * @returns null if the connection of a document's application has ended
 */
async function askConnection(
  call: OAuthCall,
  form: URLSearchParams,
  connection: ConnectionPort,
  place: Place | null,
  services: TokenServices,
): Promise<{ answer: TokenAnswer; clientId: string } | null> {
  const { request, addresses, requestId } = call;
  const authorization = request.headers.get("Authorization");
  const { clientId, triedBasic } = namedClient(form, authorization);
  const invalidClient = (description: string) =>
    new OAuthError("invalid_client", {
      statusCode: 401,
      description,
      headers: triedBasic ? { "WWW-Authenticate": 'Basic realm="OAuth"' } : {},
    });
  if (clientId === null) throw invalidClient("The request must contain the client id.");
  if (looksLikeDocument(clientId)) {
    const application = await connection.application();
    if (application === null) return null;
    if (application !== clientId) throw invalidClient("The code or token belongs to another client.");
  }
  const found = await services.findClient(clientId, call, () => mayFetch(call, services));
  if (!found.ok) throw temporaryFailure(found.reason) ?? invalidClient(`The client is not known (${found.reason}).`);
  const answer = await connection.tokenEndpoint({
    server: serverOf(addresses),
    body: form.toString(),
    authorization,
    client: found.client.record,
    place,
    requestId,
  });
  return { answer, clientId };
}

/** Returns the error for a host that is down. `invalid_client` would make a client drop its tokens. Null otherwise. */
function temporaryFailure(reason: ClientFailure): OAuthError | null {
  const description = "The application's metadata document could not be read. Send the same request again.";
  if (reason === "too_many_fetches") return later(description, 60, 429);
  return reason === "host_unreachable" ? hostUnreachable(description) : null;
}

function invalidRequest(description: string, statusCode = 400): OAuthError {
  return new OAuthError("invalid_request", { statusCode, description });
}

async function mayFetch({ request, requestId }: OAuthCall, { limit }: TokenServices): Promise<boolean> {
  const counted = await limit.count(addressOf(request), DOCUMENTS);
  if (counted.outcome === "not_counted") {
    log("address_limit_failed", { request_id: requestId, cause: counted.cause });
  }
  return counted.outcome === "counted";
}

/** Returns the id of the connection that a code or token names. Empty if it names none. */
function connectionNamedBy(credential: string): string {
  const end = credential.indexOf(":");
  return end === -1 ? "" : credential.slice(0, end);
}

async function formIn(request: Request): Promise<URLSearchParams> {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    throw invalidRequest("Content-Type must be application/x-www-form-urlencoded.");
  }
  const body = await readAtMost(request.body, MAX_BYTES);
  if (body === null) throw invalidRequest("The body must be at most 64 KiB.", 413);
  const form = new URLSearchParams(new TextDecoder().decode(body));
  if (hasRepeatedParameter(form)) throw invalidRequest("A parameter must not be repeated.");
  return form;
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw invalidRequest(`${name} is required.`);
  return value;
}

/** The headers of the library's answer that are passed on. */
function ofInterest(headers: Record<string, string>): Record<string, string> {
  const kept = ["content-type", "www-authenticate", "retry-after", "allow"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept.includes(name.toLowerCase())));
}

/**
 * Returns the client that a form names, and whether it tried HTTP Basic, because a refusal must then challenge (RFC
 * 6749 §5.2). The OAuth library checks the secret.
 */
function namedClient(form: URLSearchParams, authorization: string | null) {
  const basic = /^basic(?:[ \t]+(.*))?$/i.exec(authorization ?? "");
  if (!basic) return { clientId: form.get("client_id") || null, triedBasic: false };
  return { clientId: idInBasic(basic[1] ?? ""), triedBasic: true };
}

/** Reads the client id of HTTP Basic credentials, which is form-encoded (RFC 6749 §2.3.1). */
function idInBasic(encoded: string): string | null {
  try {
    const credentials = atob(encoded.trim());
    const end = credentials.indexOf(":");
    return end < 1 ? null : decodeURIComponent(credentials.slice(0, end).replaceAll("+", " "));
  } catch {
    // expected: what was sent need not be base64 or form-encoded
    return null;
  }
}
