import { CURRENCIES } from "../../../../shared/platform/money.ts";
import { STORED_CONTACT } from "../../../support/new-name.ts";
import { PLACES } from "../model/money.ts";
import type { AccountRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";

const MAX_ACCOUNTS = 9;

export function customersOf({ state }: World): AccountRow[] {
  return [...state.rows.accounts.values()];
}

/** A customer, whose owner has the account's number. */
export function join(world: World): Call | null {
  if (customersOf(world).length >= MAX_ACCOUNTS) return null;
  const id = world.nextAccount++;
  const { country, province, business_number: number } = world.pick(PLACES);
  const currency = world.pick(CURRENCIES);
  const run = async () => {
    await world.write(
      [
        `INSERT INTO accounts (id, name, company, email, country, province, currency, credit, payment_method_on_file, business_number, contact)
          VALUES (?, ?, NULL, ?, ?, ?, ?, 0, 1, ?, ?)`,
        ...[id, `Customer ${id}`, `customer-${id}@walk.example`, country, province, currency, number, STORED_CONTACT],
      ],
      [
        `INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism)
          VALUES (?, ?, 'en', ?, ?, 2, 1, 1)`,
        ...[id, `login-${id}@walk.example`, "0".repeat(64), "0".repeat(32)],
      ],
      ["INSERT INTO account_logins VALUES (?, ?, 1)", id, id],
    );
    return "ok";
  };
  return { name: "join", kind: "operator", run };
}

/** The account moves, or has another VAT number: what is invoiced from then on has other taxes. */
export function changePlace(world: World): Call {
  const { id } = world.pick(customersOf(world));
  const { country, province, business_number: number } = world.pick(PLACES);
  const run = async () => {
    await world.write(
      ["UPDATE accounts SET revision = revision + 1 WHERE id = ?", id],
      [
        "UPDATE accounts SET country = ?, province = ?, business_number = ? WHERE id = ?",
        country,
        province,
        number,
        id,
      ],
    );
    return "ok";
  };
  return { name: "place changed", kind: "operator", run };
}
