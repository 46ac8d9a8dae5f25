import type { ChangedZone, ZoneRecord } from "../zones-contract/zone-system.ts";
import type { AccountReference } from "./customer.ts";

/** The changes in a service's zone. */
export interface ZoneChangeNotice {
  serviceId: number;
  /** The zone's name in A-label form. */
  zone: string;
  added: ZoneRecord[];
  removed: ZoneRecord[];
}

export interface OwnerNotified {
  account: AccountReference;
  /** Whether the account's owner will get an e-mail. */
  ownerTold: boolean;
}

/** A service's zone after a change. */
export interface ChangedServiceZone extends ChangedZone, OwnerNotified {}
