import { globSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeAll, expect } from "vitest";
import { readOutbox } from "../../../dev/outbox/read-outbox.ts";
import { PERMISSIONS, type Permission } from "../../../shared/billing-contract/call.ts";
import { type Choices, ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { rowsByTable } from "../../support/every-row.ts";
import { World } from "../../support/world.ts";
import { OPERATIONS } from "./calls.ts";
import { Cells } from "./cells.ts";

/** The account that is called, by its owner and by logins that are added here; another one of the same owner; another customer's. */
export const OWN = 1001;
export const SIBLING = 1002;
export const STRANGER = 1005;

/** Of a connection, whatever of the minute has gone. */
const REQUESTS_A_MINUTE = 120;

/** The first id of the logins that are added. */
const FIRST_LOGIN = 9_001;

/** Two of each operation that counts: one over each transport. */
export const SETTINGS_PER_HOUR = 2 * OPERATIONS.filter(({ effect }) => effect === "change").length;

/** Of the 120 that a connection has: as many checks are more than its requests of a minute. */
export const CHECKS_OF_CONNECTION = 12;

/** What must not change where a call is refused, as text by the store's name. */
export type Stored = Record<string, string>;

/** One system that all matrices are asked of, with logins of its own. */
export class MatrixSystem {
  readonly world = new World({
    hasServer: true,
    vars: {
      account: { ZONE_TOOLS: "true", SETTINGS_PER_HOUR: String(SETTINGS_PER_HOUR) },
      catalogue: { CHECKS_PER_ADDRESS_MCP: String(CHECKS_OF_CONNECTION) },
    },
  });
  readonly cells = new Cells(() => this.world.origin);
  #application: Promise<ConnectingApplication> | null = null;
  #logins = FIRST_LOGIN;
  readonly #used = new Map<string, { token: string; requests: number }>();
  readonly #connections = new Map<string, Promise<TokenPair>>();

  /** The application that connects where nothing else is said. */
  application(): Promise<ConnectingApplication> {
    this.#application ??= ConnectingApplication.register(this.world.origin, "Matrix");
    return this.#application;
  }

  /** The tokens of a new connection. */
  async connect(choices: Choices = {}): Promise<TokenPair> {
    return (await this.application()).directTokens({ scopes: EVERY, ...choices });
  }

  /** An access token of a connection that those who choose alike share. */
  async token(choices: Choices = {}): Promise<string> {
    const name = JSON.stringify(choices);
    const tokens = this.#connections.get(name) ?? this.connect(choices);
    this.#connections.set(name, tokens);
    return (await tokens).access_token;
  }

  /** A token of a connection that is used alike, and still has so many requests this minute. */
  async tokenFor(choices: Choices, requests: number): Promise<string> {
    const name = JSON.stringify(choices);
    const used = this.#used.get(name);
    if (used && used.requests + requests <= REQUESTS_A_MINUTE) {
      used.requests += requests;
      return used.token;
    }
    const token = (await this.connect(choices)).access_token;
    this.#used.set(name, { token, requests });
    return token;
  }

  /** Adds a login that holds these permissions on an account; its id. */
  async addLogin(permissions: readonly Permission[] | "owner", account = OWN): Promise<number> {
    const id = this.#logins++;
    const { billing } = this.world;
    const held = permissions === "owner" ? [] : permissions;
    await billing.batch([
      billing
        .prepare(
          `INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism)
           VALUES (?, ?, 'en', ?, ?, 2, 1, 1)`,
        )
        .bind(id, `login-${id}@maple.example`, "0".repeat(64), "0".repeat(32)),
      billing
        .prepare("INSERT INTO account_logins (login_id, account_id, owner) VALUES (?, ?, ?)")
        .bind(id, account, permissions === "owner" ? 1 : 0),
      ...held.map((permission) =>
        billing
          .prepare("INSERT INTO account_login_permissions (login_id, account_id, permission) VALUES (?, ?, ?)")
          .bind(id, account, permission),
      ),
    ]);
    return id;
  }

  /** Takes a login off every account. */
  async revoke(logins: readonly number[]): Promise<void> {
    const { billing } = this.world;
    await billing.batch(logins.map((id) => billing.prepare("DELETE FROM account_logins WHERE login_id = ?").bind(id)));
  }

  /** Ids or names of an account's rows, by the table. */
  async namesOf(account: number, column: string, table: string, where = "1"): Promise<unknown[]> {
    const statement = `SELECT ${column} AS name FROM ${table} WHERE account_id = ? AND ${where} ORDER BY id`;
    const { results } = await this.world.billing.prepare(statement).bind(account).all<{ name: unknown }>();
    return results.map(({ name }) => name);
  }

  /** Everything that a refused call must leave alone: what is billed, what was sent or asked, mails, the server's zones. */
  async stored(): Promise<Stored> {
    const { billing, accounts, cpanel, origin, folder } = this.world;
    const [billed, kept, mails] = await Promise.all([rowsByTable(billing), rowsByTable(accounts), readOutbox(origin)]);
    return Object.fromEntries(
      [
        ...Object.entries(billed).filter(([table]) => !COUNTING.includes(table)),
        ...ACTED.map((table) => [`account ${table}`, kept[table]] as const),
        ...Object.entries(objectRows(folder)),
        ["mails", mails.filter(({ subject }) => !OF_CONNECTIONS.test(subject)).length] as const,
        ["zones", cpanel.zones] as const,
      ].map(([name, rows]) => [name, JSON.stringify(rows)]),
    );
  }

  /** The stores that the work changes. */
  async changedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = await this.stored();
    await work();
    return differences(before, await this.stored());
  }

  /** Looks at every store once before the tests of this block; the result fails where any has changed. @param but these */
  watch(but: readonly string[] = []): () => Promise<void> {
    let before: Stored = {};
    beforeAll(async () => {
      before = await this.stored();
    });
    return async () => {
      expect(Object.keys(before).length).toBeGreaterThan(MIN_STORES);
      const changed = differences(before, await this.stored()).filter((name) => !but.includes(name));
      expect(changed, "stores that refused calls changed").toEqual([]);
    };
  }
}

