import type { ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type { TransferPrepared } from "../../../shared/billing-contract/domain-settings.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import { UNDER_WAY } from "../../../shared/ordering/transfers-out.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { admitActing } from "../acting/admit-acting.ts";
import { finishTransfer, judgeTransfer, type ReadyTransfer } from "../acting/finish-transfer.ts";
import type { StoredTransfer } from "../acting/order-request.ts";
import { answerOf, judgeClaimed, judgeUnclaimed, runClaimed } from "../acting/run-order.ts";
import { instantNow } from "../acting/stored-write.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { ownDomainRecord } from "./own-domain.ts";

const OPERATION = "transferDomainOut";

/**
 * Begins a transfer away, which is stored before the registrar is asked to change anything, so that the schedule can complete it after
 * a failure. Orders of the same name do not wait for it.
 */
export function transferDomainOut(
  context: WhmcsContext,
  action: WriteCall,
  { domain }: { domain: string },
): Promise<QuoteResult<TransferPrepared>> {
  return runClaimed<TransferPrepared>(context, action, claimOf(domain), () => begin(context, action, domain));
}

export async function checkTransferOut(
  context: WhmcsContext,
  query: ActorQuery,
  { domain }: { domain: string },
): Promise<QuoteResult<WritePreview>> {
  const judged = await judgeUnclaimed(context, query, claimOf(domain), () => judge(context, query, domain));
  return judged.ok ? { ok: true, value: previewOf(judged.value.account, {}) } : judged;
}

function claimOf(domain: string) {
  return { operation: OPERATION, target: `transfer:${domain}`, underWay: UNDER_WAY } as const;
}

async function judge(context: WhmcsContext, query: ActorQuery, name: string): Promise<QuoteResult<ReadyTransfer>> {
  const [admitted, own] = await Promise.all([admitActing(context, query), ownDomainRecord(context, query, name)]);
  if (!admitted.ok) return admitted;
  if (own.kind !== "ok") return unavailable(own);
  return judgeTransfer(context, query, admitted.value.client, own.body);
}

async function begin(context: WhmcsContext, action: WriteCall, name: string): Promise<QuoteResult<TransferPrepared>> {
  const { actions } = context;
  const judged = await judgeClaimed(context, action, () => judge(context, action, name));
  if (!judged.ok) return judged;
  const request: StoredTransfer = { kind: "transfer", domain: name, domainId: judged.value.domain.id };
  // Whoever was slower than the lookup of it has been withdrawn, and does nothing.
  if (!(await actions.sending(action, instantNow(context), request))) return unavailable();
  const row = await actions.find(action);
  const ended = row && (await finishTransfer(context, row, request, judged.value));
  return ended ? answerOf<TransferPrepared>(context, ended, OPERATION) : unavailable();
}
