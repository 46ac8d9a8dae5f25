import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { TransferPrepared } from "../../../shared/billing-contract/domain-settings.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import { UNDER_WAY } from "../../../shared/ordering/transfers-out.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { inOrder } from "../bridge/outcome.ts";
import { findDomain } from "../domains/domains.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { admitActing } from "./acting.ts";
import { finishTransfer, judgeTransfer, type ReadyTransfer } from "./finish-transfer.ts";
import { runWrite } from "./run-write.ts";

/**
 * Prepares a domain's transfer to another registrar. Stores the action before the first change at the registrar, so
 * that scheduled work can complete it after a failure. The action does not lock the domain for orders.
 */
export function transferDomainOut(
  context: WhmcsContext,
  call: WriteCall,
  { domain: name }: { domain: string },
): Promise<TransferPrepared | WritePreview> {
  return runWrite<ReadyTransfer, TransferPrepared>(context, call, {
    operation: "transferDomainOut",
    target: `transfer:${name}`,
    underWay: UNDER_WAY,
    async judge() {
      const [admitted, own] = await inOrder(admitActing(context, call), findDomain(context, call.accountId, name));
      return judgeTransfer(context, admitted.client, own);
    },
    preview: ({ account }) => previewOf(account, {}),
    requestOf: ({ domain }) => ({ kind: "transfer", domain: name, domainId: domain.id }),
    send: (ready, row) => finishTransfer(context, row, ready),
  });
}
