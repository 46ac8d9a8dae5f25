import type { ChangedZone, ZoneRecord } from "../zones-contract/zone-system.ts";
import type { AccountReference } from "./customer.ts";

/** The changes in a zone of a service. */
export interface ZoneChangeNotice {
  serviceId: number;
  /** A-label form. */
  zone: string;
  added: ZoneRecord[];
  removed: ZoneRecord[];
}

export interface OwnerNotified {
  account: AccountReference;
  /** Whether the account's owner will get a mail. */
  ownerTold: boolean;
}

/** A zone of a service after a change. */
export interface ChangedServiceZone extends ChangedZone, OwnerNotified {}
