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
import { raw, sql } from "../store/sql.ts";
import { LOGINS, type LoginRow, toLogin } from "./logins.ts";
import type { SignInContext } from "./sign-in.ts";

/** A change of a login; it is refused while the database is on hold. */
export type LoginResult<Value> = BillingResult<Value, BillingUnavailable | ChangesHeld>;

/** A login that is signed in. @throws where it is gone */
export async function loginOf({ db }: SignInContext, { loginId }: LoginCall): Promise<LoginRow> {
  const row = await sql(db)`${raw(LOGINS)} WHERE id = ${loginId}`.first<LoginRow>();
  if (!row) throw new Error("a login that is signed in has no row");
  return row;
}

export async function readLogin(context: SignInContext, call: LoginCall): Promise<BillingResult<Login>> {
  return ok(toLogin(await loginOf(context, call)));
}

/** The language of a login's mails. */
export async function setLanguage(
  context: SignInContext,
  { loginId }: LoginCall,
  language: Language,
): Promise<LoginResult<null>> {
  if (await context.isHeld()) return changesHeld();
  await sql(context.db)`UPDATE logins SET language = ${language} WHERE id = ${loginId}`.run();
  return ok(null);
}
