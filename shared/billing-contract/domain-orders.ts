import type { Text } from "../platform/language.ts";
import type { MinorUnits } from "../platform/money.ts";
import type { AccountReference } from "./customer.ts";
import type { Placed } from "./order.ts";
import type { ActionRequired, Money, Terms } from "./result.ts";

/**
 * A domain name's availability at its registry, read by the caller without a cache. `taken` can be transferred; `redemption` and
 * `pending_delete` are taken and can be neither registered nor transferred; `premium` is free, at a special price, and not sold;
 * `unavailable` is reserved or blocked.
 */
export type Availability =
  | "available"
  | "taken"
  | "premium"
  | "redemption"
  | "pending_delete"
  | "unavailable"
  | "unknown";

export interface DomainOrderRequest {
  domain: string;
  type: "register" | "transfer";
  /** 1 to 10, as the registry allows; 1 for a transfer, whatever term it adds. */
  years: number;
  availability: Availability;
  /** Of an unknown availability: seconds until a retry; null where there is no source to ask, and of every other availability. */
  retryAfter: number | null;
}

export interface DomainOrder extends DomainOrderRequest {
  /** For a transfer, where the registry requires it. Stored, encrypted, only until the transfer is begun. */
  authCode: string | null;
  acceptTerms: string | null;
  /** The registry's extra fields by name; tick boxes are the text `true` or `false`. */
  fields: Record<string, string>;
  expectedPrice: MinorUnits | null;
}

export interface DomainOrderQuote {
  account: AccountReference;
  /** Whether it can be registered or transferred now. */
  available: boolean;
  /** The reason of the refusal that an order would get; null where it is available. */
  obstacle: Text | null;
  price: Money;
  /** Of one renewal, for {@link renewalYears}. */
  renewalPrice: Money;
  renewalYears: number;
  /** The effect of a transfer on the term, as a sentence; null for a registration. */
  transferTerm: Text | null;
  registrant: { country: string | null; eligible: boolean; rule: Text | null };
  fields: DomainField[];
  terms: Terms;
  /** The order requires an auth code. */
  needsAuthCode: boolean;
  /** The domain will renew automatically until the customer switches that off. */
  autoRenew: boolean;
  /** Automatic renewals are charged to a saved card; false, too, where that is not known. */
  chargesCard: boolean;
  /** What the customer must do before an order succeeds. */
  missing: ActionRequired[];
}

export interface DomainField {
  name: string;
  label: Text;
  type: "text" | "choice" | "tickbox";
  required: boolean;
  description: Text | null;
  options: { value: string; label: Text }[] | null;
  default: string | null;
}

export interface PlacedDomainOrder extends Placed {
  termsVersion: string;
  /** As in the quote. */
  autoRenew: boolean;
  chargesCard?: boolean;
}

export interface DomainRenewal {
  domain: string;
  years: number;
  expectedPrice: MinorUnits | null;
}

export interface PlacedRenewal extends Placed {
  years: number;
}
