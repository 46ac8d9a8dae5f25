import { everyRow } from "../../../support/every-row.ts";
import type { World } from "../../../support/world.ts";
import type { JourneySystem } from "../reading/journey-system.ts";
import type { PlacedOrder } from "./act.ts";

/** A domain as the registrar behind a billing system has it. */
export interface AtRegistrar {
  /** YYYY-MM-DD. */
  expiresOn: string;
  nameservers: readonly string[];
  isLocked: boolean;
  authCode: string;
}

/** A billing system's own records, which differ between billing systems that act. */
export interface OwnRecords {
  /** Null for a domain that is not registered there. */
  atRegistrar(name: string): Promise<AtRegistrar | null>;
  countOrders(): Promise<number>;
  /** How many mails the customer got about an order and its invoice. */
  countMailsAbout(placed: PlacedOrder, login: string): Promise<number>;
  /** Mails with a domain's transfer code, from any sender: the recipient and the code. */
  transferCodesOf(name: string, owner: string): Promise<{ to: string; code: string }[]>;
  /** Runs scheduled work until the next day; transfers then arrive. */
  passDay(): Promise<void>;
}

/** A whole system in which a customer's assistant orders and changes something, with any billing system. */
export type ActingSystem = World & JourneySystem & { records: OwnRecords };

/** A system's databases and logs, each with a known string: a search that misses the string proves nothing. */
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
