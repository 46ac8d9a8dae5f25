import type { TooManyAttempts } from "../../../../shared/billing-contract/sign-in.ts";
import { keptPassword, type LoginRow } from "./logins.ts";
import { isPassword } from "./password.ts";
import { counted } from "./sign-in.ts";
import type { SignInContext } from "./sign-in-context.ts";

/** The current password that a signed-in login enters again to confirm an action. */
export interface PresentPassword {
  present: string;
  /** The caller's IP address, from `addressOf`. */
  address: string;
  /** The form token of the browser's session. */
  formToken: string;
}

/**
 * Makes a password attempt for a signed-in login, and counts it. The attempt counts only towards the limit of its
 * session, as it does for a known browser. Other people therefore cannot use up the session's attempts. More attempts
 * need another session, and opening one needs the password.
 */
export function whileCounted<Outcome extends { outcome: string }>(
  context: Pick<SignInContext, "signInLimit">,
  { email, unlockedAt }: Pick<LoginRow, "email" | "unlockedAt">,
  { address, formToken }: Omit<PresentPassword, "present">,
  make: () => Promise<Outcome>,
) {
  return counted(context, { email, unlockedAt, mark: formToken }, address, make);
}

/** Checks the current password. Returns `right`, or the outcome for a wrong password or too many attempts. */
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
