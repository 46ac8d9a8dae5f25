import { createRemoteJWKSet, errors, type JWTVerifyGetKey, jwtVerify } from "jose";

/** Whom a token is of: an e-mail address, or the client id of a service token; in lower case. */
export type TokenVerdict =
  | { isGood: true; who: string }
  | { isGood: false; reason: "refused"; cause: unknown }
  /** The keys could not be read, so nothing can be said about the token. */
  | { isGood: false; reason: "keys_unreachable"; cause: unknown };

export interface TokenRules {
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
export function keysOfTeam({ issuer }: Pick<TokenRules, "issuer">): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(`${issuer}/cdn-cgi/access/certs`));
}

/**
 * Verifies a token of Cloudflare Access: signature (RS256 alone), issuer, audience, its times, and that it is one of an application.
 * The session of a whole team (`type: "org"`) is refused.
 * Source: developers.cloudflare.com/cloudflare-one/access-controls/applications/http-apps/authorization-cookie/validating-json
 */
export async function verifyToken(token: string, keys: JWTVerifyGetKey, rules: TokenRules): Promise<TokenVerdict> {
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
