import type { Text } from "../platform/language.ts";
import type { AccountReference, CustomerDomain } from "./customer.ts";

/** A change of one domain setting, with its new value. */
export type Setting<Name extends string, Value> = { domain: string } & Record<Name, Value>;

export interface OwnDomain {
  account: AccountReference;
  domain: CustomerDomain;
  /** Whether automatic renewals of the account are charged to a saved card. Absent if unknown. */
  chargesCard?: boolean;
  /**
   * If auto-renewal is off, an unpaid invoice that still renews the domain when it is paid. Absent if no such invoice
   * is known.
   */
  renewalInvoice?: RenewalInvoice;
}

/** The number of the invoice for a domain's renewal, or `unknown` if the billing system could not check for one. */
export type RenewalInvoice = { kind: "open"; number: string } | { kind: "unknown" };

export interface RegistrarSettings {
  account: AccountReference;
  domain: string;
  nameservers: string[];
  /** Whether the domain is locked; `null` if the registrar does not report it. */
  locked: boolean | null;
  lockSupported: boolean;
  registrar: string | null;
  eligibleForTransfer: boolean;
  reasons: Text[];
}

export interface SetRegistrarSettings extends RegistrarSettings {
  /** Whether the setting changed. `false` if it already had the value. */
  changed: boolean;
  /** Whether the account's owner will get an e-mail about the change. */
  ownerTold: boolean;
}

export interface TransferPrepared {
  account: AccountReference;
  domain: string;
  unlocked: boolean;
  /**
   * The sender of the code. The provider sends the e-mail to the account's owner, and the registrar to the registrant.
   */
  sentBy: "provider" | "registrar";
  /** The masked e-mail address, such as `j•••@example.com`; `null` if the registrar does not report it. */
  codeSentTo: string | null;
}
