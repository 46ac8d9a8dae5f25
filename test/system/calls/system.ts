import { globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { readOutbox } from "../../../dev/outbox/read-outbox.ts";
import type { Permission } from "../../../shared/billing-contract/call.ts";
import { createToken, signIn } from "../../support/assistants-page.ts";
import { type Choices, ConnectingApplication, type TokenPair } from "../../support/connecting-application.ts";
import { rowsByTable } from "../../support/every-row.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { seedStores } from "../../support/seeded-stores.ts";
import { World } from "../../support/world.ts";
import { registerDomains, seededAccounts } from "../faults/embedded/seeded-accounts.ts";
import type { Caller } from "./access.ts";
import { type JudgedOptions, JudgedRequests } from "./judged-requests.ts";
import { KnownAccount } from "./known-account.ts";
import { readServedApi, type ServedApi } from "./served-api.ts";

/** The tested account, another account of the same owner, and an account of another customer. */
export const OWN = 1001;
export const SIBLING = 1002;
export const STRANGER = 1005;

/** Every scope except `account:read`. */
export const EVERY = ["billing:write", "domains:write", "zones:write"];
/** The maximum number of requests that a connection may send in a minute. */
export const REQUESTS = 120;
/**
 * The maximum number of domain checks that a connection may make in ten minutes. Each check is also one of its
 * requests.
 */
export const CHECKS_OF_CONNECTION = 20;
const FIRST_LOGIN = 9_001;
const YEAR_MS = 365 * 86_400_000;
const OWNED = ["services", "domains", "invoices", "tickets", "orders"];

/** How a caller gets its credential: the customer's choices and the kind of token. */
export interface By extends Choices {
  /**
   * The kind of token; an access token by default. A `narrowed` access token has only some of its connection's scopes.
   */
  via?: "narrowed" | "API token";
  /** The operations that an API token lists. */
  operations?: string[];
  /** The permissions of a new login on the account. Without them, an existing login connects. */
  permissions?: readonly Permission[];
}

export interface CallSystemOptions extends Pick<JudgedOptions, "seed" | "slowMs" | "progress"> {
  /** The number of accounts that can order, in addition to the demonstration accounts. */
  accounts: number;
  isMeasured: boolean;
}

/**
 * The product with the embedded engine and simulated third parties. It checks the response to every call in this
 * folder.
 */
export class CallSystem implements AsyncDisposable {
  readonly world: World;
  readonly api: ServedApi;
  readonly requests: JudgedRequests;
  readonly application: ConnectingApplication;
  readonly #known = new Map<number, KnownAccount>();
  readonly #callers = new Map<string, { caller: Caller; calls: number }>();
  readonly #tokens: string[] = [];
  #visitor: PageVisitor | null = null;
  #logins = FIRST_LOGIN;

  private constructor(world: World, application: ConnectingApplication, api: ServedApi, requests: JudgedRequests) {
    this.world = world;
    this.application = application;
    this.api = api;
    this.requests = requests;
  }

  static async start({ accounts, isMeasured, ...judged }: CallSystemOptions): Promise<CallSystem> {
    const extra = { EXTRA_TOOLS: "true" };
    const vars = { account: extra, catalogue: { ...extra, CHECKS_PER_ADDRESS_MCP: `${CHECKS_OF_CONNECTION}` } };
    const world = new World({ hasServer: true, isMeasured, vars });
    const stores = mkdtempSync(join(tmpdir(), "calls-"));
    try {
      await seedStores(stores, undefined, seededAccounts(accounts));
      await world.start(stores);
      registerDomains(world.registry, accounts);
      const { origin, billing, system } = world;
      const application = await ConnectingApplication.register(origin, "Calls");
      const api = await readServedApi(origin, (await application.directTokens({ scopes: EVERY })).access_token);
      const owners = new Map<string, number>();
      for (const table of OWNED) {
        const { results } = await billing.prepare(`SELECT id, account_id AS owner FROM ${table}`).all<Owned>();
        for (const { id, owner } of results) owners.set(`${table} ${id}`, owner);
      }
      const { results } = await billing.prepare("SELECT id FROM accounts").all<Owned>();
      for (const { id } of results) owners.set(`accounts ${id}`, id);
      const requests = new JudgedRequests(api, { ...judged, origin, socket: system.socket, owners });
      return new CallSystem(world, application, api, requests);
    } catch (error) {
      await world.close();
      throw error;
    } finally {
      rmSync(stores, { recursive: true });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.requests.close();
    await this.world.close();
  }

  /** Returns the Worker log lines that report an internal error or contain a credential. */
  mistakes(): string[] {
    const logs = this.world.logs();
    const told = logs.filter((line) => this.#tokens.some((token) => line.includes(token)));
    return [...this.world.mistakes(), ...told.map((line) => `a credential: ${line}`)];
  }

  /** Returns what the tests know about an account. All callers of the account share the same object. */
  known(account: number): KnownAccount {
    const known = this.#known.get(account) ?? new KnownAccount(account);
    this.#known.set(account, known);
    return known;
  }

  connect(choices: Choices = {}): Promise<TokenPair> {
    return this.application.directTokens({ scopes: EVERY, ...choices });
  }

  /** Returns a caller that can still send this many requests. Calls with the same choices share a connection. */
  async caller(by: By = {}, requests = 1): Promise<Caller> {
    const name = JSON.stringify(by);
    const known = this.#callers.get(name);
    if (known && known.calls + requests <= REQUESTS) {
      known.calls += requests;
      return known.caller;
    }
    const caller = await this.newCaller(by);
    this.#callers.set(name, { caller, calls: requests });
    return caller;
  }

  /** Returns a caller with a new connection. */
  async newCaller(by: By = {}, kind = JSON.stringify(by)): Promise<Caller> {
    const { permissions, operations = null, account = OWN, scopes = EVERY, limit = null } = by;
    const loginId = permissions ? await this.addLogin(permissions, account) : by.loginId;
    const token = await this.#credential({ ...by, scopes, ...(loginId !== undefined && { loginId }) });
    this.#tokens.push(token);
    return {
      kind,
      authorization: [`Bearer ${token}`],
      grant: {
        ...{ account: this.known(account), scopes: ["account:read", ...scopes], operations, limit },
        permissions: permissions ?? null,
      },
    };
  }

  async #credential({ via, operations, permissions: _, ...choices }: By & { scopes: string[] }): Promise<string> {
    if (operations) return createToken(await this.#owner(), { operation: operations });
    if (via === "API token") return this.application.directToken(choices, new Date(Date.now() + YEAR_MS).toISOString());
    if (via !== "narrowed") return (await this.application.directTokens(choices)).access_token;
    const { refresh_token } = await this.connect({ ...choices, scopes: EVERY });
    const scope = ["account:read", ...choices.scopes].join(" ");
    const answer = await this.application.token({ grant_type: "refresh_token", refresh_token, scope });
    return ((await answer.json()) as TokenPair).access_token;
  }

  async #owner(): Promise<PageVisitor> {
    if (this.#visitor) return this.#visitor;
    this.#visitor = new PageVisitor(this.world.origin);
    await signIn(this.#visitor, "owner");
    return this.#visitor;
  }

  /** Adds a login with these permissions on an account. Returns the login id. */
  async addLogin(permissions: readonly Permission[] | "owner", account = OWN): Promise<number> {
    const id = this.#logins++;
    const { billing } = this.world;
    const held = permissions === "owner" ? [] : permissions;
    const insert = (table: string, columns: string, ...values: unknown[]) =>
      billing.prepare(`INSERT INTO ${table} (${columns}) VALUES (${values.map(() => "?")})`).bind(...values);
    const password = ["0".repeat(64), "0".repeat(32), 2, 1, 1];
    await billing.batch([
      insert(
        "logins",
        "id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism",
        ...[id, `login-${id}@maple.example`, "en", ...password],
      ),
      insert("account_logins", "login_id, account_id, owner", id, account, permissions === "owner" ? 1 : 0),
      ...held.map((one) => insert("account_login_permissions", "login_id, account_id, permission", id, account, one)),
    ]);
    return id;
  }

  /** Returns one column of the rows that an account has in a table. */
  async namesOf(account: number, column: string, table: string, where = "1"): Promise<unknown[]> {
    const statement = `SELECT ${column} AS name FROM ${table} WHERE account_id = ? AND ${where} ORDER BY id`;
    const { results } = await this.world.billing.prepare(statement).bind(account).all<{ name: unknown }>();
    return results.map(({ name }) => name);
  }

  /** Runs the work and returns the names of the stores that it changed. */
  async changedBy(work: () => Promise<unknown>): Promise<string[]> {
    const before = await this.stored();
    await work();
    return this.changedSince(before);
  }

  async changedSince(before: Stored): Promise<string[]> {
    const after = await this.stored();
    return Object.keys({ ...before, ...after }).filter((name) => before[name] !== after[name]);
  }

  /**
   * Returns everything that a refused call must not change: billing data, journals, approval requests, e-mails and
   * zones.
   */
  async stored(): Promise<Stored> {
    const { billing, accounts, cpanel, origin, folder } = this.world;
    const [billed, kept, mails] = await Promise.all([rowsByTable(billing), rowsByTable(accounts), readOutbox(origin)]);
    const stores: [string, unknown][] = [
      ...Object.entries(billed).filter(([table]) => !COUNTING.includes(table)),
      ...ACTED.map((table): [string, unknown] => [`account ${table}`, kept[table]]),
      ...Object.entries(objectRows(folder)),
      ["mails", mails.filter(({ subject }) => !OF_CONNECTIONS.test(subject)).length],
      ["zones", cpanel.zones],
    ];
    return Object.fromEntries(stores.map(([name, rows]) => [name, JSON.stringify(rows)]));
  }
}

/** The content of each store as text, by the name of the store. */
export type Stored = Record<string, string>;

interface Owned {
  id: number;
  owner: number;
}

/** Matches the subjects of e-mails about a new or ended connection. */
const OF_CONNECTIONS = / was (?:dis)?connected |^The API token /;
/** The tables that scheduled work writes, independently of any call. */
const COUNTING = ["scheduled_runs"];
/** The account Worker's tables about actions. */
const ACTED = ["stuck_actions", "failed_mails"];
/** The tables of the account objects that store requests. */
const OBJECT_TABLES = ["journal", "approval_requests"];
/** The maximum wait in milliseconds for a file that the runtime has locked for a write. */
const LOCKED_MS = 5_000;

/** Reads the rows of all account objects from their files. */
function objectRows(folder: string): Record<string, unknown[]> {
  const rows: Record<string, unknown[]> = Object.fromEntries(OBJECT_TABLES.map((table) => [`object ${table}`, []]));
  for (const file of globSync("do/*-Account/*.sqlite", { cwd: folder })) {
    const db = new DatabaseSync(join(folder, file), { readOnly: true, timeout: LOCKED_MS });
    const names = db.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
    for (const table of OBJECT_TABLES) {
      if (names.some(({ name }) => name === table)) {
        rows[`object ${table}`]?.push(...db.prepare(`SELECT * FROM ${table}`).all());
      }
    }
    db.close();
  }
  return rows;
}
