import type { Asks } from "../../shared/account-access/asks.ts";
import type { Scope } from "../../shared/account-access/scopes.ts";
import type { Agreement, End } from "./connection-port.ts";
import { CODE_SECONDS, IDLE_SECONDS } from "./oauth/authorization-server.ts";
import type { TokenReuse } from "./tokens/token-reuse.ts";

/** The lifecycle of a connection. Times are in epoch milliseconds. */
export interface Life {
  openedAt: number;
  /** Time at which tokens were last issued; `null` for an API token, and before the code exchange. */
  refreshedAt: number | null;
  /** Time of the first scope challenge over MCP; `null` if there was none. */
  challengedAt: number | null;
  /** Whether the notice that an API token will expire was queued or skipped. */
  announced: boolean;
  prunedAt: number | null;
  /** Time at which the connection was last added to the list of connections. */
  listedAt: number;
}

/** The stored state of a connection. Each field has its own storage key, and most fields are cached in memory. */
export class ConnectionRecord {
  readonly #kv: SyncKvStorage;
  #agreement: Agreement;
  #life: Life;
  #end: End | null;
  #tokenHash: string | null;

  private constructor(kv: SyncKvStorage, agreement: Agreement, life: Life) {
    this.#kv = kv;
    this.#agreement = agreement;
    this.#life = life;
    this.#end = kv.get<End>("end") ?? null;
    this.#tokenHash = kv.get<string>("token") ?? null;
  }

  /** Reads the record. Returns `null` if no connection was created. */
  static read(kv: SyncKvStorage): ConnectionRecord | null {
    const agreement = kv.get<Agreement>("agreement");
    const life = kv.get<Life>("life");
    if (!agreement || !life) return null;
    return new ConnectionRecord(kv, agreement, life);
  }

  /**
   * Creates the record.
   * @param tokenHash the hash of an API token; `null` for an OAuth connection
   * @param billingSystem the billing system of the connection's login and account
   */
  static make(
    kv: SyncKvStorage,
    agreement: Agreement,
    tokenHash: string | null,
    { now, billingSystem }: { now: number; billingSystem: string },
  ): ConnectionRecord {
    const life: Life = {
      openedAt: now,
      refreshedAt: null,
      challengedAt: null,
      announced: false,
      prunedAt: null,
      listedAt: now,
    };
    kv.put("agreement", agreement);
    kv.put("life", life);
    kv.put("billing_system", billingSystem);
    if (tokenHash !== null) kv.put("token", tokenHash);
    return new ConnectionRecord(kv, agreement, life);
  }

  get agreement(): Agreement {
    return this.#agreement;
  }

  /** The billing system of the connection's login and account. */
  get billingSystem(): string | undefined {
    return this.#kv.get<string>("billing_system");
  }

  /** The scopes that the customer granted in the consent, including scopes that were removed later. */
  get grantedScopes(): Scope[] {
    return this.#kv.get<Scope[]>("granted") ?? this.#agreement.scopes;
  }

  get life(): Life {
    return this.#life;
  }

  /** Time at which the connection expires, in epoch milliseconds. */
  get expiresAt(): number {
    const { endsAt } = this.#agreement;
    if (endsAt !== null) return Date.parse(endsAt);
    const { openedAt, refreshedAt } = this.#life;
    return refreshedAt === null ? openedAt + CODE_SECONDS * 1000 : refreshedAt + IDLE_SECONDS * 1000;
  }

  /** Whether the application answered a scope challenge with a refresh, which cannot add a scope. */
  get isChallenged(): boolean {
    const { challengedAt, refreshedAt } = this.#life;
    return challengedAt !== null && refreshedAt !== null && refreshedAt > challengedAt;
  }

  get end(): End | null {
    return this.#end;
  }

  /** SHA-256 of the API token in base64; `null` for an OAuth connection, and once the connection has ended. */
  get tokenHash(): string | null {
    return this.#tokenHash;
  }

  narrow(to: Agreement): void {
    this.#kv.put("granted", this.grantedScopes);
    this.#replace(to);
  }

  ask(asks: Asks): void {
    this.#replace({ ...this.#agreement, asks });
  }

  updateLife(change: Partial<Life>): void {
    this.#life = { ...this.#life, ...change };
    this.#kv.put("life", this.#life);
  }

  markEnded(end: End): void {
    this.#end = end;
    this.#tokenHash = null;
    this.#kv.put("end", end);
    this.#kv.delete("token");
    this.#kv.delete("mark");
  }

  /**
   * The suspected reuse of a refresh token by another party; `null` if there was none, and once the connection has
   * ended. The storage key is `mark`.
   */
  get suspectedReuse(): TokenReuse | null {
    return this.#kv.get<TokenReuse>("mark") ?? null;
  }

  set suspectedReuse(reuse: TokenReuse) {
    this.#kv.put("mark", reuse);
  }

  /** Restricts a restored agreement to the permissions that the connection had before the restore. */
  static restrict(kv: SyncKvStorage, { scopes, operations, limit, limitName, asks }: Agreement): void {
    const agreement = kv.get<Agreement>("agreement");
    if (agreement) kv.put("agreement", { ...agreement, scopes, operations, limit, limitName, asks });
  }

  #replace(agreement: Agreement): void {
    this.#agreement = agreement;
    this.#kv.put("agreement", agreement);
  }
}
