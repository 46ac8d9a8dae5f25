import type { Scope } from "../../shared/account-access/scopes.ts";
import type { Agreement, End } from "./connection-port.ts";
import type { Life } from "./schedule.ts";
import type { TokenReuse } from "./two-places.ts";

/** How much a connection was used. */
export interface UsageTotals {
  /** Epoch milliseconds. */
  usedAt: number;
  /** Instants that count in the request window. */
  window: number[];
}

/** The facts of a connection, each under a key of its own, with a copy in memory. */
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

  /** What is kept; null where nothing was ever made. */
  static read(kv: SyncKvStorage): ConnectionRecord | null {
    const agreement = kv.get<Agreement>("agreement");
    const life = kv.get<Life>("life");
    return agreement && life ? new ConnectionRecord(kv, agreement, life) : null;
  }

  /** @param tokenHash of an API token; null for an OAuth connection */
  static make(kv: SyncKvStorage, agreement: Agreement, tokenHash: string | null, now: number): ConnectionRecord {
    const life: Life = { openedAt: now, refreshedAt: null, challengedAt: null, announced: false, prunedAt: null };
    kv.put("agreement", agreement);
    kv.put("life", life);
    if (tokenHash !== null) kv.put("token", tokenHash);
    return new ConnectionRecord(kv, agreement, life);
  }

  get agreement(): Agreement {
    return this.#agreement;
  }

  /** What was granted at the consent: the agreement's scopes, and those that were taken away since. */
  get grantedScopes(): Scope[] {
    return this.#kv.get<Scope[]>("granted") ?? this.#agreement.scopes;
  }

  get life(): Life {
    return this.#life;
  }

  get end(): End | null {
    return this.#end;
  }

  /** SHA-256 of the API token, base64; null for an OAuth connection, and once it has ended. */
  get tokenHash(): string | null {
    return this.#tokenHash;
  }

  get usage(): UsageTotals | null {
    return this.#kv.get<UsageTotals>("tally") ?? null;
  }

  narrow(to: Agreement): void {
    this.#kv.put("granted", this.grantedScopes);
    this.#agreement = to;
    this.#kv.put("agreement", to);
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

  /** A refresh token that came back from elsewhere; null where none did. */
  get mark(): TokenReuse | null {
    return this.#kv.get<TokenReuse>("mark") ?? null;
  }

  set mark(mark: TokenReuse) {
    this.#kv.put("mark", mark);
  }

  saveUsage(usage: UsageTotals): void {
    this.#kv.put("tally", usage);
  }
}
