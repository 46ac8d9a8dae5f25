import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { OwnerNotified, ZoneChangeNotice } from "../../../shared/billing-contract/zone-notices.ts";
import { NOT_FOUND } from "../../../shared/ordering/refusals.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { notifyOwner } from "../accounts/owner-mails.ts";
import { inOrder } from "../bridge/outcome.ts";
import { Refused } from "../results.ts";
import { findService } from "../services/services.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { admitActing } from "./acting.ts";

/** Notifies the owner by e-mail about DNS records that were changed on the service's own server. */
export async function notifyZoneChange(
  context: WhmcsContext,
  call: WriteCall,
  { serviceId, zone, added, removed }: ZoneChangeNotice,
): Promise<OwnerNotified | WritePreview> {
  const [admitted, service] = await inOrder(
    admitActing(context, call),
    findService(context, call.accountId, serviceId),
  );
  if (!service) throw new Refused(NOT_FOUND);
  const { client, account } = admitted;
  if (!call.commit) return previewOf(account, {});
  const notice = { kind: "zoneChanged", domain: zone, serviceId, added, removed } as const;
  const ownerTold = await notifyOwner(context, { client, page: { kind: "service", id: serviceId } }, notice);
  return { account, ownerTold };
}
