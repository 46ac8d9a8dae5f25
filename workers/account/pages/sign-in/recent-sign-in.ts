import type { PendingAuthorization } from "../../../../durable-objects/session/session-port.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";

/** The maximum age of a sign-in for an action that gives someone else power. */
export const RECENT_MS = 15 * 60_000;

interface SignInOfNow {
  signedIn: SignedIn;
  now: () => number;
}

/**
 * Checks whether the customer signed in recently. With the billing system's own page, the time is when that page last
 * checked the sign-in. If the page does not report it, the return from the page counts.
 */
export function isRecent({ signedIn, now }: SignInOfNow, within = RECENT_MS): boolean {
  return now() - authenticatedAt(signedIn) <= within;
}

/** Returns the last known time at which the customer proved their identity, epoch milliseconds. */
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

/** Checks whether the billing system's page has just let the customer in without asking for the sign-in again. */
export function wasNotAsked({ signedIn, now }: SignInOfNow): boolean {
  return !isRecent({ signedIn, now }) && now() - signedIn.at <= RECENT_MS;
}

/** The note for a customer whom the page let in unchecked. */
export const NOT_ASKED = byLanguage({
  en: "The page that you came from let you in without checking your sign-in again. Sign out there first, then sign in again.",
  fr: "La page d’où vous venez vous a laissé entrer sans redemander qui vous êtes. Fermez-y d’abord votre session, puis ouvrez-la de nouveau.",
});
