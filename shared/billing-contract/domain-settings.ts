import type { Text } from "../platform/language.ts";
import type { AccountReference, CustomerDomain } from "./customer.ts";

/** A change of one setting of a domain, with its new value. */
export type Setting<Name extends string, Value> = { domain: string } & Record<Name, Value>;

export interface OwnDomain {
  account: AccountReference;
  domain: CustomerDomain;
  /** Whether automatic renewals of the account are charged to a saved card. Absent if unknown. */
  chargesCard?: boolean;
  /**
   * If automatic renewal is off: an unpaid invoice that still renews the domain when it is paid. Absent: none is known.
   */
  renewalInvoice?: RenewalInvoice;
}

/**
 * The invoice for a domain's renewal, by its number. `unknown`: the billing system could not read whether one exists.
 */
export type RenewalInvoice = { kind: "open"; number: string } | { kind: "unknown" };

export interface RegistrarSettings {
  account: AccountReference;
  domain: string;
  nameservers: string[];
  /** Null if the registrar does not report it. */
  locked: boolean | null;
  lockSupported: boolean;
  registrar: string | null;
  eligibleForTransfer: boolean;
  reasons: Text[];
}

export interface SetRegistrarSettings extends RegistrarSettings {
  /** False if the setting already had the value. */
  changed: boolean;
  /** Whether the account's owner will get a mail about it. */
  ownerTold: boolean;
}

export interface TransferPrepared {
  account: AccountReference;
  domain: string;
  unlocked: boolean;
  /** The sender of the code. The provider mails the account's owner; the registrar mails the registrant. */
  sentBy: "provider" | "registrar";
  /** The masked address, such as `j•••@example.com`; null if the registrar does not report it. */
  codeSentTo: string | null;
}
