import { readSnapshot } from "../catalogue/price-snapshot.ts";
import { getSupportDepartments } from "./actions/get-tickets.ts";
import { type CurrencyRow, getClientGroups, getConfigurationValue, getCurrencies } from "./actions/provider.ts";
import type { ApiOutcome } from "./outcome.ts";
import type { WhmcsApi } from "./whmcs-api.ts";

const KEPT_MS = 600_000;

/** Reads by the API of the question that needs it. */
type Read<Value> = (api: WhmcsApi, requestId: string | undefined) => Promise<ApiOutcome<Value>>;

/** A read whose answer is kept for ten minutes; what gave no answer is asked for again. */
function kept<Value>(now: () => number, read: Read<Value>): Read<Value> {
  let last: { at: number; outcome: ApiOutcome<Value> } | undefined;
  return async (api, requestId) => {
    const at = now();
    if (last && at - last.at < KEPT_MS) return last.outcome;
    const outcome = await read(api, requestId);
    if (outcome.kind === "ok") last = { at, outcome };
    return outcome;
  };
}

/** The provider's own data that questions about customers need; kept in the isolate for ten minutes. */
export class ProviderFacts {
  readonly #db: D1Database;
  /** Names of support departments by id. */
  readonly departments: Read<ReadonlyMap<number, string>>;
  /** Currencies by id. */
  readonly currencies: Read<ReadonlyMap<number, CurrencyRow>>;
  /** The installation's own language as it calls it, such as `english`: of everybody who has chosen none. */
  readonly language: Read<string>;
  /** Discounts of client groups in percent, by the group's id. */
  readonly groupDiscounts: Read<ReadonlyMap<number, number>>;

  constructor(db: D1Database, now: () => number) {
    this.#db = db;
    this.departments = kept(now, async (api, requestId) => {
      const parameters = { ignore_dept_assignments: true } as const;
      const read = await api.list(getSupportDepartments, parameters, { accountId: null, requestId });
      return read.kind === "ok" ? { kind: "ok", body: new Map(read.body.map(({ id, name }) => [id, name])) } : read;
    });
    this.currencies = kept(now, async (api, requestId) => {
      const read = await api.list(getCurrencies, {}, { accountId: null, requestId });
      return read.kind === "ok" ? { kind: "ok", body: new Map(read.body.map((row) => [row.id, row])) } : read;
    });
    this.groupDiscounts = kept(now, async (api, requestId) => {
      const read = await api.list(getClientGroups, {}, { accountId: null, requestId });
      if (read.kind !== "ok") return read;
      return { kind: "ok", body: new Map(read.body.map(({ id, discountpercent }) => [id, discountpercent])) };
    });
    this.language = kept(now, (api, requestId) =>
      api.read(getConfigurationValue, { setting: "Language" }, { accountId: null, requestId }),
    );
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
