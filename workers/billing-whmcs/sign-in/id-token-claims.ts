import type { JWTPayload } from "jose";
import { SignInFailure } from "./sign-in-failure.ts";

export const MAX_CLOCK_DIFFERENCE_S = 30;

/** What an ID token says of who signed in. */
export interface IdTokenIdentity {
  subject: string;
  /** When the provider asked who it is, epoch milliseconds (`auth_time`, OpenID Connect Core §2); null where it does not say. */
  authenticatedAt: number | null;
}

/**
 * The identity in claims whose signature, issuer, audience and end were verified. `iat` and `auth_time` are announced by nobody: they are
 * checked where they are.
 * @param nonce that was sent
 * @param now in seconds
 * @throws {SignInFailure} where they are not for this sign-in
 */
export function identityIn(claims: JWTPayload, clientId: string, nonce: string, now: number): IdTokenIdentity {
  const { sub, iat, aud, azp, auth_time: authTime } = claims;
  // A provider that leaves it out cannot be signed in at: see docs/whmcs.md.
  if (typeof claims.nonce !== "string") throw new SignInFailure("untrusted", "no_nonce");
  if (claims.nonce !== nonce) throw new SignInFailure("untrusted", "nonce_of_another");
  const isForSeveral = Array.isArray(aud) && aud.length !== 1;
  if (azp === undefined ? isForSeveral : azp !== clientId) throw new SignInFailure("untrusted", "for_another_party");
  const latest = now + MAX_CLOCK_DIFFERENCE_S;
  if (iat !== undefined && iat > latest) throw new SignInFailure("untrusted", "issued_later");
  // PHP casts as it likes.
  const seconds = authTime === undefined || authTime === null ? null : Number(authTime);
  if (seconds !== null && !(seconds > 0 && seconds <= latest)) throw new SignInFailure("untrusted", "asked_later");
  const isSubject = typeof sub === "string" && /^[\x21-\x7e]{1,255}$/.test(sub);
  if (!isSubject) throw new SignInFailure("untrusted", "no_subject");
  return { subject: sub, authenticatedAt: seconds === null ? null : seconds * 1_000 };
}
