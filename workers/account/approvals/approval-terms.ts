import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import type { ApprovalTerms } from "../../../durable-objects/account/account-dependencies.ts";
import { SHOWN_MEMBERS, type ShownCommand } from "../../../durable-objects/account/approvals/approval-port.ts";
import type { Standing } from "../../../durable-objects/connection/connection-port.ts";
import { type Asks, asksOf } from "../../../shared/account-access/asks.ts";
import type { ActionPreview } from "../../../shared/billing-contract/action-preview.ts";
import type { Signer } from "../../../shared/platform/service-key.ts";
import { readChange } from "../../../shared/zones-contract/read-change.ts";
import { standingDigest, statementDigest } from "../actions/digests.ts";

type AskKind = keyof Asks;

/** Whether the customer may have to approve a command. @param kinds what can be asked about that concerns it */
export function mayAsk(kinds: readonly AskKind[], asks: Asks): boolean {
  return kinds.some((kind) => (kind === "orders" ? asks.orders !== null : asks[kind]));
}

/** What a customer is asked about a command; null where it is nothing. */
export async function approvalTerms(
  command: AccountCommand,
  preview: ActionPreview,
  { kinds, standing, signer }: { kinds: readonly AskKind[]; standing: Standing; signer: Signer },
): Promise<ApprovalTerms | null> {
  const asks = asksOf(standing);
  const isAsked = kinds.some((kind) => isAskedAlways(kind, kinds, preview, asks));
  // A change of plan that makes no invoice is no order.
  const isOrder = kinds.includes("orders") && (preview.price !== null || !kinds.includes("cancel"));
  const limit = isOrder ? asks.orders : null;
  if (!isAsked && limit === null) return null;
  const shown = shownCommand(command, preview);
  const [statement, connection] = await Promise.all([
    statementDigest(signer, shown),
    standingDigest(signer, { ...standing, asks }),
  ]);
  return {
    isAsked,
    limit,
    shown,
    statementDigest: statement,
    standingDigest: connection,
  };
}

function isAskedAlways(kind: AskKind, kinds: readonly AskKind[], preview: ActionPreview, asks: Asks): boolean {
  switch (kind) {
    case "cancel":
      // What can be an order too is no cancellation: the customer is asked where it takes something away.
      return asks.cancel && (!kinds.includes("orders") || preview.isDowngrade);
    case "domains":
      return asks.domains && preview.changes;
    case "orders":
      return false;
  }
}

/** The members that are shown, and no other ones: what a command may gain stays unseen until it is listed. */
function shownCommand({ name, request }: AccountCommand, preview: ActionPreview): ShownCommand {
  const members = Object.entries(request).filter(([member]) => SHOWN_MEMBERS.some((shown) => shown === member));
  const { account: _, changes: __, ...shown } = preview;
  const records = "zone" in request ? readChange(request.zone, request) : null;
  return {
    operation: name,
    details: { ...Object.fromEntries(members), ...(records && "change" in records && records.change) },
    preview: shown,
    // A definition without something that can be asked about does not come here.
  } as ShownCommand;
}
