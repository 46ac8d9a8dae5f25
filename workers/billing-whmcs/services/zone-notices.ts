import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import type { OwnerNotified, ZoneChangeNotice } from "../../../shared/billing-contract/zone-notices.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { admitActing } from "../acting/admit-acting.ts";
import { notifyOwner } from "../mails/notify-owner.ts";
import { unavailable } from "../results.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { readServices } from "./list-services.ts";

/** Mails the owner about records that were changed on the service's own server. */
export async function notifyZoneChange(
  context: WhmcsContext,
  query: WriteCall,
  { serviceId, zone, added, removed }: ZoneChangeNotice,
): Promise<QuoteResult<OwnerNotified | WritePreview>> {
  const [admitted, read] = await Promise.all([admitActing(context, query), readServices(context, query, serviceId)]);
  if (!admitted.ok) return admitted;
  if (read.kind !== "ok") return unavailable(read);
  if (!read.body.some(({ id }) => id === serviceId)) return { ok: false, problem: { code: "not_found" } };
  const { client, reference: account } = admitted.value;
  if (!query.commit) return { ok: true, value: previewOf(account, {}) };
  const notice = { kind: "zoneChanged", domain: zone, serviceId, added, removed } as const;
  const ownerTold = await notifyOwner(context, query, { client, page: { kind: "service", id: serviceId } }, notice);
  return { ok: true, value: { account, ownerTold } };
}
