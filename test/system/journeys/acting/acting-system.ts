import { everyRow } from "../../../support/every-row.ts";
import type { World } from "../../../support/world.ts";
import type { JourneySystem } from "../reading/journey-system.ts";
import type { PlacedOrder } from "./act.ts";

/** A domain as the registrar records it. */
export interface AtRegistrar {
  /** The expiry date as YYYY-MM-DD. */
  expiresOn: string;
  nameservers: readonly string[];
  isLocked: boolean;
  authCode: string;
}

/** Access to the records of a billing system. Each billing system stores them in its own way. */
export interface OwnRecords {
  /** Returns the registrar's record of a domain; `null` if the domain is not registered there. */
  atRegistrar(name: string): Promise<AtRegistrar | null>;
  countOrders(): Promise<number>;
  /** Returns the number of e-mails to the customer about an order and its invoice. */
  countMailsAbout(placed: PlacedOrder, login: string): Promise<number>;
  /** Returns the recipient and the auth code of each e-mail with the auth code of a domain. */
  transferCodesOf(name: string, owner: string): Promise<{ to: string; code: string }[]>;
  /** Runs the scheduled work until pending transfers have arrived. */
  passDay(): Promise<void>;
}

/** A whole system with any billing system that accepts orders and changes. */
export type ActingSystem = World & JourneySystem & { records: OwnRecords };

/** Returns the content of the databases and logs, each with a known string that a working search must find. */
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
