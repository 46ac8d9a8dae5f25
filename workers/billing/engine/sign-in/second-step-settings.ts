import { Secret } from "otpauth/bare";
import type { LoginCall } from "../../../../shared/billing-contract/call.ts";
import { type BillingResult, changesHeld, ok } from "../../../../shared/billing-contract/result.ts";
import type { TooManyAttempts } from "../../../../shared/billing-contract/sign-in.ts";
import { part, raw, sql } from "../store/sql.ts";
import { type LoginResult, loginOf, tellOfChange } from "./login-settings.ts";
import { keptPassword, type LoginRow, toLogin } from "./logins.ts";
import { isPassword } from "./password.ts";
import { type PresentPassword, whileCounted } from "./present-password.ts";
import { isRecoveryCode, keptRecoveryCodes, recoveryCodeRow, recoveryCodesOf } from "./recovery-codes.ts";
import { countSignedInCode, stepOfCode } from "./second-step.ts";
import { tellOfGuessedCodes } from "./sign-in.ts";
import type { SignInContext } from "./sign-in-context.ts";

const SECRET_BYTES = 20;
const TEXT = /^[A-Z2-7]{32}$/;

/** SQL: the assignments that turn off a login's second step. */
export const NO_SECOND_STEP =
  "totp_secret = NULL, totp_last_step = NULL, totp_since = NULL, wrong_codes = 0, codes_wait_until = 0, codes_told_at = NULL";

/** A second step that is not turned on yet. Until then, only the form contains it. */
export interface NewSecondStep {
  /** The secret for the authenticator app, in Base32 (RFC 4648). */
  secret: string;
  /** The seed from which the recovery codes are derived, in Base32. */
  seed: string;
}

/** The credentials for actions that neither a stolen session nor a stolen password alone may allow. */
export interface PasswordAndCode extends PresentPassword {
  /** The code of the second step. It is ignored if the login has no second step. */
  code: string;
}

/** `refused` means that the current password is wrong. `wrong_code` means that the code is wrong. */
type NotTurned = { outcome: "refused" } | { outcome: "wrong_code" } | TooManyAttempts;

/** `already` means that another form turned the second step on, or that its first recovery code was used. */
export type SecondStepOn = { outcome: "on"; recoveryCodes: string[] } | { outcome: "already" } | NotTurned;
/** `sign_in_again` means that ten wrong codes were entered. */
export type NotChecked = { outcome: "sign_in_again" } | NotTurned;
export type SecondStepOff = { outcome: "off" } | NotChecked;

export async function newSecondStep(
  { randomBytes }: SignInContext,
  _call: LoginCall,
): Promise<BillingResult<NewSecondStep>> {
  const text = () => new Secret({ buffer: Uint8Array.from(randomBytes(SECRET_BYTES)).buffer }).base32;
  return ok({ secret: text(), seed: text() });
}

/**
 * Turns the second step on, if a code proves that the authenticator app has the secret. Submitting the form again
 * returns the same recovery codes.
 */
export async function turnSecondStepOn(
  context: SignInContext,
  call: LoginCall,
  { secret, seed, code, ...given }: NewSecondStep & PresentPassword & { code: string },
): Promise<LoginResult<SecondStepOn>> {
  if (await context.isHeld()) return changesHeld();
  const { db, now, deriveKey } = context;
  const row = await loginOf(context, call);
  return whileCounted(context, row, given, async (): Promise<SecondStepOn> => {
    if (!(await isPassword(given.present, keptPassword(row), deriveKey))) return { outcome: "refused" };
    if (![secret, seed].every((text) => TEXT.test(text))) return { outcome: "wrong_code" };
    const recoveryCodes = recoveryCodesOf(Secret.fromBase32(seed).bytes);
    const found = async (): Promise<SecondStepOn> => {
      const first = await recoveryCodeRow(row.id, recoveryCodes[0] ?? "");
      const isRepeated = await sql(db)`SELECT 1 FROM ${first}
        AND EXISTS (SELECT 1 FROM logins WHERE id = ${row.id} AND totp_secret = ${secret})`.first();
      return isRepeated ? { outcome: "on", recoveryCodes } : { outcome: "already" };
    };
    // Check this first, because the code may be out of date if the form is submitted again.
    if (row.totp_secret !== null) return found();
    const step = stepOfCode(secret, code, now());
    if (step === null) return { outcome: "wrong_code" };
    const isOff = part`EXISTS (SELECT 1 FROM logins WHERE id = ${row.id} AND totp_secret IS NULL)`;
    const results = await db.batch([
      ...(await keptRecoveryCodes(db, row.id, recoveryCodes, isOff)),
      sql(
        db,
      )`UPDATE logins SET totp_secret = ${secret}, totp_last_step = ${step}, totp_since = ${now()}, wrong_codes = 0, codes_wait_until = 0,
        codes_told_at = NULL WHERE id = ${row.id} AND totp_secret IS NULL`,
    ]);
    if (results.at(-1)?.meta.changes !== 0) {
      tellOfChange(context, row, { kind: "secondStepOn" });
      return { outcome: "on", recoveryCodes };
    }
    return found();
  });
}

