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
/**
 * The deadline for reading the table of clients, fetching a document and calling the connection's object together, in
 * milliseconds.
 */
const DEADLINE_MS = 15_000;
const CREDENTIALS = new Map([
  ["authorization_code", "code"],
  ["refresh_token", "refresh_token"],
]);
/**
 * The limit for fetches of metadata documents that one network address causes. Each document belongs to the application
 * of an active connection.
 */
const DOCUMENTS: RatePolicy = { id: "documents", name: "documents", quota: 120, windowSeconds: 3_600 };
/**
 * The parameters of a revocation request. Others are removed, because the OAuth library treats any form with
 * `grant_type` as a token request.
 */
const REVOCATION_PARAMETERS = ["token", "token_type_hint", "client_id", "client_secret"];
const NOTHING_TO_REVOKE: TokenAnswer = { status: 200, headers: {}, body: "" };

type TokenServices = Pick<
  AccountServices,
  "findClient" | "registry" | "connectionIds" | "connectionOf" | "limit" | "signer" | "wrongSecrets"
>;

/**
 * Handles `POST /oauth/token` (RFC 6749), which exchanges codes and refresh tokens for new tokens. Each code and each
 * refresh token names its connection. If the connection id is forged, the request is refused without a call to a
 * connection's object.
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

/**
 * Handles `POST /oauth/revoke` (RFC 7009). For tokens that cannot be revoked here, such as API tokens, it returns 200.
 */
export function revocationEndpoint(call: OAuthCall, services: TokenServices): Promise<Response> {
  return answerForm(call, async (form) => {
    const token = required(form, "token");
    const connection = await connectionIn(call, token, services);
    if (connection === null) return NOTHING_TO_REVOKE;
    // Count every token, whether valid or not, because a valid token needs no second request.
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
 * Returns the connection that a code or token names, or `null` if the connection's id is forged.
 * @throws {OAuthError} if the network sent too many invalid codes and tokens for the connection
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

/** The statuses of `invalid_grant` and `invalid_client`. */
const WRONG = [400, 401];

function countWrong({ request }: OAuthCall, credential: string, { wrongSecrets }: TokenServices): void {
  wrongSecrets.add(addressOf(request), connectionNamedBy(credential));
}

const HASH_BYTES = 12;

/**
 * Returns the location of a request to a connection, as Cloudflare's edge reports it, or `null` if the edge reports
 * none. Each keyed hash includes the connection id, so only locations of the same connection can be compared.
 */
async function placeOf({ cf }: Request, connectionId: string, signer: Signer): Promise<Place | null> {
  // `country` is the ISO 3166-1 code, or `T1` for Tor. `asn` is the number of the autonomous system.
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
 * Calls the connection's object with the record of the named client. If the client id is a document URL, the document
 * is looked up only if the connection belongs to that client. Otherwise callers could choose which host to fetch from.
 * @returns `null` if the client id is a document URL and the connection has ended
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

/**
 * Returns a temporary error if a document cannot be fetched now, because the error `invalid_client` would make a client
 * drop its tokens. Returns `null` for other failures.
 */
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

/** Returns the id of the connection that a code or token names, or an empty string if it names none. */
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

/** Returns the headers of the library's response that are passed on. */
function ofInterest(headers: Record<string, string>): Record<string, string> {
  const kept = ["content-type", "www-authenticate", "retry-after", "allow"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept.includes(name.toLowerCase())));
}

/**
 * Returns the client that a request names, and whether the request used HTTP Basic. A refusal of HTTP Basic must
 * include a challenge (RFC 6749 §5.2). The OAuth library checks the secret.
 */
function namedClient(form: URLSearchParams, authorization: string | null) {
  const basic = /^basic(?:[ \t]+(.*))?$/i.exec(authorization ?? "");
  if (!basic) return { clientId: form.get("client_id") || null, triedBasic: false };
  return { clientId: idInBasic(basic[1] ?? ""), triedBasic: true };
}

/** Reads the client id from HTTP Basic credentials, where it is form-encoded (RFC 6749 §2.3.1). */
function idInBasic(encoded: string): string | null {
  try {
    const credentials = atob(encoded.trim());
    const end = credentials.indexOf(":");
    return end < 1 ? null : decodeURIComponent(credentials.slice(0, end).replaceAll("+", " "));
  } catch {
    // expected: a client can send credentials that are not base64 or not form-encoded.
    return null;
  }
}
