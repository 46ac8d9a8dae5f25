import type { Login, SecondStep, SignIn } from "../../../../shared/billing-contract/customer.ts";
import type { Language } from "../../../../shared/platform/language.ts";
import { stepOfCode } from "./one-time-code.ts";
import { type DeriveKey, isPassword, type KeptPassword, NO_PASSWORD } from "./password.ts";
import type { SignInLimit } from "./sign-in-attempts.ts";
import type { SignInChallenges } from "./sign-in-challenges.ts";
import type { WrongCodes } from "./wrong-codes.ts";

/** What signing in takes from the engine around it. */
export interface SignInDependencies {
  db: D1Database;
  challenges: SignInChallenges;
  wrongCodes: WrongCodes;
  limit: SignInLimit;
  deriveKey: DeriveKey;
  /** Epoch milliseconds. */
  now: () => number;
  /** Told at the tenth of a row of wrong codes, and at later ones until its mail was taken: somebody has the password. */
  codesGuessed: (login: Login, requestId: string | undefined) => void;
}

/** Where the caller is, as `addressOf` gives it; a Worker of the version before does not say. */
interface From {
  address?: string;
  requestId?: string | undefined;
}

/**
 * Signing in with an e-mail address and a password, and with a code where the login has a second step. Attempts are counted
 * here, and so once, whichever door they come through.
 */
export class EmbeddedSignIn {
  readonly #with: SignInDependencies;

  constructor(dependencies: SignInDependencies) {
    this.#with = dependencies;
  }

  /** An e-mail address that no login has takes the same work, and gives the same answer, as a wrong password. */
  async signIn({ email, password, address }: { email: string; password: string } & From): Promise<SignIn> {
    const { db, deriveKey, challenges } = this.#with;
    return this.#counted(email, address, async () => {
      const row = await db.prepare(`${LOGINS} WHERE email = ?`).bind(email).first<LoginRow>();
      const right = await isPassword(password, row ? keptPassword(row) : NO_PASSWORD, deriveKey);
      if (!row || !right) return { outcome: "refused" };
      if (row.totp_secret === null) return { outcome: "signed_in", login: toLogin(row) };
      return { outcome: "second_step", challenge: await challenges.issue(row.id) };
    });
  }

  /**
   * A wrong code, and one that was accepted before, use up an attempt; after the last one the challenge is over. A code for
   * no challenge is counted by its network.
   */
  async secondStep({
    challenge,
    code,
    address,
    requestId,
  }: { challenge: string; code: string } & From): Promise<SecondStep> {
    const { db, challenges } = this.#with;
    const loginId = await challenges.loginOf(challenge);
    const row = loginId && (await db.prepare(`${LOGINS} WHERE id = ?`).bind(loginId).first<LoginRow>());
    return this.#counted(
      row ? row.email : null,
      address,
      async (): Promise<SecondStep> =>
        row && row.totp_secret !== null
          ? this.#judge(row, row.totp_secret, { challenge, code, requestId })
          : { outcome: "expired" },
    );
  }

  async #judge(
    row: LoginRow,
    secret: string,
    { challenge, code, requestId }: { challenge: string; code: string; requestId: string | undefined },
  ): Promise<SecondStep> {
    const { challenges, wrongCodes, codesGuessed, now } = this.#with;
    const counted = await wrongCodes.count(row.id);
    if ("retryAfter" in counted) return { outcome: "too_many", ...counted };
    const attempt = await challenges.takeAttempt(challenge);
    const step = attempt && stepOfCode(secret, code, now());
    if (attempt && step !== null && (await challenges.complete(attempt, step))) {
      await wrongCodes.forget(row.id);
      return { outcome: "signed_in", login: toLogin(row) };
    }
    if (counted.isToBeTold) codesGuessed(toLogin(row), requestId);
    return { outcome: attempt && attempt.attemptsLeft > 0 ? "refused" : "expired" };
  }

  /** Counts an attempt, makes it, and gives it back where it was no failed one. */
  async #counted<Outcome extends SignIn | SecondStep>(
    email: string | null,
    address: string | undefined,
    make: () => Promise<Outcome>,
  ): Promise<Outcome | { outcome: "too_many"; retryAfter: number }> {
    const attempt = await this.#with.limit.count(email, address);
    if ("retryAfter" in attempt) return { outcome: "too_many", retryAfter: attempt.retryAfter };
    try {
      const outcome = await make();
      const isFailed = outcome.outcome === "refused" || outcome.outcome === "expired";
      if (!isFailed) await attempt.giveBack();
      return outcome;
    } catch (error) {
      await attempt.giveBack();
      throw error;
    }
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
