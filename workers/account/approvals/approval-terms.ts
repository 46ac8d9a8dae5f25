import type { ApprovalTerms } from "../../../durable-objects/account/account-dependencies.ts";
import type { CommandRequest } from "../../../durable-objects/account/account-port.ts";
import type { ApprovalStatement } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { Asks } from "../../../shared/account-access/asks.ts";
import type { Standing } from "../../../shared/account-access/standing.ts";
import type { Money } from "../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import type { ActingOperation } from "../actions/acting-operation.ts";
import { approvalDigest, asStored } from "../actions/digests.ts";
import { SHOWN_MEMBERS } from "./approval-words.ts";

/** The part of an operation's definition that decides about approvals. */
type AskedAbout = Pick<ActingOperation, "asks" | "effect">;

/** What the customer must approve before a command is sent; null if it needs no approval. */
export async function approvalTerms(
  { operation, input }: Pick<CommandRequest, "operation" | "input">,
  preview: WritePreview,
  { definition, standing, signer }: { definition: AskedAbout; standing: Standing; signer: Signer },
): Promise<ApprovalTerms | null> {
  const { asks } = standing;
  const limit = definition.asks.includes("orders") ? limitPassed(asks, definition, preview) : null;
  if (limit === null && !isAsked(asks, definition.asks, preview)) return null;
  const statement = statementOf({ operation, input }, preview, limit);
  return { statement, digest: await approvalDigest(signer, statement, standing) };
}

/** What a command would do, as pages and mails put it in words. @param limit the amount that an order is above */
export function statementOf(
  { operation, input }: Pick<CommandRequest, "operation" | "input">,
  { account: _, changes: __, ...preview }: WritePreview,
  limit: ApprovalStatement["limit"],
): ApprovalStatement {
  return { operation, input: shownInput(input), preview, limit };
}

/** The amount that an order is above, 0 for every order; null if it is within, or no order. An unknown price is above every amount. */
function limitPassed({ orders }: Asks, { asks: kinds, effect }: AskedAbout, preview: WritePreview): MinorUnits | null {
  const cost = dearerOf(preview);
  // A change of plan without an invoice is not an order, nor is a setting that charges no card.
  if (orders === null || (cost === null && (kinds.includes("cancel") || effect === "change"))) return null;
  return orders === 0 || cost === null || cost.amount > orders ? orders : null;
}

/** The price of a command or, where it lets a saved card be charged for renewals, that of one of them if it is more; null: unknown, or none. */
function dearerOf({ price, renewalCharge, domainOrder }: WritePreview): Money | null {
  const renewal = domainOrder?.autoRenew && domainOrder.chargesCard ? domainOrder.renewalPrice : renewalCharge;
  return price && renewal && renewal.amount > price.amount ? renewal : (price ?? renewalCharge);
}

function isAsked(asks: Asks, kinds: AskedAbout["asks"], { isDowngrade, changes }: WritePreview): boolean {
  // A command that can also be an order is not a cancellation. It needs approval if it takes something away.
  const isCancellation = kinds.includes("cancel") && (isDowngrade || !kinds.includes("orders"));
  return (asks.cancel && isCancellation) || (asks.domains && kinds.includes("domains") && changes);
}

/** The records of a zone are shown as they would be stored. */
function shownInput(input: object): ApprovalStatement["input"] {
  const members = Object.entries(asStored(input));
  return Object.fromEntries(members.filter(([member]) => SHOWN_MEMBERS.some((one) => one === member)));
}
