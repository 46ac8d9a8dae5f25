import { createHmac } from "node:crypto";
import { part, type SqlPart, sql } from "../store/sql.ts";
import { hashOf } from "./hashes.ts";

const COUNT = 10;
const DIGITS = 12;

/**
 * Returns the recovery codes for a random seed. The same seed gives the same codes, so they can be shown again if the
 * form is submitted again.
 */
export function recoveryCodesOf(seed: Uint8Array): string[] {
  return Array.from({ length: COUNT }, (_, index) => {
    const { buffer, byteOffset } = createHmac("sha256", seed).update(Uint8Array.of(index)).digest();
    return String(new DataView(buffer, byteOffset).getBigUint64(0) % 10n ** BigInt(DIGITS)).padStart(DIGITS, "0");
  });
}

/**
 * Checks whether a code has the form of a recovery code, which no other code has.
 * @param code the code without spaces
 */
export function isRecoveryCode(code: string): boolean {
  return /^\d{12}$/.test(code);
}

/** Returns the statements that store the hashes of a login's codes and delete its previous codes. */
export async function keptRecoveryCodes(
  db: D1Database,
  loginId: number,
  codes: string[],
  condition: SqlPart,
): Promise<D1PreparedStatement[]> {
  const hashes = JSON.stringify(await Promise.all(codes.map((code) => hashOfCode(loginId, code))));
  return [
    sql(db)`DELETE FROM recovery_codes WHERE login_id = ${loginId} AND ${condition}`,
    sql(db)`INSERT INTO recovery_codes (login_id, code_hash)
      SELECT ${loginId}, value FROM json_each(${hashes}) WHERE ${condition}`,
  ];
}

/** Returns the SQL after `FROM` that selects a recovery code. It includes the `WHERE` clause. */
export async function recoveryCodeRow(loginId: number, code: string): Promise<SqlPart> {
  return part`recovery_codes WHERE login_id = ${loginId} AND code_hash = ${await hashOfCode(loginId, code)}`;
}

export async function countRecoveryCodes(db: D1Database, loginId: number): Promise<number> {
  const count = sql(db)`SELECT count(*) AS count FROM recovery_codes WHERE login_id = ${loginId}`;
  return (await count.first<number>("count")) ?? 0;
}

function hashOfCode(loginId: number, code: string): Promise<string> {
  return hashOf(`recovery code of ${loginId} ${code}`);
}
