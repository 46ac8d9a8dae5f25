import { SPEED } from "../../faults/harness/fast-clock.ts";
import type { CampaignTimes } from "../../faults/harness/faults.ts";

/** The timeout of a call to WHMCS in milliseconds. A deployed Worker waits eight to twelve seconds. */
export const MAX_CALL_MS = 2_000;
/** The delivery window in real milliseconds, which is three minutes on the fast clock. */
const DELIVERY_WINDOW_MS = 180_000 / SPEED;
/** The delay in real milliseconds after which WHMCS acts on a call that already has its response. */
export const LATE_MS = 4_000;
export const AFTER_WINDOW_MS = DELIVERY_WINDOW_MS + 4_000;

/** The times of a campaign. For example, the last late lookup comes after 40 seconds instead of a day. */
export const TIMES: CampaignTimes = {
  journal: {
    preparationTimeoutMs: 10_000,
    answerTimeoutMs: 4_000,
    lookupTimeoutMs: 4_000,
    deliveryWindowMs: DELIVERY_WINDOW_MS,
    stuckAfterMs: 25_000,
    alertIntervalMs: 120_000,
    retentionMs: 3_600_000,
    lookupDelaysMs: [200, 500, 1_000, 2_000],
    lateLookupDelaysMs: [4_000, 12_000, 40_000],
    alarmRetryMs: 3_000,
  },
  maxEffectMs: 8_000,
  afterWindowMs: AFTER_WINDOW_MS,
  outageMs: 30_000,
};
