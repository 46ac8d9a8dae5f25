import type { Text } from "../platform/language.ts";
import type { CancellationStatement } from "./cancellation.ts";
import type { AccountReference } from "./customer.ts";
import type { DomainOrderQuote } from "./domain-orders.ts";
import type { RegistrarSettings } from "./domain-settings.ts";
import type { PlanChangeQuote, PlanOrderQuote } from "./plan-orders.ts";
import type { Money } from "./result.ts";

/** What a renewal does to a name's term; YYYY-MM-DD. */
export interface RenewedTerm {
  expiresOn: string;
  renewedUntil: string;
  /** It is in redemption, so that it is restored, too; the price is that of both. */
  isRestored?: boolean;
}

/** What a command would do now. */
export interface WritePreview {
  account: AccountReference;
  /** False where nothing would change: the setting has the value already. */
  changes: boolean;
  /** The subtotal that the invoice would have, before taxes and credit; null where the command makes no order. */
  price: Money | null;
  /** Of a plan change: by the price list the plan is below the present one; another billing cycle of the same plan is none. Else false. */
  isDowngrade: boolean;
  /** Of what is ordered or changed after a quote: the quote that the customer would get of it now; else null. */
  domainOrder: DomainOrderQuote | null;
  planOrder: PlanOrderQuote | null;
  planChange: PlanChangeQuote | null;
  /** Of an order or change of a plan: what the plan is called; else null. */
  planName: Text | null;
  /** Of a renewal: the name's term; else null. */
  renewal: RenewedTerm | null;
  /** For switching on automatic renewal with a saved card: the price and the years of each renewal; otherwise null. */
  renewalCharge: (Money & { years: number }) | null;
  /** Of a cancellation: its statement; else null. */
  statement: CancellationStatement | null;
  /** Of a change of nameservers or lock: the settings as they are now; else null. */
  settings: Pick<RegistrarSettings, "nameservers" | "locked"> | null;
}
