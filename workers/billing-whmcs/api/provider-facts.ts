import { readSnapshot } from "../catalogue/price-snapshot.ts";
import { getSupportDepartments } from "./actions/get-tickets.ts";
import type { ApiOutcome } from "./outcome.ts";
import type { WhmcsApi } from "./whmcs-api.ts";

const KEPT_MS = 600_000;

/** The provider's own data that questions about customers need; kept in the isolate for ten minutes. */
export class ProviderFacts {
  readonly #api: WhmcsApi;
  readonly #db: D1Database;
  readonly #now: () => number;
  #installation: string | undefined;
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

  /**
   * What the extension of a name takes for a renewal in grace or redemption, beside the renewal's price; null where it is not told in
   * the account's currency.
   */
  async restoreFee(name: string, status: "grace" | "redemption", currency: string): Promise<number | null> {
    const snapshot = await readSnapshot(this.#db, currency);
    const extension = snapshot?.prices.extensions
      .filter(({ tld }) => name.endsWith(tld))
      .reduce<{ tld: string; graceFee: number | null; redemptionFee: number | null } | null>(
        (longest, candidate) => (longest && longest.tld.length >= candidate.tld.length ? longest : candidate),
        null,
      );
    if (!extension) return null;
    return status === "grace" ? extension.graceFee : extension.redemptionFee;
  }
}
