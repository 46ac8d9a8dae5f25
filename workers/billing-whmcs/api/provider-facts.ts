import type { MinorUnits } from "../../../shared/platform/money.ts";
import { getSupportDepartments } from "./actions/get-tickets.ts";
import type { Outcome } from "./outcome.ts";
import type { WhmcsApi } from "./whmcs-api.ts";

const KEPT_MS = 600_000;

/** The provider's own data that questions about customers need; kept in the isolate for ten minutes. */
export class ProviderFacts {
  readonly #api: WhmcsApi;
  readonly #now: () => number;
  #departments: { at: number; names: ReadonlyMap<number, string> } | undefined;

  constructor(api: WhmcsApi, now: () => number) {
    this.#api = api;
    this.#now = now;
  }

  /** Names of support departments by id. */
  async departments(requestId: string | undefined): Promise<Outcome<ReadonlyMap<number, string>>> {
    const now = this.#now();
    if (this.#departments && now - this.#departments.at < KEPT_MS) return { kind: "ok", body: this.#departments.names };
    const parameters = { ignore_dept_assignments: true };
    const read = await this.#api.list(getSupportDepartments, parameters, { accountId: null, requestId });
    if (read.kind !== "ok") return read;
    const names = new Map(read.body.map(({ id, name }) => [id, name]));
    this.#departments = { at: now, names };
    return { kind: "ok", body: names };
  }
}
