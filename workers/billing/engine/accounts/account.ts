import type { ActorQuery } from "../../../../shared/billing-contract/actor.ts";
import type { CustomerAccount } from "../../../../shared/billing-contract/customer.ts";
import type { AccountGate, Gated } from "../store/account-gate.ts";

/** The accounts themselves. */
export class EmbeddedAccounts {
  readonly #gate: AccountGate;

  constructor(gate: AccountGate) {
    this.#gate = gate;
  }

  read(query: ActorQuery): Promise<Gated<CustomerAccount>> {
    return this.#gate.one<CustomerAccount>(query, ACCOUNT, "a.id");
  }
}

const ACCOUNT = `
  SELECT a.id, a.name, a.currency, a.company, a.email, a.country, a.credit AS creditBalance
  FROM accounts a`;
