import type { PendingAuthorization } from "../../../../durable-objects/session/session-port.ts";
import { byLanguage } from "../../../../shared/pages/french-typography.ts";
import type { SignedIn } from "../../../../shared/pages/sign-in/session.ts";

/** What gives power to somebody else needs a sign-in within this time. */
export const RECENT_MS = 15 * 60_000;

interface SignInOfNow {
  signedIn: SignedIn;
  now: () => number;
}

/**
 * Whether the customer said who they are a short while ago. Where they sign in at the billing system's own page, that is when it says that it
 * asked; one that does not say may have known them for long, and then the way through it is a confirmation alone.
 */
export function isRecent({ signedIn, now }: SignInOfNow, within = RECENT_MS): boolean {
  return now() - authenticatedAt(signedIn) <= within;
}

/** When the customer last said who they are, as far as it is known, epoch milliseconds. */
function authenticatedAt({ at, authenticatedAt = at }: SignedIn): number {
  return Math.min(at, authenticatedAt);
}

/** Whether the customer must sign in again, because the application requested it (`prompt=login`, `max_age`). */
export function mustSignInAgain(
  signedIn: SignedIn,
  { signedInSince }: Pick<PendingAuthorization, "signedInSince">,
): boolean {
  return signedInSince !== null && authenticatedAt(signedIn) < signedInSince;
}

/** Whether the customer has just come from the billing system's own page, and it says that it did not ask again who they are. */
export function wasNotAsked({ signedIn, now }: SignInOfNow): boolean {
  return !isRecent({ signedIn, now }) && now() - signedIn.at <= RECENT_MS;
}

/** Says so. */
export const NOT_ASKED = byLanguage({
  en: "The page that you came from let you in without checking your sign-in again. Sign out there first, then sign in again.",
  fr: "La page d’où vous venez vous a laissé entrer sans redemander qui vous êtes. Fermez-y d’abord votre session, puis ouvrez-la de nouveau.",
});
