import { readSnapshot } from "../catalogue/price-snapshot.ts";
import { getSupportDepartments } from "./actions/get-tickets.ts";
import type { ApiOutcome } from "./outcome.ts";
import type { WhmcsApi } from "./whmcs-api.ts";

const KEPT_MS = 600_000;

/** The provider's own data that questions about customers need; kept in the isolate for ten minutes. */
export class ProviderFacts {
  readonly #db: D1Database;
  readonly #now: () => number;
  #installation: string | undefined;
  #departments: { at: number; names: ReadonlyMap<number, string> } | undefined;

  constructor(db: D1Database, now: () => number) {
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

  /** Names of support departments by id. @param api of the question that needs them */
  async departments(api: WhmcsApi, requestId: string | undefined): Promise<ApiOutcome<ReadonlyMap<number, string>>> {
    const now = this.#now();
    if (this.#departments && now - this.#departments.at < KEPT_MS) return { kind: "ok", body: this.#departments.names };
    const parameters = { ignore_dept_assignments: true } as const;
    const read = await api.list(getSupportDepartments, parameters, { accountId: null, requestId });
    if (read.kind !== "ok") return read;
    const names = new Map(read.body.map(({ id, name }) => [id, name]));
    this.#departments = { at: now, names };
    return { kind: "ok", body: names };
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
