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

/** The parts of an operation's definition that determine whether it needs approval. */
type AskedAbout = Pick<ActingOperation, "asks" | "effect">;

/** Returns the terms that the customer must approve before a command is sent, or `null` if it needs no approval. */
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

/**
 * Returns the statement of a command's effect, for pages and e-mails.
 * @param limit the amount above which the customer must approve orders; `null` if the approval does not depend on an
 * amount
 */
export function statementOf(
  { operation, input }: Pick<CommandRequest, "operation" | "input">,
  { account: _, changes: __, ...preview }: WritePreview,
  limit: ApprovalStatement["limit"],
): ApprovalStatement {
  return { operation, input: shownInput(input), preview, limit };
}

/**
 * Returns the amount above which the customer must approve orders, if the order exceeds it. Returns `null` if orders
 * need no approval, if the command is not an order, or if its price is within that amount. An unknown price exceeds
 * every amount.
 */
function limitPassed({ orders }: Asks, { asks: kinds, effect }: AskedAbout, preview: WritePreview): MinorUnits | null {
  const cost = dearerOf(preview);
  // A plan change without an invoice is not an order. A setting that charges no card is not an order either.
  if (orders === null || (cost === null && (kinds.includes("cancel") || effect === "change"))) return null;
  return orders === 0 || cost === null || cost.amount > orders ? orders : null;
}

/**
 * Returns the price of the command, or the price of a renewal that charges a saved card if that price is higher or the
 * command has no price. Returns `null` if neither price is known.
 */
function dearerOf({ price, renewalCharge, domainOrder }: WritePreview): Money | null {
  const renewal = domainOrder?.autoRenew && domainOrder.chargesCard ? domainOrder.renewalPrice : renewalCharge;
  return price && renewal && renewal.amount > price.amount ? renewal : (price ?? renewalCharge);
}

function isAsked(asks: Asks, kinds: AskedAbout["asks"], { isDowngrade, changes }: WritePreview): boolean {
  // A command that can also be an order is not a cancellation. It needs this approval only for a downgrade.
  const isCancellation = kinds.includes("cancel") && (isDowngrade || !kinds.includes("orders"));
  return (asks.cancel && isCancellation) || (asks.domains && kinds.includes("domains") && changes);
}

/** Returns the input fields that the customer sees, with DNS records in stored form. */
function shownInput(input: object): ApprovalStatement["input"] {
  const members = Object.entries(asStored(input));
  return Object.fromEntries(members.filter(([member]) => SHOWN_MEMBERS.some((one) => one === member)));
}
