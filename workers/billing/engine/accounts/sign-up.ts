import type { Call } from "../../../../shared/billing-contract/call.ts";
import {
  type BillingResult,
  type BillingUnavailable,
  type ChangesHeld,
  changesHeld,
  ok,
} from "../../../../shared/billing-contract/result.ts";
import type { Login, SignedInLogin } from "../../../../shared/billing-contract/sign-in.ts";
import type { InvalidMember } from "../../../../shared/ordering/refusals.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import type { EngineContext } from "../engine-context.ts";
import { hashOf } from "../sign-in/hashes.ts";
import { keptPassword, LOGINS, type LoginRow, MANAGES_ACCOUNT, toLogin } from "../sign-in/logins.ts";
import { confirmedCode, REPEATED_MS } from "../sign-in/mailed-codes.ts";
import { MIN_PASSWORD, type PasswordFault, passwordFault, storedPassword } from "../sign-in/new-password.ts";
import { isPassword } from "../sign-in/password.ts";
import { NEW_ID, nextId, raw, sql } from "../store/sql.ts";
import { type AccountDetails, invalidDetails, nameOf, tidy } from "./account-details.ts";

/** The data that a new customer enters, and the request's context. */
export interface NewAccount {
  /** The id of the confirmed code. */
  id: string;
  password: string;
  /** The provider's brand name, which must not be the password. */
  brand: string;
  details: AccountDetails;
  currency: Currency;
  language: Login["language"];
  /** The caller's IP address, from `addressOf`. */
  address: string;
}

/**
 * The outcome of a sign-up. `over` means that the code was not confirmed or has expired, or that the account already
 * exists and the password alone does not sign in to it.
 */
export type AccountCreated =
  | ({ outcome: "created" } & Pick<SignedInLogin, "login" | "mark">)
  | { outcome: "refused"; invalid: InvalidMember[] }
  | { outcome: "over" };

/** The reasons for refusing a password, as messages for an invalid field. */
export const PASSWORD_FAULTS: Record<NonNullable<PasswordFault>, Text> = {
  too_short: {
    en: `must have at least ${MIN_PASSWORD} characters`,
    fr: `doit avoir au moins ${MIN_PASSWORD} caractères`,
  },
  too_long: { en: "must have at most 200 characters", fr: "doit avoir au plus 200 caractères" },
  is_address: { en: "must not be your e-mail address", fr: "ne doit pas être votre adresse de courriel" },
  is_leaked: {
    en: "is in a list of stolen passwords",
    fr: "figure dans une liste de mots de passe volés",
  },
  is_brand: { en: "must not be our name", fr: "ne doit pas être notre nom" },
};

/**
 * Creates an account and its owner's login, for an e-mail address that the customer has confirmed with a mailed code.
 * The login is new, or an existing login that manages no open account. For one minute, submitting the form again with
 * the same password returns the login that the first submission created.
 */
export async function createAccount(
  context: EngineContext,
  _call: Call,
  { id, password, brand, currency, language, address, ...given }: NewAccount,
): Promise<BillingResult<AccountCreated, BillingUnavailable | ChangesHeld>> {
  if (await context.isHeld()) return changesHeld();
  const { db, now } = context;
  const code = await confirmedCode(context, "sign_up", id);
  const confirmed = await sql(db)`SELECT c.email FROM ${code}`.first<{ email: string }>();
  if (!confirmed) return ok({ outcome: "over" });
  const { email } = confirmed;
  const readLogin = () => sql(db)`${raw(LOGINS)} WHERE email = ${email} AND ${raw(MANAGES_ACCOUNT)}`.first<LoginRow>();
  const before = await readLogin();
  if (before) return repeated(context, before, { password, address });

  const details = tidy(given.details);
  const fault = await passwordFault(context, password, email, brand);
  const invalid: InvalidMember[] = [
    ...(fault ? [{ pointer: "/password", message: PASSWORD_FAULTS[fault] }] : []),
    ...invalidDetails(details),
  ];
  if (invalid.length > 0) return ok({ outcome: "refused", invalid });
  const { hash, salt, cost, blockSize, parallelism } = await storedPassword(context, password);
  const { company, country, province, businessNumber, ...contact } = details;
  // If a concurrent submission has already created the account, the first three statements write nothing.
  const hasNone = raw(`NOT ${MANAGES_ACCOUNT}`);
  const isNew = sql(
    db,
  )`INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism)
    SELECT ${nextId("logins")}, ${email}, ${language}, ${hash}, ${salt}, ${cost}, ${blockSize}, ${parallelism} WHERE true
    ON CONFLICT (email) DO UPDATE SET email = excluded.email, language = excluded.language, totp_secret = NULL,
      password_hash = excluded.password_hash, password_salt = excluded.password_salt, scrypt_cost = excluded.scrypt_cost,
      scrypt_block_size = excluded.scrypt_block_size, scrypt_parallelism = excluded.scrypt_parallelism WHERE ${hasNone}`;
  await db.batch([
    isNew,
    sql(db)`INSERT INTO accounts (id, name, company, email, country, province, currency, business_number, contact)
      SELECT ${nextId("accounts")}, ${nameOf(contact)}, ${company}, ${email}, ${country}, ${province}, ${currency}, ${businessNumber},
        ${JSON.stringify(contact)}
      FROM logins WHERE logins.email = ${email} AND ${hasNone}`,
    sql(db)`INSERT INTO account_logins (login_id, account_id, owner)
      SELECT id, ${NEW_ID.account}, 1 FROM logins WHERE email = ${email} AND ${hasNone}`,
    sql(db)`DELETE FROM mailed_codes WHERE purpose = 'sign_up' AND email = ${email} AND id_hash <> ${await hashOf(id)}`,
    sql(
      db,
    )`UPDATE mailed_codes SET expires_at = min(expires_at, ${now() + REPEATED_MS}) WHERE id_hash = ${await hashOf(id)}`,
  ]);
  const login = await readLogin();
  return login ? repeated(context, login, { password, address }) : ok({ outcome: "over" });
}

/**
 * Returns the existing login if the password is correct and the login needs no second step. A wrong password counts
 * towards the sign-in limit.
 */
async function repeated(
  { deriveKey, signInLimit, browserMarks }: EngineContext,
  row: LoginRow,
  { password, address }: Pick<NewAccount, "password" | "address">,
): Promise<BillingResult<AccountCreated>> {
  const attempt = await signInLimit.count(row, address);
  if ("retryAfter" in attempt || row.totp_secret !== null) return ok({ outcome: "over" });
  if (!(await isPassword(password, keptPassword(row), deriveKey))) return ok({ outcome: "over" });
  await attempt.giveBack();
  return ok({ outcome: "created", login: toLogin(row), mark: await browserMarks.mint(row) });
}
