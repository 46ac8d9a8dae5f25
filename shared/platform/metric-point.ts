/** The layout's number, in the first blob: it distinguishes rows of another layout. */
const METRICS_LAYOUT = "1";

/**
 * What the blobs of a data point are, in their order. Rows are kept for three months and cannot be changed: a position has its
 * meaning for ever, and a new one is added at the end.
 */
export const METRIC_BLOBS = [
  "layout",
  "worker",
  "transport",
  "status",
  "code",
  "cache",
  "client",
  "release",
  "outcome",
  "version",
] as const;

/** What the doubles are, in their order, likewise. */
export const METRIC_DOUBLES = ["ms", "billing_ms", "registry_ms", "count", "attempts"] as const;

/** The layer that an answer came from: its own isolate's memory, the key-value store, or neither. */
export type CacheLayer = "isolate" | "kv" | "none";

/** One call, run of scheduled work, alarm or mail. Nothing of a customer's: no id, name, address, or text that was sent. */
export interface Measurement {
  /** Operation id, route pattern, `cron:<work>`, `alarm:<class>` or `mail:<kind>`; what is sampled by. */
  work: string;
  worker: string;
  transport: "http" | "mcp" | "cron" | "alarm" | "mail";
  /** HTTP status; 200 or 500 of what has none. */
  status: number;
  /** Problem code of a refusal, or why a mail failed. */
  code?: string | undefined;
  cache?: CacheLayer | undefined;
  client?: "oauth" | "token" | "none" | undefined;
  /** Tag or id of the deployed version. */
  release?: string | undefined;
  /** Of a domain check or a mail, such as `unknown`. */
  outcome?: string | undefined;
  /** Major version of the API. */
  version?: number | undefined;
  ms: number;
  billingMs?: number | undefined;
  registryMs?: number | undefined;
  count?: number | undefined;
  attempts?: number | undefined;
}

/** Analytics Engine refuses an index over 96 bytes; no value here is near it. */
const MAX_INDEX_BYTES = 96;
const MAX_BLOB_CHARACTERS = 64;
/** Words and ids of ours; anything else may be what somebody sent. A dot would let names and addresses through. */
const OWN_WORD = /^[\w:-]*$/;
/** What may have a dot: a route's pattern, and a release. */
const OWN_WORK = /^(?:[\w:-]*|\/[\w:./{}*+-]*)$/;
const RELEASE = /^v?\d[\w.+-]*$|^[\w-]*$/;

/** The data point of a measurement, within the limits of Analytics Engine, which validates nothing locally. Never throws. */
export function pointOf(measured: Measurement): AnalyticsEngineDataPoint {
  const { work, worker, transport, status, code, cache, client, release, outcome, version } = measured;
  const blobs: Record<(typeof METRIC_BLOBS)[number], string> = {
    layout: METRICS_LAYOUT,
    worker,
    transport,
    status: String(status),
    code: code ?? "",
    cache: cache ?? "none",
    client: client ?? "none",
    release: release ?? "",
    outcome: outcome ?? "",
    version: version === undefined ? "" : String(version),
  };
  // Questions that ran at the same time are added up: together never longer than the whole.
  const billingMs = Math.min(measured.billingMs ?? 0, measured.ms);
  const doubles: Record<(typeof METRIC_DOUBLES)[number], number> = {
    ms: measured.ms,
    billing_ms: billingMs,
    registry_ms: Math.min(measured.registryMs ?? 0, measured.ms - billingMs),
    count: measured.count ?? 1,
    attempts: measured.attempts ?? 1,
  };
  return {
    indexes: [ownWord(work, OWN_WORK, MAX_INDEX_BYTES)],
    blobs: METRIC_BLOBS.map((name) =>
      ownWord(blobs[name], name === "release" ? RELEASE : OWN_WORD, MAX_BLOB_CHARACTERS),
    ),
    doubles: METRIC_DOUBLES.map((name) => (Number.isFinite(doubles[name]) ? Math.max(0, doubles[name]) : 0)),
  };
}

/** One byte a character, all of them. */
function ownWord(text: string, own: RegExp, most: number): string {
  return own.test(text) ? text.slice(0, most) : "other";
}
