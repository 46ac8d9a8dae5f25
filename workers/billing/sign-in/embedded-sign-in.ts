import type { Login, SecondStep, SignIn } from "../../../shared/billing-customer.ts";
import type { Language } from "../../../shared/language.ts";
import { stepOfCode } from "./one-time-code.ts";
import { type DeriveKey, isPassword, type KeptPassword, NO_PASSWORD } from "./password.ts";
import type { SignInChallenges } from "./sign-in-challenges.ts";

/** Signing in with an e-mail address and a password, and with a code where the login has a second step. */
export class EmbeddedSignIn {
  readonly #db: D1Database;
  readonly #challenges: SignInChallenges;
  readonly #derive: DeriveKey;
  readonly #now: () => number;

  constructor(db: D1Database, challenges: SignInChallenges, derive: DeriveKey, now: () => number) {
    this.#db = db;
    this.#challenges = challenges;
    this.#derive = derive;
    this.#now = now;
  }

  /** An e-mail address that no login has takes the same work, and gives the same answer, as a wrong password. */
  async signIn({ email, password }: { email: string; password: string }): Promise<SignIn> {
    const row = await this.#db.prepare(`${LOGINS} WHERE email = ?`).bind(email).first<LoginRow>();
    const right = await isPassword(password, row ? keptPassword(row) : NO_PASSWORD, this.#derive);
    if (!row || !right) return { outcome: "refused" };
    if (row.totp_secret === null) return { outcome: "signed_in", login: toLogin(row) };
    return { outcome: "second_step", challenge: await this.#challenges.issue(row.id) };
  }

  /** A wrong code, and one that was accepted before, use up an attempt; after the last one the challenge is over. */
  async secondStep({ challenge, code }: { challenge: string; code: string }): Promise<SecondStep> {
    const attempt = await this.#challenges.takeAttempt(challenge);
    if (!attempt) return { outcome: "expired" };
    const row = await this.#db.prepare(`${LOGINS} WHERE id = ?`).bind(attempt.loginId).first<LoginRow>();
    if (row?.totp_secret == null) return { outcome: "expired" };

    const step = stepOfCode(row.totp_secret, code, this.#now());
    if (step !== null && (await this.#challenges.complete(attempt, step))) {
      return { outcome: "signed_in", login: toLogin(row) };
    }
    return { outcome: attempt.attemptsLeft > 0 ? "refused" : "expired" };
  }
}

const LOGINS = `
  SELECT id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism, totp_secret
  FROM logins`;

interface LoginRow {
  id: number;
  email: string;
  language: Language;
  password_hash: string;
  password_salt: string;
  scrypt_cost: number;
  scrypt_block_size: number;
  scrypt_parallelism: number;
  totp_secret: string | null;
}

function keptPassword(row: LoginRow): KeptPassword {
  return {
    cost: row.scrypt_cost,
    blockSize: row.scrypt_block_size,
    parallelism: row.scrypt_parallelism,
    salt: Uint8Array.fromHex(row.password_salt),
    hash: Uint8Array.fromHex(row.password_hash),
  };
}

function toLogin({ id, email, language }: LoginRow): Login {
  return { id, email, language };
}
