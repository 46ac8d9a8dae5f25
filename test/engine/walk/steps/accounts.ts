import { PERMISSIONS, type Permission } from "../../../../shared/billing-contract/call.ts";
import { CURRENCIES } from "../../../../shared/platform/money.ts";
import { STORED_CONTACT } from "../../../support/new-name.ts";
import { PLACES } from "../model/money.ts";
import type { AccountRow } from "../model/rows.ts";
import type { Call, World } from "../world/world.ts";

/** What a contact is given, mostly in sets that let it do something. */
const SETS: Permission[][] = [
  ["orders"],
  ["orders", "products"],
  ["orders", "domains"],
  ["domains", "managedomains"],
  ["invoices"],
  ["orders", "domains", "managedomains", "products", "invoices"],
  [...PERMISSIONS],
  ["tickets"],
];
const MAX_ACCOUNTS = 9;
const BUMP = "UPDATE accounts SET revision = revision + 1 WHERE id = ?";

/** Accounts that are customers still: an erased one has a name that says so. */
export function customersOf({ state }: World): AccountRow[] {
  return [...state.rows.accounts.values()].filter(({ name }) => !name.startsWith("Erased"));
}

export function loginsOf({ state }: World, account: number) {
  return state.partsOf("account_logins", account);
}

function operatorCall(name: string, run: () => Promise<string | undefined>): Call {
  return { name, kind: "operator", actor: null, run: async () => (await run()) ?? "ok" };
}

/** A customer with an owner, and mostly a contact. */
export function join(world: World): Call | null {
  if (customersOf(world).length >= MAX_ACCOUNTS) return null;
  const account = world.nextAccount++;
  const { country, province, business_number: number } = world.pick(PLACES);
  const currency = world.pick(CURRENCIES);
  return operatorCall("join", async () => {
    await world.write(
      [
        `INSERT INTO accounts (id, name, company, email, country, province, currency, credit, payment_method_on_file, business_number, contact)
          VALUES (?, ?, NULL, ?, ?, ?, ?, 0, 1, ?, ?)`,
        ...[
          account,
          `Customer ${account}`,
          `customer-${account}@walk.example`,
          country,
          province,
          currency,
          number,
          STORED_CONTACT,
        ],
      ],
      ...newLogin(world, account, true, []),
      ...newLogin(world, account, false, world.pick(SETS)),
    );
    return undefined;
  });
}

function newLogin(
  world: World,
  account: number,
  isOwner: boolean,
  permissions: Permission[],
): [string, ...unknown[]][] {
  const login = world.nextLogin++;
  return [
    [
      `INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism)
        VALUES (?, ?, ?, ?, ?, 2, 1, 1)`,
      ...[login, `login-${login}@walk.example`, login % 2 === 0 ? "en" : "fr", "0".repeat(64), "0".repeat(32)],
    ],
    ["INSERT INTO account_logins VALUES (?, ?, ?)", login, account, isOwner ? 1 : 0],
    ...permissions.map((each): [string, ...unknown[]] => [
      "INSERT INTO account_login_permissions VALUES (?, ?, ?)",
      ...[login, account, each],
    ]),
  ];
}

/** A contact is given permissions or loses them, is taken off the account, is deleted, or comes. */
export function changePermissions(world: World, of: { account: number; login?: number } | null = null): Call | null {
  const account = of?.account ?? world.pick(customersOf(world)).id;
  const contacts = loginsOf(world, account).filter(({ owner }) => owner === 0);
  const login = of?.login ?? (contacts.length > 0 ? world.pick(contacts).login_id : null);
  if (login === null) {
    return operatorCall("contact comes", async () => {
      await world.write(...newLogin(world, account, false, world.pick(SETS)));
      return undefined;
    });
  }
  const isTakenFrom = of !== null || world.chance(0.5);
  const how = world.below(4);
  if (isTakenFrom && how === 0)
    return removal(
      world,
      "contact taken off",
      "DELETE FROM account_logins WHERE login_id = ? AND account_id = ?",
      login,
      account,
    );
  if (isTakenFrom && how === 1) return removal(world, "login deleted", "DELETE FROM logins WHERE id = ?", login);
  const permissions = isTakenFrom ? [] : world.pick(SETS);
  return operatorCall(isTakenFrom ? "permissions withdrawn" : "permissions given", async () => {
    if (!world.state.row("account_logins", login, account)) return "not there";
    await world.write(
      ["DELETE FROM account_login_permissions WHERE login_id = ? AND account_id = ?", login, account],
      ...permissions.map((each): [string, ...unknown[]] => [
        "INSERT INTO account_login_permissions VALUES (?, ?, ?)",
        ...[login, account, each],
      ]),
    );
    return undefined;
  });
}

function removal(world: World, name: string, sql: string, ...values: unknown[]): Call {
  return operatorCall(name, async () => {
    await world.write([sql, ...values]);
    return undefined;
  });
}

/** Another login becomes the owner, and the former one is taken off. */
export function changeOwner(world: World, of: number | null = null): Call {
  const account = of ?? world.pick(customersOf(world)).id;
  return operatorCall("owner replaced", async () => {
    await world.write(
      ["DELETE FROM account_logins WHERE account_id = ? AND owner = 1", account],
      ...newLogin(world, account, true, []),
    );
    return undefined;
  });
}

/** The account moves, or has another VAT number: what is invoiced from then on has other taxes. */
export function changePlace(world: World): Call {
  const { id } = world.pick(customersOf(world));
  const { country, province, business_number: number } = world.pick(PLACES);
  return operatorCall("place changed", async () => {
    await world.write(
      [BUMP, id],
      [
        "UPDATE accounts SET country = ?, province = ?, business_number = ? WHERE id = ?",
        country,
        province,
        number,
        id,
      ],
    );
    return undefined;
  });
}

/** An account, or a contact's login, is erased: whoever owns what is in use stays whole. */
export function erase(world: World, of: number | null = null): Call {
  const account = of ?? world.pick(customersOf(world)).id;
  const contacts = loginsOf(world, account).filter(({ owner }) => owner === 0);
  const isContact = of === null && contacts.length > 0 && world.chance(0.3);
  const id = isContact ? world.pick(contacts).login_id : account;
  return operatorCall("erase", async () => {
    const kind = isContact ? "login" : "account";
    const erased = await erasure(world, kind, id);
    if (!erased) return "failed";
    const result = erased.isKept ? "kept" : "erased";
    world.count(`${kind} ${result}`);
    if (isContact && erased.isKept) world.fail("a contact is taken off an account that stays", { id });
    return erased.isKept ? "kept" : "ok";
  });
}

/** Null where the database failed: the operator asks again. */
async function erasure(world: World, kind: "login" | "account", id: number) {
  try {
    return await world.operator.erase({ kind, id }, null);
  } catch (error) {
    if (world.task.faults === 0) throw error;
    return null;
  }
}
