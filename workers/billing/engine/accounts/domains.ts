import type { ActorQuery, ResourceLimit } from "../../../../shared/billing-contract/actor.ts";
import type { CustomerDomain, DomainList, DomainListKey, Page } from "../../../../shared/billing-contract/customer.ts";
import type { AccountGate, Condition, Gated } from "../store/account-gate.ts";
import { isOrIsUnder } from "./name-conditions.ts";
import { renewalPriceNow, renewalTerm } from "./renewal-price.ts";

/** The domain names of an account. */
export class EmbeddedDomains {
  readonly #gate: AccountGate;

  constructor(gate: AccountGate) {
    this.#gate = gate;
  }

  /** By name. `active`: all but expired, transferred away, cancelled and fraud. A service in reach brings no name. */
  list(query: ActorQuery, list: DomainList): Promise<Gated<Page<CustomerDomain, DomainListKey>>> {
    const conditions = withinLimit(list.within);
    if (list.status === "active") conditions.push({ sql: IN_USE, values: [] });
    if (list.domain !== undefined) conditions.push(isOrIsUnder("d.name", list.domain));
    if (list.after) conditions.push({ sql: "(d.name, d.id) > (?, ?)", values: [list.after.name, list.after.id] });
    return this.#gate.page(
      query,
      { select: DOMAINS, accountColumn: "d.account_id", conditions, orderBy: "d.name, d.id", limit: list.limit },
      (row: DomainRow, { currency }) => {
        const domain = toDomain(row);
        return { ...domain, renewalPrice: renewalPriceNow(domain, currency) };
      },
      ({ name, id }) => ({ name, id }),
    );
  }
}

/** Word for word what the index `domains_in_use` holds. */
const IN_USE = "d.status NOT IN ('expired', 'transferred_away', 'cancelled', 'fraud')";

export const DOMAINS = `
  SELECT d.id, d.name, d.status, d.registered_on, d.expires_on, d.next_due_on, d.renewal_price, d.renewal_years,
    d.auto_renew
  FROM domains d`;

export interface DomainRow {
  id: number;
  name: string;
  status: CustomerDomain["status"];
  registered_on: string | null;
  expires_on: string | null;
  next_due_on: string | null;
  /** Of {@link renewal_years}, without the restoration of a name in redemption. */
  renewal_price: number | null;
  renewal_years: number;
  auto_renew: 0 | 1;
}

function withinLimit(within: ResourceLimit): Condition[] {
  if (within.kind === "service") return [{ sql: "0", values: [] }];
  return within.kind === "domain" ? [{ sql: "d.name = ?", values: [within.name] }] : [];
}

export function toDomain(row: DomainRow): CustomerDomain {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    registeredOn: row.registered_on,
    expiresOn: row.expires_on,
    nextDueDate: row.next_due_on,
    ...renewalTerm(row),
    autoRenew: row.auto_renew === 1,
  };
}
