import type { Text } from "../platform/language.ts";
import type { MinorUnits } from "../platform/money.ts";
import type { AccountReference } from "./customer.ts";
import type { Placed } from "./order.ts";
import type { ActionRequired, Money, Terms } from "./result.ts";

/**
 * A domain's availability at its registry. The caller reads it without a cache.
 * - `taken`: the domain can only be transferred.
 * - `premium`: the domain is not registered, but has a special price and is not sold.
 * - `redemption`, `pending_delete`: the domain can be neither registered nor transferred.
 * - `unavailable`: the domain is reserved or blocked.
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
  /**
   * The number of years, from 1 to 10, as the registry allows. It is always 1 for a transfer, whatever term the
   * transfer adds.
   */
  years: number;
  availability: Availability;
  /**
   * Seconds until a retry, if the availability is unknown. `null` if there is no source, and for any other
   * availability.
   */
  retryAfter: number | null;
}

export interface DomainOrder extends DomainOrderRequest {
  /**
   * The auth code of a transfer, if the registry requires one. A billing system that stores the code encrypts it and
   * deletes it when the transfer starts.
   */
  authCode: string | null;
  acceptTerms: string | null;
  /** The registry's extra fields, by name. The value of a tick box is `true` or `false` as text. */
  fields: Record<string, string>;
  expectedPrice: MinorUnits | null;
}

export interface DomainOrderQuote {
  account: AccountReference;
  /** Whether the domain can be registered or transferred now. */
  available: boolean;
  /** The reason why an order would be refused; `null` if the domain is available. */
  obstacle: Text | null;
  price: Money;
  /** The price of one renewal for {@link renewalYears}. */
  renewalPrice: Money;
  renewalYears: number;
  /** A sentence that states how a transfer changes the domain's term; `null` for a registration. */
  transferTerm: Text | null;
  registrant: { country: string | null; eligible: boolean; rule: Text | null };
  fields: DomainField[];
  terms: Terms;
  /** Whether the order requires an auth code. */
  needsAuthCode: boolean;
  /** Whether the domain renews automatically until the customer switches auto-renewal off. */
  autoRenew: boolean;
  /** Whether automatic renewals are charged to a saved card. `false` if that is unknown. */
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
  /** Whether the domain renews automatically, as in the quote. */
  autoRenew: boolean;
  /** Whether automatic renewals are charged to a saved card, as in the quote. */
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
