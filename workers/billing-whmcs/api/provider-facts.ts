import { readSnapshot } from "../catalogue/price-snapshot.ts";
import { getSupportDepartments } from "./actions/get-tickets.ts";
import { type CurrencyRow, getAdminDetails, getCurrencies } from "./actions/provider.ts";
import type { AmountFormat } from "./decode.ts";
import { type ApiOutcome, unavailable } from "./outcome.ts";
import type { WhmcsApi } from "./whmcs-api.ts";

const KEPT_MS = 600_000;

/** The provider's own data that questions about customers need; kept in the isolate for ten minutes. */
export class ProviderFacts {
  readonly #api: WhmcsApi;
  readonly #db: D1Database;
  readonly #now: () => number;
  #installation: string | undefined;
  #currencies: { at: number; rows: CurrencyRow[] } | undefined;
  #admin: { at: number; id: number } | undefined;
  #departments: { at: number; names: ReadonlyMap<number, string> } | undefined;

  constructor(api: WhmcsApi, db: D1Database, now: () => number) {
    this.#api = api;
    this.#db = db;
    this.#now = now;
  }

  /** The name of this Worker's database, which it keeps for ever. */
  async installation(): Promise<string> {
    this.#installation ??=
      (await this.#db.prepare("SELECT id FROM installation WHERE only_row = 1").first<string>("id")) ?? undefined;
    if (this.#installation === undefined) throw new Error("the database has no name");
    return this.#installation;
  }

  /** Whether a caller's ids are of another installation. @param asked absent: not compared */
  async isOther(asked: string | undefined): Promise<boolean> {
    return asked !== undefined && asked !== (await this.installation());
  }

  /** Names of support departments by id. */
  async departments(requestId: string | undefined): Promise<ApiOutcome<ReadonlyMap<number, string>>> {
    const now = this.#now();
    if (this.#departments && now - this.#departments.at < KEPT_MS) return { kind: "ok", body: this.#departments.names };
    const parameters = { ignore_dept_assignments: true } as const;
    const read = await this.#api.list(getSupportDepartments, parameters, { accountId: null, requestId });
    if (read.kind !== "ok") return read;
    const names = new Map(read.body.map(({ id, name }) => [id, name]));
    this.#departments = { at: now, names };
    return { kind: "ok", body: names };
  }

  /** The administrator whose credential this Worker has: orders that it places carry the number. */
  async adminId(requestId: string | undefined): Promise<ApiOutcome<number>> {
    const now = this.#now();
    if (this.#admin && now - this.#admin.at < KEPT_MS) return { kind: "ok", body: this.#admin.id };
    const read = await this.#api.read(getAdminDetails, {}, { accountId: null, requestId });
    if (read.kind !== "ok") return read;
    this.#admin = { at: now, id: read.body.adminId };
    return { kind: "ok", body: read.body.adminId };
  }

  /** How amounts of a currency are formatted. */
  async amountFormat(currency: string, requestId: string | undefined): Promise<ApiOutcome<AmountFormat>> {
    const now = this.#now();
    if (!this.#currencies || now - this.#currencies.at >= KEPT_MS) {
      const read = await this.#api.list(getCurrencies, {}, { accountId: null, requestId });
      if (read.kind !== "ok") return read;
      this.#currencies = { at: now, rows: read.body };
    }
    const row = this.#currencies.rows.find(({ code }) => code === currency);
    return row ? { kind: "ok", body: row } : unavailable("unread");
  }

  /**
   * What extensions take for a renewal in grace or redemption, beside the renewal's price, by a name in each; null where it is not
   * told in the account's currency.
   */
  async restoreFees(currency: string): Promise<(name: string, status: "grace" | "redemption") => number | null> {
    const { extensions = [] } = (await readSnapshot(this.#db, currency))?.prices ?? {};
    const longestFirst = extensions.toSorted((one, other) => other.tld.length - one.tld.length);
    return (name, status) => {
      const extension = longestFirst.find(({ tld }) => name.endsWith(tld));
      return (status === "grace" ? extension?.graceFee : extension?.redemptionFee) ?? null;
    };
  }
}
