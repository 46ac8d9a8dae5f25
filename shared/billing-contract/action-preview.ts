import type {
  Cancellation,
  CancellationStatement,
  DomainOrder,
  DomainRenewal,
  PlanChange,
  PlanChangeQuote,
  PlanOrder,
  RegistrarSettings,
  Setting,
} from "./actions.ts";
import type { AccountReference } from "./customer.ts";
import type { Money } from "./result.ts";

/** A command with its input, as the method of its name takes it. */
export type CheckedCommand =
  | { operation: "orderDomain"; request: DomainOrder }
  | { operation: "orderPlan"; request: PlanOrder }
  | { operation: "renewDomain"; request: DomainRenewal }
  | { operation: "changePlan"; request: PlanChange }
  | { operation: "cancelService"; request: Cancellation }
  | { operation: "transferDomainOut"; request: { domain: string } }
  | { operation: "setDomainAutoRenew"; request: Setting<"autoRenew", boolean> }
  | { operation: "setDomainNameservers"; request: Setting<"nameservers", string[]> }
  | { operation: "setDomainLock"; request: Setting<"locked", boolean> };

/** What a command would do now. */
export interface ActionPreview {
  account: AccountReference;
  /** False where nothing would change: the setting has the value already. */
  changes: boolean;
  /** The subtotal that the invoice would have, before taxes and credit; null where the command makes no order. */
  price: Money | null;
  /** changePlan: less recurs per month than now, or the plan's list price is below the present plan's; else false. */
  isDowngrade: boolean;
  /** changePlan: its quote; else null. */
  planChange: PlanChangeQuote | null;
  /** cancelService: its statement; else null. */
  statement: CancellationStatement | null;
  /** setDomainNameservers, setDomainLock: the settings as they are now; else null. */
  settings: Pick<RegistrarSettings, "nameservers" | "locked"> | null;
}
