import { everyRow } from "../../../support/every-row.ts";
import type { World } from "../../../support/world.ts";
import type { JourneySystem } from "../reading/journey-system.ts";
import type { PlacedOrder } from "./act.ts";

/** What the registrar behind a billing system has of a name. */
export interface AtRegistrar {
  /** YYYY-MM-DD. */
  expiresOn: string;
  nameservers: readonly string[];
  isLocked: boolean;
  authCode: string;
}

/** As far as billing systems that act differ: what stands in their own records. */
export interface OwnRecords {
  /** Null for a name that is not registered there. */
  atRegistrar(name: string): Promise<AtRegistrar | null>;
  countOrders(): Promise<number>;
  /** How often the customer was mailed about an order and its invoice. */
  countMailsAbout(placed: PlacedOrder, login: string): Promise<number>;
  /** Mails with the transfer code of a name, whoever has sent them: to whom, and which code. */
  transferCodesOf(name: string, owner: string): Promise<{ to: string; code: string }[]>;
  /** What happens by itself until the next day: transfers arrive. */
  passDay(): Promise<void>;
}

/** A whole system that a customer's assistant orders and changes something in, whichever billing system stands behind it. */
export type ActingSystem = World & JourneySystem & { records: OwnRecords };

/** Databases and logs of a system; each with something that is certainly in it, for what finds nothing proves nothing. */
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
