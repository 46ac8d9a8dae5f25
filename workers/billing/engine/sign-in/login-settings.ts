import type { LoginCall } from "../../../../shared/billing-contract/call.ts";
import {
  type BillingResult,
  type BillingUnavailable,
  type ChangesHeld,
  changesHeld,
  ok,
} from "../../../../shared/billing-contract/result.ts";
import type { Login } from "../../../../shared/billing-contract/sign-in.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { logFailure } from "../../../../shared/platform/log.ts";
import type { LoginChange } from "../mails/sent-mails.ts";
import { raw, sql } from "../store/sql.ts";
import { LOGINS, type LoginRow, toLogin } from "./logins.ts";
import { countRecoveryCodes } from "./recovery-codes.ts";
import type { SignInContext } from "./sign-in-context.ts";

/** The result of changing a login. Changes are refused while the database is on hold. */
export type LoginResult<Value> = BillingResult<Value, BillingUnavailable | ChangesHeld>;

/**
 * Returns the login that is signed in.
 * @throws if the login no longer exists
 */
export async function loginOf({ db }: SignInContext, { loginId }: LoginCall): Promise<LoginRow> {
  const row = await sql(db)`${raw(LOGINS)} WHERE id = ${loginId}`.first<LoginRow>();
  if (!row) throw new Error("a login that is signed in has no row");
  return row;
}

export interface LoginSettings extends Login {
  /** The number of unused recovery codes; `null` if the second step is off. */
  recoveryCodes: number | null;
}

export async function readLogin(context: SignInContext, call: LoginCall): Promise<BillingResult<LoginSettings>> {
  const row = await loginOf(context, call);
  const recoveryCodes = row.totp_secret === null ? null : await countRecoveryCodes(context.db, row.id);
  return ok({ ...toLogin(row), recoveryCodes });
}

/** Tells the customer by e-mail that their sign-in was changed. */
export function tellOfChange(context: SignInContext, login: LoginRow, change: LoginChange): void {
  const { mails, now, waitUntil, requestId } = context;
  if (!mails.isOn) return;
  const mailed = mails.loginChanged(toLogin(login), change, now(), requestId);
  waitUntil(logFailure("sign_in_mail_not_sent", mailed, { request_id: requestId }));
}

/** Sets the language of a login's e-mails. */
export async function setLanguage(
  context: SignInContext,
  { loginId }: LoginCall,
  language: Language,
): Promise<LoginResult<null>> {
  if (await context.isHeld()) return changesHeld();
  await sql(context.db)`UPDATE logins SET language = ${language} WHERE id = ${loginId}`.run();
  return ok(null);
}
