import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CustomerReads } from "../../../shared/billing-contract/customer.ts";
import type { BillingDescription } from "../../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ZoneSystem, ZoneSystemDescription } from "../../../shared/zones-contract/zone-system.ts";
import { BILLING_DEADLINE_MS } from "./billing-answers.ts";

/** Reads what the billing system says of itself, such as whether it takes changes. */
export type DescribeBilling = Remembered<BillingResult<BillingDescription>>;

const DOCUMENT_DEADLINE_MS = 2_000;

export function rememberedDescription(
  billing: Pick<CustomerReads, "describe">,
  dependencies: RememberedDependencies,
): DescribeBilling {
  return remembered<BillingResult<BillingDescription>>(
    (requestId, deadlineMs = BILLING_DEADLINE_MS) =>
      askBilling(() => billing.describe({ requestId }), deadlineMs, requestId),
    dependencies,
  );
}

/** Whether the billing system takes changes, for a document that is served without it too; null where it was not read in time. */
export async function takesChanges(describe: DescribeBilling, requestId: string): Promise<boolean | null> {
  const described = await describe(requestId, DOCUMENT_DEADLINE_MS);
  return described.ok ? described.value.acts : null;
}

/** The types of events that the billing system never tells, for a document that is served without them too. */
export async function eventsMissing(
  describe: DescribeBilling,
  requestId: string,
): Promise<BillingDescription["eventsMissing"]> {
  const described = await describe(requestId, DOCUMENT_DEADLINE_MS);
  return described.ok ? described.value.eventsMissing : [];
}

const DESCRIBE_DEADLINE_MS = 2_000;

/** Whether a server is connected whose zones can be changed; null while that was never said. */
export type AreZonesConnected = (requestId: string) => Promise<boolean | null>;

/** A server is connected by a setting of the zones' Worker, so its last answer is good for minutes. */
export function connectedZones(
  zones: Pick<ZoneSystem, "describe">,
  dependencies: RememberedDependencies,
): AreZonesConnected {
  const describe: Remembered<{ ok: true; value: ZoneSystemDescription } | { ok: false }> = remembered(
    async (requestId, deadlineMs = DESCRIBE_DEADLINE_MS) => {
      try {
        return { ok: true, value: await inTime(zones.describe(), deadlineMs) };
      } catch (cause) {
        log("zones_unreachable", { request_id: requestId, cause });
        return { ok: false };
      }
    },
    dependencies,
  );
  return async (requestId) => {
    const described = await describe(requestId);
    return described.ok ? described.value.isConnected : null;
  };
}

/** Where no Worker of zones is bound: no server is connected. */
export const NO_ZONES: ZoneSystem = {
  describe: async () => ({ isConnected: false }),
  readZone: async () => ({ ok: false, problem: { code: "not_bridged" } }),
  changeZone: async () => ({ ok: false, problem: { code: "not_bridged" } }),
};

/** Asks what another Worker says of itself. @param deadlineMs by default that of any question */
type Remembered<Result> = (requestId: string, deadlineMs?: number) => Promise<Result>;

/** What is said may change without a deployment. */
const FRESH_MS = 5 * 60_000;

interface RememberedDependencies {
  /** Epoch milliseconds. */
  now: () => number;
  /** Keeps work going after the answer. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Asks until there is an answer: nothing is assumed about what was never read. Then it returns the last answer at once,
 * and refreshes it in the background when it is five minutes old.
 * @param ask never throws
 */
function remembered<Result extends { ok: boolean }>(
  ask: Remembered<Result>,
  { now, waitUntil }: RememberedDependencies,
): Remembered<Result> {
  let known: { result: Result; askAgainAt: number } | undefined;
  const read: Remembered<Result> = async (requestId, deadlineMs) => {
    const result = await ask(requestId, deadlineMs);
    if (result.ok) known = { result, askAgainAt: now() + FRESH_MS };
    return result;
  };
  return async (requestId, deadlineMs) => {
    if (!known) return read(requestId, deadlineMs);
    if (known.askAgainAt <= now()) {
      // Set before the call, so that other requests do not call too.
      known.askAgainAt = now() + FRESH_MS;
      waitUntil(read(requestId));
    }
    return known.result;
  };
}
