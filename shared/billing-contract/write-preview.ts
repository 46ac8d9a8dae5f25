import type { Text } from "../platform/language.ts";
import type { CancellationStatement } from "./cancellation.ts";
import type { AccountReference } from "./customer.ts";
import type { DomainOrderQuote } from "./domain-orders.ts";
import type { RegistrarSettings } from "./domain-settings.ts";
import type { PlanChangeQuote, PlanOrderQuote } from "./plan-orders.ts";
import type { Money } from "./result.ts";

/** The effect of a renewal on a domain's term; YYYY-MM-DD. */
export interface RenewedTerm {
  expiresOn: string;
  renewedUntil: string;
  /** Whether the domain is in redemption, so that the renewal also restores it. The price includes both. */
  isRestored?: boolean;
}

/** The effects that a command would have now. */
export interface WritePreview {
  account: AccountReference;
  /** False if the command would change nothing, because the setting already has the value. */
  changes: boolean;
  /** The subtotal of the invoice, before taxes and credit; null if the command places no order. */
  price: Money | null;
  /**
   * Whether a plan change is a downgrade: the new plan's price is lower. Another billing cycle of the same plan is
   * none.
   */
  isDowngrade: boolean;
  /** The quote that the customer would get now; null except for an order or change that has a quote. */
  domainOrder: DomainOrderQuote | null;
  planOrder: PlanOrderQuote | null;
  planChange: PlanChangeQuote | null;
  /** The plan's name; null except for an order or change of a plan. */
  planName: Text | null;
  /** The domain's term; null except for a renewal. */
  renewal: RenewedTerm | null;
  /** Price and years of each automatic renewal; null except for switching it on with a saved card. */
  renewalCharge: (Money & { years: number }) | null;
  /** The statement of a cancellation; null for other commands. */
  statement: CancellationStatement | null;
  /** The current settings; null except for a change of nameservers or lock. */
  settings: Pick<RegistrarSettings, "nameservers" | "locked"> | null;
}
