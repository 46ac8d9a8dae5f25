import type { AccountCommand } from "../../../durable-objects/account/account-command.ts";
import type { ApprovalTerms } from "../../../durable-objects/account/account-dependencies.ts";
import type { ShownCommand } from "../../../durable-objects/account/approvals/approval-port.ts";
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
  const isAsked = kinds.some((kind) => isAskedAlways(kind, command, preview, asks));
  // A change of plan that makes no invoice is no order.
  const isOrder = kinds.includes("orders") && (preview.price !== null || command.name !== "changePlan");
  const limit = isOrder ? asks.orders : null;
  const shown = isAsked || limit !== null ? shownCommand(command, preview) : null;
  if (!shown) return null;
  const [statement, connection] = await Promise.all([
    statementDigest(signer, preview),
    standingDigest(signer, { ...standing, asks }),
  ]);
  return { isAsked, limit, shown, statementDigest: statement, standingDigest: connection };
}

function isAskedAlways(kind: AskKind, { name }: AccountCommand, preview: ActionPreview, asks: Asks): boolean {
  switch (kind) {
    case "cancel":
      return asks.cancel && (name !== "changePlan" || preview.isDowngrade);
    case "domains":
      return asks.domains && (name === "transferDomainOut" || preview.changes);
    case "orders":
      return false;
  }
}

function shownCommand(command: AccountCommand, preview: ActionPreview): ShownCommand | null {
  const { price, isDowngrade, planChange, statement, settings } = preview;
  const shown = { preview: { price, isDowngrade, planChange, statement, settings } };
  switch (command.name) {
    case "orderDomain": {
      const { domain, type, years } = command.request;
      return { operation: command.name, details: { domain, type, years }, ...shown };
    }
    case "orderPlan": {
      const { planId, billingCycle, domain, promotion } = command.request;
      return { operation: command.name, details: { planId, billingCycle, domain, promotion }, ...shown };
    }
    case "renewDomain": {
      const { domain, years } = command.request;
      return { operation: command.name, details: { domain, years }, ...shown };
    }
    case "changePlan": {
      const { serviceId, planId, billingCycle } = command.request;
      return { operation: command.name, details: { serviceId, planId, billingCycle }, ...shown };
    }
    case "cancelService": {
      const { serviceId, when, reason } = command.request;
      return { operation: command.name, details: { serviceId, when, reason }, ...shown };
    }
    case "transferDomainOut":
      return { operation: command.name, details: { domain: command.request.domain }, ...shown };
    case "setDomainNameservers": {
      const { domain, nameservers } = command.request;
      return { operation: command.name, details: { domain, nameservers }, ...shown };
    }
    case "setDomainLock": {
      const { domain, locked } = command.request;
      return { operation: command.name, details: { domain, locked }, ...shown };
    }
    case "changeDnsZone": {
      const { serviceId, zone, remove, add } = command.request;
      const read = readChange(zone, { remove, add });
      const records = "change" in read ? read.change : { remove, add };
      return { operation: command.name, details: { serviceId, zone, ...records }, ...shown };
    }
    case "setDomainAutoRenew":
      return null;
  }
}
