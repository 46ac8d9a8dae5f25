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

/** The maximum time to wait for the owner's notification e-mail before the change returns, in milliseconds. */
const NOTICE_DEADLINE_MS = 4_000;

/**
 * The deadline for rereading the zone after a change that got no response. This deadline and the deadline of the change
 * together are shorter than the action's timeout.
 */
export const READ_BACK_DEADLINE_MS = 3_000;

/**
 * The deadline for reading the zone before the customer approves the change. This read and the other preparation steps
 * together finish within the preparation timeout.
 */
const PREVIEW_DEADLINE_MS = 6_000;

/** A change to one zone of a service. */
export interface ServiceZoneChange extends ZoneChange {
  serviceId: number;
  zone: string;
}

/** The dependencies of a zone change. */
export interface ZoneChangeTools {
  billing: Pick<BillingSystem, "describe" | "readService" | "notifyZoneChange">;
  zones: ZoneSystem;
}

/**
 * Finds the service of a zone. Checks that the provider accepts changes and that the service is not suspended.
 * @throws {CommandRefused}
 */
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

/** Changes a zone on its server, or only checks the change against the current zone. */
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
    // A repeated call would get `zone_changed`, so only this call can notify the owner.
    if (problem.code === "zone_unanswered" && problem.isSent) {
      const done = await findMade(zones, place, change, requestId);
      if (done) await tellOwner(done.add, done.remove);
    }
    return { ok: false, problem };
  }
  const told = await tellOwner(made.value.added, made.value.removed);
  return { ok: true, value: { account, ...made.value, ownerTold: told.ok && told.value.ownerTold } };
}

/** Checks a change against the zone's readable records, to predict whether the server would refuse it. */
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

/**
 * Checks whether the zone has a change that got no response. Returns the change in canonical form, or `null` if the
 * change was not made or the zone cannot be read.
 */
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
