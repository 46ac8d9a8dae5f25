import type { Text } from "../platform/language.ts";
import type { CancellationStatement } from "./cancellation.ts";
import type { AccountReference } from "./customer.ts";
import type { DomainOrderQuote } from "./domain-orders.ts";
import type { RegistrarSettings } from "./domain-settings.ts";
import type { PlanChangeQuote, PlanOrderQuote } from "./plan-orders.ts";
import type { Money } from "./result.ts";

/** The effect of a renewal on a domain's term. The dates are YYYY-MM-DD. */
export interface RenewedTerm {
  expiresOn: string;
  renewedUntil: string;
  /** Whether the domain is in redemption. The renewal then also restores the domain, and the price includes both. */
  isRestored?: boolean;
}

/** The effects that a command would have now. */
export interface WritePreview {
  account: AccountReference;
  /** Whether the command would change anything. `false` if the setting already has the value. */
  changes: boolean;
  /** The subtotal of the invoice before taxes and credit; `null` if the command places no order. */
  price: Money | null;
  /**
   * Whether a plan change is a downgrade, which means that the new plan has a lower price. A change to another billing
   * cycle of the same plan is not a downgrade.
   */
  isDowngrade: boolean;
  /** The quote that the customer would get now; `null` unless the command orders a domain. */
  domainOrder: DomainOrderQuote | null;
  /** The quote that the customer would get now; `null` unless the command orders a plan. */
  planOrder: PlanOrderQuote | null;
  /** The quote that the customer would get now; `null` unless the command changes a plan. */
  planChange: PlanChangeQuote | null;
  /** The plan's name; `null` unless the command orders or changes a plan. */
  planName: Text | null;
  /** The domain's term; `null` unless the command renews a domain. */
  renewal: RenewedTerm | null;
  /**
   * Price and years of each automatic renewal; `null` unless the command switches auto-renewal on for an account with a
   * saved card.
   */
  renewalCharge: (Money & { years: number }) | null;
  /** The cancellation statement; `null` unless the command cancels a service. */
  statement: CancellationStatement | null;
  /** The current settings; `null` unless the command changes nameservers or the lock. */
  settings: Pick<RegistrarSettings, "nameservers" | "locked"> | null;
}
