import { everyRow } from "../../../support/every-row.ts";
import type { World } from "../../../support/world.ts";
import type { JourneySystem } from "../reading/journey-system.ts";
import type { PlacedOrder } from "./act.ts";

/** A domain at a billing system's registrar. */
export interface AtRegistrar {
  /** The expiry date as YYYY-MM-DD. */
  expiresOn: string;
  nameservers: readonly string[];
  isLocked: boolean;
  authCode: string;
}

/** A billing system's own records. Each acting billing system stores them differently. */
export interface OwnRecords {
  /** Returns a domain's record; null if it is not registered there. */
  atRegistrar(name: string): Promise<AtRegistrar | null>;
  countOrders(): Promise<number>;
  /** Counts the customer's mails about an order and its invoice. */
  countMailsAbout(placed: PlacedOrder, login: string): Promise<number>;
  /** Returns the recipient and the code of each mail with a domain's transfer code. */
  transferCodesOf(name: string, owner: string): Promise<{ to: string; code: string }[]>;
  /** Runs scheduled work until the next day, when transfers arrive. */
  passDay(): Promise<void>;
}

/** A whole system, with any billing system, in which a customer's assistant orders and changes things. */
export type ActingSystem = World & JourneySystem & { records: OwnRecords };

/** A system's databases and logs, each with a known string. A search that misses the string would prove nothing. */
export async function storesOf(
  system: ActingSystem,
  account: number,
): Promise<[store: string, held: string, known: string][]> {
  return [
    ["billing", await everyRow(system.billing), "web-start"],
    ["accounts", await everyRow(system.accounts), `"account_id":${account}`],
    ["logs", JSON.stringify(system.logs()), "["],
  ];
}
