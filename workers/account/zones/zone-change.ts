import { CommandRefused, type WriteReply } from "../../../durable-objects/account/commands/command-steps.ts";
import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { AccountReference } from "../../../shared/billing-contract/customer.ts";
import { NO_CHANGES_TAKEN, pagePath } from "../../../shared/billing-contract/description.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { ChangedServiceZone } from "../../../shared/billing-contract/zone-notices.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { checkChange, isMade } from "../../../shared/zones-contract/check-change.ts";
import { type ReadChange, readChange } from "../../../shared/zones-contract/read-change.ts";
import type { ZoneChange, ZonePlace, ZoneRecord, ZoneSystem } from "../../../shared/zones-contract/zone-system.ts";
import { BILLING_DEADLINE_MS } from "../queries/billing-answers.ts";
import { askZones, findServer, type PlacedService, zoneRefusal } from "./service-zones.ts";

/** How long the answer to a change waits until the owner's mail is on its way. */
const NOTICE_DEADLINE_MS = 4_000;

/**
 * For the reading after a change without an answer: together with the change's deadline it ends before the action times
 * out.
 */
export const READ_BACK_DEADLINE_MS = 3_000;

/**
 * For the reading before the approval: together with the other preparation it ends before the preparation times out.
 */
const PREVIEW_DEADLINE_MS = 6_000;

/** A change of one zone of a service. */
export interface ServiceZoneChange extends ZoneChange {
  serviceId: number;
  zone: string;
}

/** What a change of a zone needs besides its request. */
export interface ZoneChangeTools {
  billing: Pick<BillingSystem, "describe" | "readService" | "notifyZoneChange">;
  zones: ZoneSystem;
}

/** The service of a zone, if its server can be called for a change. @throws {CommandRefused} */
export async function placeZoneChange(
  { billing }: ZoneChangeTools,
  serviceId: number,
  call: WriteCall,
): Promise<PlacedService> {
  const [placed, described] = await Promise.all([
    findServer(billing, call, serviceId),
    askBilling(() => billing.describe(call), BILLING_DEADLINE_MS, call.requestId),
  ]);
  if (!placed.ok) throw new CommandRefused(placed.problem);
  if (!described.ok) throw new CommandRefused(described.problem);
  const { acts, links } = described.value;
  if (!acts) throw new CommandRefused({ code: "not_offered", reason: NO_CHANGES_TAKEN, path: pagePath(links, "home") });
  if (placed.value.service.status === "suspended") throw new CommandRefused({ code: "not_allowed", reason: SUSPENDED });
  return placed.value;
}

/** Changes a zone on its server, or judges the change by the zone as it is now. */
export async function changeZone(
  { billing, zones }: ZoneChangeTools,
  { account, server }: PlacedService,
  { serviceId, zone, ...change }: ServiceZoneChange,
  call: WriteCall,
): Promise<WriteReply<ChangedServiceZone | WritePreview>> {
  const { requestId, commit } = call;
  const place = { ...server, zone };
  if (!commit) return judgeChange(zones, account, place, change, requestId);
  const made = await askZones(() => zones.changeZone(place, change, requestId), requestId);
  const tellOwner = (added: ZoneRecord[], removed: ZoneRecord[]) => {
    const notice = { serviceId, zone, added, removed };
    const told = () => billing.notifyZoneChange({ ...call, commit: true }, notice);
    return askBilling(told, NOTICE_DEADLINE_MS, requestId);
  };
  if (!made.ok) {
    const problem = zoneRefusal(made.problem, { isChange: true });
    // A repeat by the caller gets zone_changed, so only this call can notify the owner.
    if (problem.code === "zone_unanswered" && problem.isSent) {
      const done = await findMade(zones, place, change, requestId);
      if (done) await tellOwner(done.add, done.remove);
    }
    return { ok: false, problem };
  }
  const told = await tellOwner(made.value.added, made.value.removed);
  return { ok: true, value: { account, ...made.value, ownerTold: told.ok && told.value.ownerTold } };
}

/** The refusal that the change would get, as far as it can be predicted from outside. */
async function judgeChange(
  zones: ZoneSystem,
  account: AccountReference,
  place: ZonePlace,
  change: ZoneChange,
  requestId: string,
): Promise<WriteReply<WritePreview>> {
  const read = await askZones(() => zones.readZone(place, requestId), requestId, PREVIEW_DEADLINE_MS);
  if (!read.ok) return { ok: false, problem: zoneRefusal(read.problem, { isChange: false }) };
  const { revision, records } = read.value;
  const { zone } = place;
  const asked = readChange(zone, change);
  if ("refused" in asked) return { ok: false, problem: { code: "invalid_body", refused: asked.refused } };
  if (revision !== change.revision) return { ok: false, problem: { code: "zone_changed" } };
  const refused = checkChange({ zone, records, hidden: [] }, asked.change);
  if (refused.length > 0) return { ok: false, problem: { code: "invalid_body", refused } };
  return { ok: true, value: previewOf(account, {}) };
}

/** A change without an answer, in canonical form, where the zone has it by now; null where it has not, or cannot be read. */
async function findMade(
  zones: ZoneSystem,
  place: ZonePlace,
  change: ZoneChange,
  requestId: string,
): Promise<ReadChange | null> {
  const asked = readChange(place.zone, change);
  if ("refused" in asked) return null;
  const read = await askZones(() => zones.readZone(place, requestId), requestId, READ_BACK_DEADLINE_MS);
  if (!read.ok || read.value.revision === change.revision) return null;
  return isMade(read.value.records, asked.change) ? asked.change : null;
}

const SUSPENDED: Text = {
  en: "The service is suspended, and its zone cannot change until the suspension ends",
  fr: "Le service est suspendu, et sa zone reste telle quelle jusqu’à ce que cela cesse",
};
