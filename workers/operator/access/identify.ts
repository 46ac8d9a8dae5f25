import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { isLoopback } from "../../../shared/platform/addresses.ts";
import { log } from "../../../shared/platform/log.ts";
import { type AccessSettings, checkAccessSettings, isAccessSet, namesIn } from "./access-settings.ts";

const IDENTIFIED = Symbol("identified");

/** Who asks, and whether they may act as well as read. Made here alone: what wants one cannot be called before somebody was identified. */
export interface Operator<MayAct extends boolean = boolean> {
  who: string;
  mayAct: MayAct;
  readonly [IDENTIFIED]: true;
}

export type AccessIdentity = { operator: Operator } | { refusal: AccessRefusal };

export interface AccessRefusal {
  status: 403 | 404 | 503;
  code: "unknown_host" | "no_token" | "token_refused" | "not_an_operator" | "keys_unreachable";
}

const TOKEN_HEADER = "Cf-Access-Jwt-Assertion";

/**
 * Says who asks, by the token that Cloudflare Access puts before a request, on every request. Without Access the console is served
 * in a demonstration alone, on this machine: the host of a request that came through Cloudflare is one that was routed.
 * @throws {Error} naming the setting that is wrong
 */
export function identification(
  settings: AccessSettings,
): (request: Request, requestId: string) => Promise<AccessIdentity> {
  checkAccessSettings(settings);
  const isOpen = settings.DEMONSTRATION === "true" && !isAccessSet(settings) && settings.OPERATOR_ORIGIN === "";
  const host = settings.OPERATOR_ORIGIN === "" ? null : new URL(settings.OPERATOR_ORIGIN).host;
  const rules = { issuer: settings.ACCESS_TEAM, audience: settings.ACCESS_AUDIENCE };
  const keys = isAccessSet(settings) ? keysOfTeam(rules) : null;
  const operators = new Set(namesIn(settings.OPERATORS));
  const readers = new Set(namesIn(settings.OPERATOR_READERS));
  return async (request, requestId) => {
    const url = new URL(request.url);
    const isLocal = isOwnMachine(url.hostname);
    if (host === null ? !isLocal : url.host !== host) return refuse(404, "unknown_host");
    if (isOpen && isLocal) return identified("demonstration", true);
    const token = request.headers.get(TOKEN_HEADER);
    if (token === null || keys === null) return refuse(403, "no_token");
    const verdict = await verifyToken(token, keys, rules);
    if (!verdict.isGood) {
      const { reason, cause } = verdict;
      if (reason === "keys_unreachable") {
        log("operator_keys_unreachable", { request_id: requestId, cause });
        return refuse(503, "keys_unreachable");
      }
      log("operator_refused", { request_id: requestId, reason: nameOf(cause) });
      return refuse(403, "token_refused");
    }
    const { who } = verdict;
    if (operators.has(who)) return identified(who, true);
    if (readers.has(who)) return identified(who, false);
    log("operator_refused", { request_id: requestId, reason: "not_listed" });
    return refuse(403, "not_an_operator");
  };
}

/** `localhost`, addresses of loopback, and names below `localhost` (RFC 6761 §6.3). */
function isOwnMachine(hostname: string): boolean {
  return isLoopback(hostname) || hostname.endsWith(".localhost");
}

function identified(who: string, mayAct: boolean): AccessIdentity {
  return { operator: { who, mayAct, [IDENTIFIED]: true } };
}

function refuse(status: AccessRefusal["status"], code: AccessRefusal["code"]): AccessIdentity {
  return { refusal: { status, code } };
}

/** jose's code of a fault, such as `ERR_JWT_EXPIRED`. */
function nameOf(cause: unknown): string {
  if (typeof cause === "string") return cause;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
}

/** Whom a token is of: an e-mail address, or the client id of a service token; in lower case. */
type TokenVerdict =
  | { isGood: true; who: string }
  | { isGood: false; reason: "refused"; cause: unknown }
  /** The keys could not be read, so nothing can be said about the token. */
  | { isGood: false; reason: "keys_unreachable"; cause: unknown };

interface TokenRules {
  /** `https://<team>.cloudflareaccess.com` */
  issuer: string;
  audience: string;
}

/** What is wrong with a token, whatever the keys are; every other failure leaves the token unjudged. */
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

/** Seconds that clocks may differ. */
const CLOCK_TOLERANCE_S = 5;

/** The keys of a team, fetched once per isolate and again for an unknown one, at most every 30 seconds. */
function keysOfTeam({ issuer }: Pick<TokenRules, "issuer">): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(`${issuer}/cdn-cgi/access/certs`));
}

/**
 * Verifies a token of Cloudflare Access: signature (RS256 alone), issuer, audience, its times, and that it is one of an application.
 * The session of a whole team (`type: "org"`) is refused.
 * Source: developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json
 */
async function verifyToken(token: string, keys: JWTVerifyGetKey, rules: TokenRules): Promise<TokenVerdict> {
  try {
    const { payload } = await jwtVerify(token, keys, {
      ...rules,
      algorithms: ["RS256"],
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ["exp", "iat", "aud"],
    });
    if (payload.type !== "app") return { isGood: false, reason: "refused", cause: "type" };
    const who = [payload.email, payload.common_name].find((name) => typeof name === "string" && name !== "");
    return typeof who === "string"
      ? { isGood: true, who: who.toLowerCase() }
      : { isGood: false, reason: "refused", cause: "nobody" };
  } catch (cause) {
    // expected: a bad token; the verdict says why, and the caller logs it.
    const isFault = TOKEN_FAULTS.some((fault) => cause instanceof fault);
    return { isGood: false, reason: isFault ? "refused" : "keys_unreachable", cause };
  }
}
