import { scryptSync } from "node:crypto";
import { logins } from "../../dev/seed/customers/logins.ts";

/** N of scrypt; the seed's own takes a quarter of a second of every sign-in. Each hash has its parameters next to it. */
const COST = 2;

/** Gives the seed's logins the same passwords, hashed at a low cost. */
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