function differences(before: Stored, after: Stored): string[] {
  return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
}

/** The tables of the billing system alone are more. */
const MIN_STORES = 30;

/** Every scope that there is beside reading. */
export const EVERY = ["billing:write", "domains:write", "zones:write"];

/** Sets of permissions: none, each alone, all but each, all. */
export const PERMISSION_SETS: readonly (readonly Permission[])[] = [
  [],
  ...PERMISSIONS.map((one) => [one]),
  ...PERMISSIONS.map((one) => PERMISSIONS.filter((other) => other !== one)),
  PERMISSIONS,
];

/** Mails that a connection was made or has ended. */
const OF_CONNECTIONS = / was (?:dis)?connected |^The API token /;
/** What scheduled work writes, whatever is called. */
const COUNTING = ["scheduled_runs"];
/** What the account Worker's database knows of actions. */
const ACTED = ["stuck_actions", "failed_mails"];
/** What the objects of accounts keep of what was sent or asked. */
const OBJECT_TABLES = ["journal", "approval_requests"];

/** How long a file may be locked by the runtime that writes it. */
const LOCKED_MS = 5_000;

/** The rows of accounts' objects, from their files. */
function objectRows(folder: string): Record<string, unknown[]> {
  const rows: Record<string, unknown[]> = Object.fromEntries(OBJECT_TABLES.map((table) => [`object ${table}`, []]));
  for (const file of globSync("do/*-Account/*.sqlite", { cwd: folder })) {
    const db = new DatabaseSync(join(folder, file), { readOnly: true, timeout: LOCKED_MS });
    const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    if (names.some(({ name }) => name === "journal")) {
      for (const table of OBJECT_TABLES) {
        if (names.some(({ name }) => name === table)) {
          rows[`object ${table}`]?.push(...db.prepare(`SELECT * FROM ${table}`).all());
        }
      }
    }
    db.close();
  }
  return rows;
}
