import type { WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { WritePreview } from "../../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import type { OwnerNotified, ZoneChangeNotice } from "../../../../shared/billing-contract/zone-notices.ts";
import { previewOf } from "../../../../shared/ordering/write-preview.ts";
import type { EngineContext } from "../engine-context.ts";
import { notifyOwner } from "../mails/notify-owner.ts";
import { serviceRead } from "../records/services.ts";
import { failure, ok } from "../store/results.ts";

/** Mails the owner about records that were changed on the service's own server. */
export async function notifyZoneChange(
  engine: EngineContext,
  query: WriteCall,
  { serviceId, zone, added, removed }: ZoneChangeNotice,
): Promise<QuoteResult<OwnerNotified | WritePreview>> {
  const read = await engine.accounts.state(query, { service: serviceRead(engine.db, query.accountId, serviceId) });
  if (!read.ok) return read;
  const { account, rows } = read.value;
  if (rows.service.length === 0) return failure({ code: "not_found" });
  if (!query.commit) return ok(previewOf(account, {}));
  const content = { kind: "zoneChanged", domain: zone, serviceId, added, removed } as const;
  return ok({ account, ownerTold: await notifyOwner(engine, query, read.value, content) });
}
