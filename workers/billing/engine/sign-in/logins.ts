import type { Login } from "../../../../shared/billing-contract/sign-in.ts";
import type { KeptPassword, ScryptParameters } from "./password.ts";

/** SQL: selects the columns of a login that sign-in needs. */
export const LOGINS = `
  SELECT id, email, language, password_hash, password_salt, scrypt_cost AS cost, scrypt_block_size AS blockSize,
    scrypt_parallelism AS parallelism, totp_secret, unlocked_at AS unlockedAt
  FROM logins`;

/**
 * SQL: whether a row of `logins` manages an open account. If it does not, a mailed code is enough to take over the
 * login.
 */
export const MANAGES_ACCOUNT = `EXISTS (SELECT 1 FROM account_logins m JOIN accounts a ON a.id = m.account_id
  WHERE m.login_id = logins.id AND a.closed_at IS NULL)`;

export interface LoginRow extends Login, ScryptParameters {
  password_hash: string;
  password_salt: string;
  totp_secret: string | null;
  unlockedAt: number | null;
}

export function keptPassword({ cost, blockSize, parallelism, ...row }: LoginRow): KeptPassword {
  const [salt, hash] = [Uint8Array.fromHex(row.password_salt), Uint8Array.fromHex(row.password_hash)];
  return { cost, blockSize, parallelism, salt, hash };
}

export function toLogin({ id, email, language }: LoginRow): Login {
  return { id, email, language };
}
