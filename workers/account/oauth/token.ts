import type { ConnectionPort, Place, TokenAnswer } from "../../../durable-objects/connection/connection-port.ts";
import { preflight } from "../../../shared/api/http/responses.ts";
import type { AddressLimit } from "../../../shared/platform/address-limit.ts";
import { addressOf } from "../../../shared/platform/caller-address.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log, logFailure } from "../../../shared/platform/log.ts";
import type { ObjectIds } from "../../../shared/platform/object-id.ts";
import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";
import { readAtMost } from "../../../shared/platform/read-at-most.ts";
import type { ClientRegistry } from "./client-registry.ts";
import type { ClientFailure, FindClient } from "./clients.ts";
import { looksLikeDocument } from "./document-address.ts";
import { methodNotAllowed, type OAuthCall, type OAuthErrorCode, oauthError, programAnswer } from "./oauth-call.ts";
import type { RequestPlaces } from "./request-place.ts";
import { mapResource, repeatedParameter, serverOf } from "./resource-mapping.ts";

const METHODS = ["POST", "OPTIONS"];
const MAX_BYTES = 64 * 1024;
/** For the table of clients, a document's host and the connection's object together. */
const DEADLINE_MS = 15_000;
const RETRY_AFTER_S = "5";
const CREDENTIALS: Record<string, string> = { authorization_code: "code", refresh_token: "refresh_token" };
/** Fetches of metadata documents for one address; each is of the application of an active connection. */
const DOCUMENTS: RatePolicy = { id: "documents", name: "documents", quota: 120, windowSeconds: 3_600 };
/** The OAuth library takes a form with `grant_type` for a token request, wherever it was posted. */
const REVOCATION_PARAMETERS = ["token", "token_type_hint", "client_id", "client_secret"];

/** An answer that asks no connection. */
interface TokenRefusal {
  status: number;
  error: OAuthErrorCode;
  description: string;
  headers?: Record<string, string>;
}

/** Thrown to answer a form with a refusal. */
class RefusedTokenForm extends Error {
  readonly refusal: TokenRefusal;

  constructor(refusal: TokenRefusal) {
    super(refusal.error);
    this.refusal = refusal;
  }
}

export interface TokenDependencies {
  findClient: FindClient;
  registry: ClientRegistry;
  ids: ObjectIds;
  connectionOf: (id: string) => ConnectionPort;
  limit: AddressLimit;
  placeOf: RequestPlaces;
}

/**
 * `POST /oauth/token` (RFC 6749): codes and refresh tokens to tokens. Each names its connection; a forged one is answered
 * without touching an object.
 */
export function tokenEndpoint(call: OAuthCall, dependencies: TokenDependencies): Promise<Response> {
  return answerForm(call, async (form) => {
    const parameter = CREDENTIALS[form.get("grant_type") ?? ""];
    if (parameter === undefined) {
      throw form.get("grant_type")
        ? refused(400, "unsupported_grant_type", "grant_type must be authorization_code or refresh_token.")
        : refused(400, "invalid_request", "grant_type is required.");
    }
    form.delete("token");
    mapResource(form, call.addresses);
    const credential = required(form, parameter);
    const connection = await connectionIn(credential, dependencies);
    const gone = () => {
      throw refused(400, "invalid_grant", `The ${parameter} is not known.`);
    };
    if (connection === null) return gone();
    const place = await dependencies.placeOf(call.request, connectionNamedBy(credential));
    const { answer, clientId } = await askConnection({ ...call, place }, form, connection, gone, dependencies);
    if (answer.status === 200) {
      const touched = dependencies.registry.touch(clientId);
      call.waitUntil(logFailure("client_table_failed", touched, { request_id: call.requestId }));
    }
    return answer;
  });
}

/** `POST /oauth/revoke` (RFC 7009). Of any other token, API tokens included, there is nothing to revoke: 200. */
export function revocationEndpoint(call: OAuthCall, dependencies: TokenDependencies): Promise<Response> {
  return answerForm(call, async (form) => {
    const connection = await connectionIn(required(form, "token"), dependencies);
    if (connection === null) return NOTHING_TO_REVOKE;
    for (const name of [...form.keys()]) if (!REVOCATION_PARAMETERS.includes(name)) form.delete(name);
    const gone = (clientId: string) => ({ answer: NOTHING_TO_REVOKE, clientId });
    const { answer } = await askConnection(call, form, connection, gone, dependencies);
    return answer;
  });
}

async function answerForm(call: OAuthCall, work: (form: URLSearchParams) => Promise<TokenAnswer>): Promise<Response> {
  const { request, requestId } = call;
  if (request.method === "OPTIONS") return preflight(METHODS, requestId);
  if (request.method !== "POST") return methodNotAllowed(requestId, METHODS);
  try {
    const form = await formIn(request);
    const { status, headers, body } = await inTime(work(form), DEADLINE_MS);
    return programAnswer(requestId, status, body, ofInterest(headers));
  } catch (error) {
    const { status, error: code, description, headers } = error instanceof RefusedTokenForm ? error.refusal : LATER;
    return oauthError(requestId, status, code, description, headers, error);
  }
}

