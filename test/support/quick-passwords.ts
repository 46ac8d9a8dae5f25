import { scryptSync } from "node:crypto";
import { logins } from "../../dev/seed/customers/logins.ts";

/**
 * The scrypt parameter N. With the seed's value, a sign-in takes a quarter of a second. Each login stores its own
 * parameters, so tests can use a lower value.
 */
const COST = 2;

/** Returns statements that give the seed's logins password hashes with a low cost. */
export function quickPasswords(db: D1Database): D1PreparedStatement[] {
  return logins.map(({ id, password, passwordSalt }) => {
    const salt = Buffer.from(passwordSalt, "hex");
    const hash = scryptSync(password, salt, 32, { N: COST, r: 1, p: 1 }).toString("hex");
    return db
      .prepare(
        "UPDATE logins SET password_hash = ?, scrypt_cost = ?, scrypt_block_size = 1, scrypt_parallelism = 1 WHERE id = ?",
      )
      .bind(hash, COST, id);
  });
}
