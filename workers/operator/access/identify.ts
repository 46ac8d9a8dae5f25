import {
  createRemoteJWKSet,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  type JWTVerifyOptions,
  jwtVerify,
} from "jose";
import { isLoopback } from "../../../shared/platform/addresses.ts";
import { log } from "../../../shared/platform/log.ts";
import { ConsoleError } from "../responses.ts";
import { type AccessSettings, checkAccessSettings, isAccessSet, namesIn } from "./access-settings.ts";

const IDENTIFIED = Symbol("identified");

/**
 * An identified operator, and whether they may act or only read. Only this file creates operators, so code that
 * requires one runs only after identification.
 */
export interface Operator {
  who: string;
  mayAct: boolean;
  readonly [IDENTIFIED]: true;
}

const TOKEN_HEADER = "Cf-Access-Jwt-Assertion";

/**
 * Returns a function that identifies the operator of a request by the token that Cloudflare Access adds to it. Without
 * Access, the console works only in a demonstration, and only for requests to a local host name. Requests through
 * Cloudflare have a public host name, so they always need a token. The returned function throws a {@link ConsoleError}
 * to reject a request.
 * @throws {Error} naming a wrong setting
 */
export function identification(settings: AccessSettings): (request: Request, requestId: string) => Promise<Operator> {
  checkAccessSettings(settings);
  const isOpen = settings.DEMONSTRATION === "true" && !isAccessSet(settings) && settings.OPERATOR_ORIGIN === "";
  const host = settings.OPERATOR_ORIGIN === "" ? null : new URL(settings.OPERATOR_ORIGIN).host;
  const rules = { ...TOKEN_RULES, issuer: settings.ACCESS_TEAM, audience: settings.ACCESS_AUDIENCE };
  // Each isolate caches the keys for ten minutes. A token with an unknown key causes another fetch, at most every 30
  // seconds.
  const keys = isAccessSet(settings) ? createRemoteJWKSet(new URL(`${rules.issuer}/cdn-cgi/access/certs`)) : null;
  const operators = new Set(namesIn(settings.OPERATORS));
  const readers = new Set(namesIn(settings.OPERATOR_READERS));
  return async (request, requestId) => {
    const url = new URL(request.url);
    const isLocal = isOwnMachine(url.hostname);
    if (host === null ? !isLocal : url.host !== host) throw new ConsoleError(404, "unknown_host", "Nothing is here.");
    if (isOpen && isLocal) return identified("demonstration", true);
    const token = request.headers.get(TOKEN_HEADER);
    if (token === null || keys === null)
      throw new ConsoleError(403, "no_token", "The operator console is reachable only through Cloudflare Access.");
    const who = await nameIn(token, keys, rules, requestId);
    if (operators.has(who)) return identified(who, true);
    if (readers.has(who)) return identified(who, false);
    log("operator_refused", { request_id: requestId, reason: "not_listed" });
    throw new ConsoleError(403, "not_an_operator", NOT_LISTED);
  };
}

const NOT_LISTED = "You are not an operator: OPERATORS or OPERATOR_READERS must list you.";

/** Returns whether a host name is `localhost`, a loopback address or a name below `localhost` (RFC 6761 §6.3). */
function isOwnMachine(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith(".localhost");
}

function identified(who: string, mayAct: boolean): Operator {
  return { who, mayAct, [IDENTIFIED]: true };
}

/** Errors that prove that a token is invalid. After any other error, the token's validity is unknown. */
const TOKEN_FAULTS = [
  errors.JWTClaimValidationFailed,
  errors.JWTExpired,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
];

const TOKEN_RULES: JWTVerifyOptions = {
  algorithms: ["RS256"],
  /** The tolerated clock skew in seconds. */
  clockTolerance: 5,
  requiredClaims: ["exp", "iat", "aud"],
};

/**
 * Returns the name in a Cloudflare Access token, in lower case: an e-mail address, or the client id of a service token.
 * Verifies the signature (RS256 only), the issuer, the audience and the times. Also verifies that the token is for one
 * application (`type: "app"`) and not for a whole team (`type: "org"`). Source:
 * developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json
 * @throws {ConsoleError} if the token is invalid or has no name, or if the keys could not be read
 */
async function nameIn(
  token: string,
  keys: JWTVerifyGetKey,
  rules: JWTVerifyOptions,
  requestId: string,
): Promise<string> {
  const refused = (reason: string) => {
    log("operator_refused", { request_id: requestId, reason });
    return new ConsoleError(403, "token_refused", "The token of Cloudflare Access is not valid for this.");
  };
  let payload: JWTPayload;
  try {
    ({ payload } = await jwtVerify(token, keys, rules));
  } catch (cause) {
    // The error code of jose, such as `ERR_JWT_EXPIRED`.
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    if (TOKEN_FAULTS.some((fault) => cause instanceof fault)) throw refused(code);
    log("operator_keys_unreachable", { request_id: requestId, cause });
    throw new ConsoleError(503, "keys_unreachable", KEYS_UNREACHABLE);
  }
  if (payload.type !== "app") throw refused("type");
  const who = [payload.email, payload.common_name].find((name) => typeof name === "string" && name !== "");
  if (typeof who !== "string") throw refused("nobody");
  return who.toLowerCase();
}

const KEYS_UNREACHABLE =
  "The keys of Cloudflare Access could not be read, so nobody can sign in. Try again in a minute.";