/** The connection that a code or token names; null for a forged one. */
async function connectionIn(
  credential: string,
  { ids, connectionOf }: TokenDependencies,
): Promise<ConnectionPort | null> {
  const id = connectionNamedBy(credential);
  return (await ids.isOurs(id)) ? connectionOf(id) : null;
}

/**
 * Asks the connection, with its application's record. A client id that is the address of a document is looked up only
 * where it is the connection's own: a caller must not choose which host is asked.
 * @param gone the answer where the connection of a document's application has ended
 */
async function askConnection(
  { place = null, ...call }: OAuthCall & { place?: Place | null },
  form: URLSearchParams,
  connection: ConnectionPort,
  gone: (clientId: string) => AnsweredTokenRequest,
  dependencies: TokenDependencies,
): Promise<AnsweredTokenRequest> {
  const { request, addresses, requestId } = call;
  const authorization = request.headers.get("Authorization");
  const { clientId, triedBasic } = namedClient(form, authorization);
  const headers: Record<string, string> = triedBasic ? { "WWW-Authenticate": 'Basic realm="OAuth"' } : {};
  if (clientId === null) throw refused(401, "invalid_client", "The client must be named.", headers);
  if (looksLikeDocument(clientId)) {
    const application = await connection.application();
    if (application === null) return gone(clientId);
    if (application !== clientId) throw refused(401, "invalid_client", "The client is another one's.", headers);
  }
  const found = await dependencies.findClient(clientId, call, () => mayFetch(call, dependencies));
  if (!found.ok) throw unknownClient(found.reason, headers);
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

async function mayFetch({ request, requestId }: OAuthCall, { limit }: TokenDependencies): Promise<boolean> {
  const counted = await limit.count(addressOf(request), DOCUMENTS);
  if (counted.outcome === "not_counted") {
    log("address_limit_failed", { request_id: requestId, cause: counted.cause });
  }
  return counted.outcome === "counted";
}

/** Id of the connection that a code or token names; empty where it names none. */
function connectionNamedBy(credential: string): string {
  const end = credential.indexOf(":");
  return end === -1 ? "" : credential.slice(0, end);
}

interface AnsweredTokenRequest {
  answer: TokenAnswer;
  clientId: string;
}

const NOTHING_TO_REVOKE: TokenAnswer = { status: 200, headers: {}, body: "" };

const LATER: TokenRefusal = {
  status: 503,
  error: "temporarily_unavailable",
  description: "This could not be answered now. Nothing was lost; send the same request again.",
  headers: { "Retry-After": RETRY_AFTER_S },
};

/** A client that is told `invalid_client` drops its tokens, so that is not said of a host that is down. */
function unknownClient(reason: ClientFailure, headers: Record<string, string>): RefusedTokenForm {
  if (reason === "host_unreachable" || reason === "too_many_fetches") {
    const description = "The application's metadata document could not be read. Send the same request again.";
    return new RefusedTokenForm({ ...LATER, description });
  }
  return refused(401, "invalid_client", `The client is not known (${reason}).`, headers);
}

function refused(
  status: number,
  error: OAuthErrorCode,
  description: string,
  headers: Record<string, string> = {},
): RefusedTokenForm {
  return new RefusedTokenForm({ status, error, description, headers });
}

async function formIn(request: Request): Promise<URLSearchParams> {
  const type = (request.headers.get("Content-Type") ?? "").split(";")[0] ?? "";
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    throw refused(400, "invalid_request", "Content-Type must be application/x-www-form-urlencoded.");
  }
  const body = await readAtMost(request.body, MAX_BYTES);
  if (body === null) throw refused(413, "invalid_request", "The body must be at most 64 KiB.");
  const form = new URLSearchParams(new TextDecoder().decode(body));
  if (repeatedParameter(form) !== undefined) {
    throw refused(400, "invalid_request", "A parameter must not be repeated.");
  }
  return form;
}

function required(form: URLSearchParams, name: string): string {
  const value = form.get(name);
  if (!value) throw refused(400, "invalid_request", `${name} is required.`);
  return value;
}

/** The headers of the library's answer that are kept. */
function ofInterest(headers: Record<string, string>): Record<string, string> {
  const kept = ["content-type", "www-authenticate", "retry-after", "allow"];
  return Object.fromEntries(Object.entries(headers).filter(([name]) => kept.includes(name.toLowerCase())));
}

/**
 * Which client a form names, and whether it tried HTTP Basic, so that a refusal has to challenge (RFC 6749 §5.2). Whether the
 * secret is right is for the OAuth library to check.
 */
function namedClient(form: URLSearchParams, authorization: string | null) {
  const basic = /^basic(?:[ \t]+(.*))?$/i.exec(authorization ?? "");
  if (!basic) return { clientId: form.get("client_id") || null, triedBasic: false };
  return { clientId: idInBasic(basic[1] ?? ""), triedBasic: true };
}

/** The client id of HTTP Basic credentials, form-encoded there (RFC 6749 §2.3.1). */
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
