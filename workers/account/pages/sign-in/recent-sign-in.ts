import type { PendingAuthorization } from "../../../../durable-objects/session/session-port.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";

/** The maximum age of a sign-in for an action that gives someone else access, in milliseconds. */
export const RECENT_MS = 15 * 60_000;

interface SignInOfNow {
  signedIn: SignedIn;
  now: () => number;
}

/**
 * Checks whether the customer signed in recently. With the billing system's own sign-in page, the relevant time is that
 * page's last check of the customer's identity. If the page does not report that time, the time of the return from the
 * page is used.
 */
export function isRecent({ signedIn, now }: SignInOfNow, within = RECENT_MS): boolean {
  return now() - authenticatedAt(signedIn) <= within;
}

/** Returns the last known time at which the customer proved their identity, in epoch milliseconds. */
function authenticatedAt({ at, authenticatedAt = at }: SignedIn): number {
  return Math.min(at, authenticatedAt);
}

/** Checks whether the customer must sign in again because the application requested it (`prompt=login`, `max_age`). */
export function mustSignInAgain(
  signedIn: SignedIn,
  { signedInSince }: Pick<PendingAuthorization, "signedInSince">,
): boolean {
  return signedInSince !== null && authenticatedAt(signedIn) < signedInSince;
}

/** Checks whether the billing system's page just let the customer in without a new sign-in. */
export function wasNotAsked({ signedIn, now }: SignInOfNow): boolean {
  return !isRecent({ signedIn, now }) && now() - signedIn.at <= RECENT_MS;
}

/** The note for a customer whom the billing system's page let in without a new sign-in. */
export const NOT_ASKED = byLanguage({
  en: "The page that you came from let you in without checking your sign-in again. Sign out there first, then sign in again.",
  fr: "La page d’où vous venez vous a laissé entrer sans redemander qui vous êtes. Fermez-y d’abord votre session, puis ouvrez-la de nouveau.",
});
