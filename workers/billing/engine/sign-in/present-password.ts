import type { TooManyAttempts } from "../../../../shared/billing-contract/sign-in.ts";
import { keptPassword, type LoginRow } from "./logins.ts";
import { isPassword } from "./password.ts";
import { counted } from "./sign-in.ts";
import type { SignInContext } from "./sign-in-context.ts";

/** The password that a signed-in login enters again for an act. */
export interface PresentPassword {
  present: string;
  /** The caller's IP address, from `addressOf`. */
  address: string;
  /** The form token of the browser's session. */
  formToken: string;
}

/**
 * Counts a password attempt of a signed-in login. The attempt counts for the session only, as for a known browser.
 * Other people cannot use up its attempts, and nobody gets a session without the password.
 */
export function whileCounted<Outcome extends { outcome: string }>(
  context: Pick<SignInContext, "signInLimit">,
  { email, unlockedAt }: Pick<LoginRow, "email" | "unlockedAt">,
  { address, formToken }: Omit<PresentPassword, "present">,
  make: () => Promise<Outcome>,
) {
  return counted(context, { email, unlockedAt, mark: formToken }, address, make);
}

/** Returns `right`, or the outcome of a request with a wrong password. */
export async function checkPresentPassword(
  context: Pick<SignInContext, "signInLimit" | "deriveKey">,
  row: LoginRow,
  { present, ...given }: PresentPassword,
): Promise<"right" | { outcome: "refused" } | TooManyAttempts> {
  const check = async (): Promise<{ outcome: "right" } | { outcome: "refused" }> => {
    const isRight = await isPassword(present, keptPassword(row), context.deriveKey);
    return isRight ? { outcome: "right" } : { outcome: "refused" };
  };
  const { value } = await whileCounted(context, row, given, check);
  return value.outcome === "right" ? "right" : value;
}
