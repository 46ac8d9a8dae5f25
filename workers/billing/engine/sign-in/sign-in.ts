import type { Call } from "../../../../shared/billing-contract/call.ts";
import { ok } from "../../../../shared/billing-contract/result.ts";
import type {
  Login,
  SecondStep,
  SecondStepCode,
  SignedInLogin,
  SignIn,
  SignInCredentials,
} from "../../../../shared/billing-contract/sign-in.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import { raw, sql } from "../store/sql.ts";
import { tellOfChange } from "./login-settings.ts";
import { keptPassword, LOGINS, type LoginRow, toLogin } from "./logins.ts";
import { isPassword, NO_PASSWORD } from "./password.ts";
import { countRecoveryCodes, isRecoveryCode } from "./recovery-codes.ts";
import {
  completeByRecoveryCode,
  completeChallenge,
  countCode,
  issueChallenge,
  loginOfChallenge,
  markOwnerTold,
  stepOfCode,
  takeAttempt,
} from "./second-step.ts";
import type { CountedLogin } from "./sign-in-attempts.ts";
import type { SignInContext } from "./sign-in-context.ts";

/**
 * Checks an e-mail address and password. An unknown address takes the same time and returns the same result as a wrong
 * password.
 */
export async function signIn(context: SignInContext, _call: Call, credentials: SignInCredentials) {
  const { email, password, address, marks } = credentials;
  const row = await sql(context.db)`${raw(LOGINS)} WHERE email = ${email}`.first<LoginRow>();
  const mark = row && (await context.browserMarks.find(marks, row));
  return counted(context, { email, unlockedAt: row?.unlockedAt ?? null, mark }, address, async (): Promise<SignIn> => {
    const isRight = await isPassword(password, row ? keptPassword(row) : NO_PASSWORD, context.deriveKey);
    if (!row || !isRight) return { outcome: "refused" };
    if (row.totp_secret === null) return signedIn(context, row, mark);
    return { outcome: "second_step", challenge: await issueChallenge(context, row.id) };
  });
}

/**
 * Completes a sign-in with a code. A wrong or repeated code uses up an attempt, and the challenge ends with its last
 * attempt. A code without a valid challenge counts towards its network's limit.
 */
export async function signInSecondStep(
  context: SignInContext,
  _call: Call,
  { challenge, code, address, marks }: SecondStepCode,
) {
  const loginId = await loginOfChallenge(context, challenge);
  const row = loginId && (await sql(context.db)`${raw(LOGINS)} WHERE id = ${loginId}`.first<LoginRow>());
  const mark = row ? await context.browserMarks.find(marks, row) : null;
  return counted(context, row ? { ...row, mark } : null, address, async (): Promise<SecondStep> => {
    if (!row || row.totp_secret === null) return { outcome: "expired" };
    return checkCode(context, row, row.totp_secret, { challenge, code, mark });
  });
}

async function checkCode(
  context: SignInContext,
  row: LoginRow,
  secret: string,
  { challenge, code, mark }: Pick<SecondStepCode, "challenge" | "code"> & { mark: string | null },
): Promise<SecondStep> {
  const count = await countCode(context, row.id);
  if ("retryAfter" in count) return { outcome: "too_many", ...count };
  const attempt = await takeAttempt(context, challenge);
  if (attempt && isRecoveryCode(code) && (await completeByRecoveryCode(context, attempt, code))) {
    tellOfChange(context, row, { kind: "recoveryCodeUsed", left: await countRecoveryCodes(context.db, row.id) });
    return signedIn(context, row, mark);
  }
  const step = attempt && stepOfCode(secret, code, context.now());
  if (attempt && step !== null && (await completeChallenge(context, attempt, step))) {
    return signedIn(context, row, mark);
  }
  if (count.isOwnerToBeTold) tellOfGuessedCodes(context, toLogin(row));
  return { outcome: attempt && attempt.attemptsLeft > 0 ? "refused" : "expired" };
}

/**
 * Returns the signed-in login with its browser mark.
 * @param mark the browser's existing mark; `null` if it has none
 */
async function signedIn({ browserMarks }: SignInContext, row: LoginRow, mark: string | null): Promise<SignedInLogin> {
  return { outcome: "signed_in", login: toLogin(row), mark: mark ?? (await browserMarks.mint(row)) };
}

/**
 * Tells the customer by e-mail that somebody has their password. If the e-mail is not accepted, each later wrong code
 * sends it again.
 */
export function tellOfGuessedCodes(context: SignInContext, login: Login): void {
  const { mails, now, waitUntil, requestId } = context;
  if (!mails.isOn) return;
  const mailed = mails.codesGuessed(login, { at: now() }, requestId).then(() => markOwnerTold(context, login.id));
  waitUntil(logFailure("sign_in_mail_not_sent", mailed, { request_id: requestId }));
}

/** Counts an attempt and then makes it. Unless the result is `refused` or `expired`, removes it from the count. */
export async function counted<Outcome extends { outcome: string }>(
  { signInLimit }: Pick<SignInContext, "signInLimit">,
  login: CountedLogin | null,
  address: string,
  make: () => Promise<Outcome>,
) {
  const attempt = await signInLimit.count(login, address);
  if ("retryAfter" in attempt) return ok({ outcome: "too_many" as const, retryAfter: attempt.retryAfter });
  try {
    const outcome = await make();
    const isFailed = outcome.outcome === "refused" || outcome.outcome === "expired";
    if (!isFailed) await attempt.giveBack();
    return ok(outcome);
  } catch (error) {
    await attempt.giveBack();
    throw error;
  }
}
