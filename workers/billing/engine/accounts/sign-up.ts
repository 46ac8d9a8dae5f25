import type { Call } from "../../../../shared/billing-contract/call.ts";
import {
  type BillingResult,
  type BillingUnavailable,
  type ChangesHeld,
  changesHeld,
  ok,
} from "../../../../shared/billing-contract/result.ts";
import type { Login } from "../../../../shared/billing-contract/sign-in.ts";
import type { InvalidMember } from "../../../../shared/ordering/refusals.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import type { EngineContext } from "../engine-context.ts";
import { keptPassword, LOGINS, type LoginRow, toLogin } from "../sign-in/logins.ts";
import { confirmedCode } from "../sign-in/mailed-codes.ts";
import { MIN_PASSWORD, type PasswordFault, passwordFault, storedPassword } from "../sign-in/new-password.ts";
import { isPassword } from "../sign-in/password.ts";
import { NEW_ID, nextId, raw, sql } from "../store/sql.ts";
import { type AccountDetails, invalidDetails, tidy } from "./account-details.ts";

/** What a new customer gives. */
export interface NewAccount {
  /** Of the confirmed code. */
  id: string;
  password: string;
  details: AccountDetails;
  currency: Currency;
  language: Login["language"];
}

/** `over`: the code was not confirmed, or too long ago. */
export type AccountCreated =
  | { outcome: "created"; login: Login }
  | { outcome: "refused"; invalid: InvalidMember[] }
  | { outcome: "over" };

/** Why a password is refused, as an invalid member says it. */
export const PASSWORD_FAULTS: Record<NonNullable<PasswordFault>, Text> = {
  too_short: {
    en: `must have at least ${MIN_PASSWORD} characters`,
    fr: `doit avoir au moins ${MIN_PASSWORD} caractères`,
  },
  too_long: { en: "must have at most 200 characters", fr: "doit avoir au plus 200 caractères" },
  is_address: { en: "must not be your e-mail address", fr: "ne doit pas être votre adresse de courriel" },
};

/**
 * Opens an account for the e-mail address that a mailed code has confirmed, with its owner's login. A repetition with the same password, as by a
 * form that is sent twice, gets the login that the first one made.
 */
export async function createAccount(
  context: EngineContext,
  _call: Call,
  { id, password, currency, language, ...given }: NewAccount,
): Promise<BillingResult<AccountCreated, BillingUnavailable | ChangesHeld>> {
  if (await context.isHeld()) return changesHeld();
  const { db } = context;
  const code = await confirmedCode(context, "sign_up", id);
  const confirmed = await sql(db)`SELECT c.email FROM ${code}`.first<{ email: string }>();
  if (!confirmed) return ok({ outcome: "over" });
  const { email } = confirmed;
  const readLogin = () => sql(db)`${raw(LOGINS)} WHERE email = ${email}`.first<LoginRow>();
  const before = await readLogin();
  if (before) return madeBefore(context, before, password);

  const details = tidy(given.details);
  const fault = passwordFault(password, email);
  const invalid: InvalidMember[] = [
    ...(fault ? [{ pointer: "/password", message: PASSWORD_FAULTS[fault] }] : []),
    ...invalidDetails(details),
  ];
  if (invalid.length > 0) return ok({ outcome: "refused", invalid });
  const { hash, salt, cost, blockSize, parallelism } = await storedPassword(context, password);
  const { company, country, province, ...contact } = details;
  const name = `${contact.firstName} ${contact.lastName}`;
  const isNew = sql(
    db,
  )`INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism)
    SELECT ${nextId("logins")}, ${email}, ${language}, ${hash}, ${salt}, ${cost}, ${blockSize}, ${parallelism}
    WHERE NOT EXISTS (SELECT 1 FROM logins WHERE email = ${email})`;
  // After a concurrent repetition nothing more is inserted: that login owns an account.
  const hasNone = raw("NOT EXISTS (SELECT 1 FROM account_logins WHERE login_id = l.id)");
  await db.batch([
    isNew,
    sql(db)`INSERT INTO accounts (id, name, company, email, country, province, currency, contact)
      SELECT ${nextId("accounts")}, ${name}, ${company}, ${email}, ${country}, ${province}, ${currency}, ${JSON.stringify(contact)}
      FROM logins l WHERE l.email = ${email} AND ${hasNone}`,
    sql(db)`INSERT INTO account_logins (login_id, account_id, owner)
      SELECT l.id, ${NEW_ID.account}, 1 FROM logins l WHERE l.email = ${email} AND ${hasNone}`,
  ]);
  const login = await readLogin();
  return login ? madeBefore(context, login, password) : ok({ outcome: "over" });
}

/** The login, where the password is its own. */
async function madeBefore(
  { deriveKey }: EngineContext,
  row: LoginRow,
  password: string,
): Promise<BillingResult<AccountCreated>> {
  const isOwn = await isPassword(password, keptPassword(row), deriveKey);
  return isOwn ? ok({ outcome: "created", login: toLogin(row) }) : ok({ outcome: "over" });
}
