import { askBilling } from "../../../shared/billing-contract/ask-billing.ts";
import type { CustomerReads } from "../../../shared/billing-contract/customer.ts";
import type { BillingDescription } from "../../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../../shared/billing-contract/result.ts";
import { inTime } from "../../../shared/platform/deadline.ts";
import { log } from "../../../shared/platform/log.ts";
import type { ZoneSystem, ZoneSystemDescription } from "../../../shared/zones-contract/zone-system.ts";
import { BILLING_DEADLINE_MS } from "./billing-answers.ts";

/** Reads the billing system's description of itself, such as whether it accepts changes. */
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

/** Reads whether the billing system accepts changes. Returns `null` until the billing system has responded once. */
export async function takesChanges(describe: DescribeBilling, requestId: string): Promise<boolean | null> {
  const described = await describe(requestId, DOCUMENT_DEADLINE_MS);
  return described.ok ? described.value.acts : null;
}

/** Reads the types of events that the billing system never reports. Returns no types until it has responded once. */
export async function eventsMissing(
  describe: DescribeBilling,
  requestId: string,
): Promise<BillingDescription["eventsMissing"]> {
  const described = await describe(requestId, DOCUMENT_DEADLINE_MS);
  return described.ok ? described.value.eventsMissing : [];
}

const DESCRIBE_DEADLINE_MS = 2_000;

/** Reads whether a server with zones is connected. Returns `null` until the Worker for zones has responded once. */
export type AreZonesConnected = (requestId: string) => Promise<boolean | null>;

/**
 * Creates the reader, which caches the reply of the Worker for zones. The reply depends only on that Worker's settings.
 */
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

/** The zone system of a deployment without a Worker for zones. No server is connected. */
export const NO_ZONES: ZoneSystem = {
  describe: async () => ({ isConnected: false }),
  readZone: async () => ({ ok: false, problem: { code: "not_bridged" } }),
  changeZone: async () => ({ ok: false, problem: { code: "not_bridged" } }),
};

/**
 * Reads another Worker's description of itself.
 * @param deadlineMs the time limit for the reply, in milliseconds; each reader has its own default
 */
type Remembered<Result> = (requestId: string, deadlineMs?: number) => Promise<Result>;

/** The age at which a description is read again, in milliseconds. It can change without a deployment. */
const FRESH_MS = 5 * 60_000;

interface RememberedDependencies {
  /** Returns the current time, in epoch milliseconds. */
  now: () => number;
  /** Keeps work running after the response. */
  waitUntil: (work: Promise<unknown>) => void;
}

/**
 * Creates a cached reader. Until `ask` succeeds for the first time, the reader calls it each time. From then on, the
 * reader returns the last result immediately. If that result is older than five minutes, the reader refreshes it in the
 * background.
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
      // Set the time before the call, so that concurrent requests do not call too.
      known.askAgainAt = now() + FRESH_MS;
      waitUntil(read(requestId));
    }
    return known.result;
  };
}
