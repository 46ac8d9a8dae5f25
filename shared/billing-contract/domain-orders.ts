import type { Text } from "../platform/language.ts";
import type { MinorUnits } from "../platform/money.ts";
import type { AccountReference } from "./customer.ts";
import type { Placed } from "./order.ts";
import type { ActionRequired, Money, Terms } from "./result.ts";

/**
 * A domain's availability at its registry, which the caller reads without a cache. A `taken` domain can be transferred.
 * A domain in `redemption` or `pending_delete` can be neither registered nor transferred. A `premium` domain is free,
 * but has a special price and is not sold. An `unavailable` domain is reserved or blocked.
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
  /** 1 to 10, as the registry allows. A transfer always has 1, for any term that it adds. */
  years: number;
  availability: Availability;
  /**
   * Seconds until a retry if the availability is unknown. Null if there is no source, and for any other availability.
   */
  retryAfter: number | null;
}

export interface DomainOrder extends DomainOrderRequest {
  /** For a transfer, if the registry requires it. Stored encrypted, only until the transfer starts. */
  authCode: string | null;
  acceptTerms: string | null;
  /** The registry's extra fields by name. A tick box has the text `true` or `false`. */
  fields: Record<string, string>;
  expectedPrice: MinorUnits | null;
}

export interface DomainOrderQuote {
  account: AccountReference;
  /** Whether it can be registered or transferred now. */
  available: boolean;
  /** The reason for which an order would be refused; null if the domain is available. */
  obstacle: Text | null;
  price: Money;
  /** The price of one renewal, for {@link renewalYears}. */
  renewalPrice: Money;
  renewalYears: number;
  /** A sentence about the effect of a transfer on the term; null for a registration. */
  transferTerm: Text | null;
  registrant: { country: string | null; eligible: boolean; rule: Text | null };
  fields: DomainField[];
  terms: Terms;
  /** Whether the order requires an auth code. */
  needsAuthCode: boolean;
  /** Whether the domain renews automatically until the customer switches that off. */
  autoRenew: boolean;
  /** Whether automatic renewals are charged to a saved card. False if that is unknown. */
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
  /** The same as in the quote. */
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
