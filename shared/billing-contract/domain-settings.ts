import type { Text } from "../platform/language.ts";
import type { AccountReference, CustomerDomain } from "./customer.ts";

/** One setting of a domain, with the value that it is to have. */
export type Setting<Name extends string, Value> = { domain: string } & Record<Name, Value>;

export interface OwnDomain {
  account: AccountReference;
  domain: CustomerDomain;
  /** Automatic renewals of the account are charged to a saved card. Absent: that is not known. */
  chargesCard?: boolean;
  /** Where automatic renewal is off: an unpaid invoice that renews the name all the same if it is paid. Absent: none is known. */
  renewalInvoice?: RenewalInvoice;
}

/** The invoice for a domain's renewal, by its number; `unknown`: whether there is one could not be read. */
export type RenewalInvoice = { kind: "open"; number: string } | { kind: "unknown" };

export interface RegistrarSettings {
  account: AccountReference;
  domain: string;
  nameservers: string[];
  /** Null where the registrar does not tell. */
  locked: boolean | null;
  lockSupported: boolean;
  registrar: string | null;
  eligibleForTransfer: boolean;
  reasons: Text[];
}

export interface SetRegistrarSettings extends RegistrarSettings {
  /** False where the setting had the value already. */
  changed: boolean;
  /** A mail about it will be sent to the account's owner. */
  ownerTold: boolean;
}

export interface TransferPrepared {
  account: AccountReference;
  domain: string;
  unlocked: boolean;
  /** Who mails the code: the provider to the account's owner, or the registrar to the registrant. */
  sentBy: "provider" | "registrar";
  /** The address, masked: `j•••@example.com`; null where the registrar does not tell it. */
  codeSentTo: string | null;
}
