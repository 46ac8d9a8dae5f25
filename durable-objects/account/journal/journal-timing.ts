/** Timeouts and intervals of the journal, in milliseconds. */
export interface JournalTiming {
  /** Of the validation before an action is sent. */
  preparationTimeoutMs: number;
  answerTimeoutMs: number;
  lookupTimeoutMs: number;
  /** An action that a lookup does not find this long after it was sent was never done. */
  deliveryWindowMs: number;
  /** Mark `STUCK` and alert the operator after this long without an outcome. */
  stuckAfterMs: number;
  /** Between two alerts of the same action. */
  alertIntervalMs: number;
  /** How long an outcome is replayed under its key. */
  retentionMs: number;
  /** Delays between lookups of an unknown outcome; the last one repeats. */
  lookupDelaysMs: readonly number[];
  /** Delays, after settling, of the extra lookups of an action that was never done. */
  lateLookupDelaysMs: readonly number[];
  /** Delay of the next alarm after one that failed. An alarm that did not run so long after it was due is taken for lost. */
  alarmRetryMs: number;
}

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The delivery window is the answer timeout, plus what a stopped object can still do (30 s), plus the longest that a billing
 * system works on one request (120 s), plus clock skew.
 */
export const TIMING: JournalTiming = {
  preparationTimeoutMs: 15 * SECOND,
  answerTimeoutMs: 20 * SECOND,
  lookupTimeoutMs: 10 * SECOND,
  deliveryWindowMs: 180 * SECOND,
  stuckAfterMs: HOUR,
  alertIntervalMs: 24 * HOUR,
  retentionMs: 24 * HOUR,
  lookupDelaysMs: [2 * SECOND, 5 * SECOND, 15 * SECOND, 30 * SECOND, MINUTE],
  lateLookupDelaysMs: [10 * MINUTE, HOUR, 24 * HOUR],
  alarmRetryMs: MINUTE,
};