/**
 * Turns the second step off. This needs the current password, and a code from the authenticator app or a recovery code.
 * It also succeeds if the second step is already off.
 */
export async function turnSecondStepOff(
  context: SignInContext,
  call: LoginCall,
  { code, ...given }: PasswordAndCode,
): Promise<LoginResult<SecondStepOff>> {
  if (await context.isHeld()) return changesHeld();
  const { db, now, deriveKey } = context;
  const row = await loginOf(context, call);
  const secret = row.totp_secret;
  if (secret === null) return ok({ outcome: "off" });
  return whileCounted(context, row, given, async (): Promise<SecondStepOff> => {
    if (!(await isPassword(given.present, keptPassword(row), deriveKey))) return { outcome: "refused" };
    const count = await countSignedInCode(context, row.id);
    if (!count) return { outcome: "sign_in_again" };
    const isRight = isRecoveryCode(code)
      ? part`EXISTS (SELECT 1 FROM ${await recoveryCodeRow(row.id, code)})`
      : part`coalesce(totp_last_step, -1) < ${stepOfCode(secret, code, now())}`;
    const [{ meta }] = (await db.batch([
      sql(db)`UPDATE logins SET ${raw(NO_SECOND_STEP)}
        WHERE id = ${row.id} AND totp_secret = ${secret} AND ${isRight}`,
      sql(db)`DELETE FROM recovery_codes WHERE login_id = ${row.id}
        AND EXISTS (SELECT 1 FROM logins WHERE id = ${row.id} AND totp_secret IS NULL)`,
    ])) as [D1Result];
    if (meta.changes === 0) {
      const isOff = (await loginOf(context, call)).totp_secret === null;
      if (isOff) return { outcome: "off" };
      if (count.isOwnerToBeTold) tellOfGuessedCodes(context, toLogin(row));
      return { outcome: "wrong_code" };
    }
    tellOfChange(context, row, { kind: "secondStepOff" });
    return { outcome: "off" };
  });
}

/**
 * Checks the current password. If the login has a second step, also checks a code from the authenticator app or a
 * recovery code. A recovery code works only once.
 */
export async function checkPasswordAndCode(
  context: SignInContext,
  row: LoginRow,
  { code, ...given }: PasswordAndCode,
): Promise<"right" | NotChecked> {
  const { value } = await whileCounted(context, row, given, async (): Promise<{ outcome: "right" } | NotChecked> => {
    if (!(await isPassword(given.present, keptPassword(row), context.deriveKey))) return { outcome: "refused" };
    if (row.totp_secret === null) return { outcome: "right" };
    const count = await countSignedInCode(context, row.id);
    if (!count) return { outcome: "sign_in_again" };
    if (await useCode(context, row.id, row.totp_secret, code)) return { outcome: "right" };
    if (count.isOwnerToBeTold) tellOfGuessedCodes(context, toLogin(row));
    return { outcome: "wrong_code" };
  });
  return value.outcome === "right" ? "right" : value;
}

/**
 * Checks a code and uses it up, so that it cannot be used again. A correct code ends the series of wrong codes.
 * @returns whether the code is correct
 */
async function useCode({ db, now }: SignInContext, loginId: number, secret: string, code: string): Promise<boolean> {
  const ended = raw("wrong_codes = 0, codes_wait_until = 0, codes_told_at = NULL");
  const step = stepOfCode(secret, code, now());
  const results = await db.batch(
    isRecoveryCode(code)
      ? [
          sql(db)`DELETE FROM ${await recoveryCodeRow(loginId, code)}`,
          sql(db)`UPDATE logins SET ${ended} WHERE id = ${loginId} AND changes() = 1`,
        ]
      : [
          sql(db)`UPDATE logins SET totp_last_step = ${step}, ${ended}
            WHERE id = ${loginId} AND totp_secret = ${secret} AND coalesce(totp_last_step, -1) < ${step}`,
        ],
  );
  return results.at(-1)?.meta.changes === 1;
}
