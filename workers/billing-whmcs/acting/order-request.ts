import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { CancellationStatement, CancellationTime } from "../../../shared/billing-contract/cancellation.ts";
import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import type { Money } from "../../../shared/billing-contract/result.ts";
import type { WriteOperation } from "../../../shared/billing-contract/writes.ts";
import type { PreviewParts } from "../../../shared/ordering/write-preview.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { Parameters } from "../api/parameters.ts";

/** What is ordered. */
export type OrderLine =
  | { kind: "register" | "transfer"; domain: string; years: number }
  | { kind: "renew"; domain: string; domainId: number; years: number }
  /** `domain`: of the site; null without one. */
  | { kind: "plan"; productId: number; billingCycle: BillingCycle; domain: string | null }
  | { kind: "change"; serviceId: number; productId: number; billingCycle: BillingCycle };

/**
 * What a renewal costs, before taxes. `list`: by the price list; `own`: by the name's recurring amount, where it is for the name's own
 * years. Nothing published says at which it is ordered.
 */
export type RenewalPrices = Record<"list" | "own", MinorUnits>;

/** The operations that place an order. */
export type OrderOperation = Extract<WriteOperation, "orderDomain" | "orderPlan" | "renewDomain" | "changePlan">;

/** What is kept of an action until its outcome is known. */
export type StoredRequest = StoredOrder | StoredCancellation | StoredTransfer;

export interface StoredOrder {
  kind: "order";
  line: OrderLine;
  /** Before taxes: what the invoice has to say. */
  price: Money;
  /** The gateway that it was ordered on, by its module. */
  gateway: string;
  /** Of a renewal: what it costs by each of the two ways. */
  renewal?: RenewalPrices;
  /** Of a renewal: when the name expired as it was ordered. */
  expiredOn?: string | null;
  /** The members of the answer that do not come from the order itself. */
  value: object;
}

/** An order that was judged and may be sent. */
export interface JudgedOrder {
  account: AccountReference;
  /** The API's action and its parameters, which are stored nowhere: they may hold an auth code. */
  call: { action: "AddOrder" | "UpgradeProduct"; parameters: Parameters };
  stored: StoredOrder;
  /** What a check tells of it besides its price. */
  preview: PreviewParts;
}

export interface StoredCancellation {
  kind: "cancellation";
  serviceId: number;
  when: CancellationTime;
  /** The answer. */
  value: CancellationStatement;
}

/** A transfer away that is being prepared, without its code. */
export interface StoredTransfer {
  kind: "transfer";
  domain: string;
  domainId: number;
}

/** Whether an order with another price than was judged can be taken back: cancelling one that changes what exists may end that. */
export function canBeTakenBack({ kind }: OrderLine): boolean {
  return kind === "register" || kind === "transfer" || kind === "plan";
}

/** What an order made, as far as it is known. */
export interface MadeByOrder {
  serviceId: number | null;
  /** Null where nothing is due. */
  invoiceId: number | null;
}
