/** The number of the layout, in the first blob. It distinguishes rows of another layout. */
const METRICS_LAYOUT = "1";

/**
 * The blobs of a data point, in order. Rows are immutable and last three months, so a position never changes its
 * meaning. Add new ones at the end.
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

/** The doubles of a data point, in order. The same rule applies. */
export const METRIC_DOUBLES = ["ms", "billing_ms", "registry_ms", "count", "attempts"] as const;

/** The source of an answer: the isolate's memory, the key-value store, or neither. */
export type CacheLayer = "isolate" | "kv" | "none";

/** One call, scheduled run, alarm or mail. Contains no customer data: no id, name, address or text. */
export interface Measurement {
  /** Operation id, route pattern, `cron:<work>`, `alarm:<class>` or `mail:<kind>`. Analytics Engine samples by it. */
  work: string;
  worker: string;
  transport: "http" | "mcp" | "cron" | "alarm" | "mail";
  /** HTTP status. Work without a status has 200 or 500. */
  status: number;
  /** The problem code of a refusal, or the reason why a mail failed. */
  code?: string | undefined;
  cache?: CacheLayer | undefined;
  client?: "oauth" | "token" | "none" | undefined;
  /** The tag or id of the deployed version. */
  release?: string | undefined;
  /** The outcome of a domain check or a mail, such as `unknown`. */
  outcome?: string | undefined;
  /** The major version of the API. */
  version?: number | undefined;
  ms: number;
  billingMs?: number | undefined;
  registryMs?: number | undefined;
  count?: number | undefined;
  attempts?: number | undefined;
}

/** The limit of an index in Analytics Engine. No value here is near it. */
const MAX_INDEX_BYTES = 96;
const MAX_BLOB_CHARACTERS = 64;
/** Our own words and ids. Any other text may come from a customer. A dot would let names and addresses through. */
const OWN_WORD = /^[\w:-]*$/;
/** Values that may have a dot: a route's pattern, and a release. */
const OWN_WORK = /^(?:[\w:-]*|\/[\w:./{}*+-]*)$/;
const RELEASE = /^v?\d[\w.+-]*$|^[\w-]*$/;

/** Returns the data point of a measurement, within Analytics Engine's limits. Never throws. */
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
  // Concurrent calls add up, so the sum is capped at the total time.
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

/** Returns a word of ASCII characters, one byte each. */
function ownWord(text: string, own: RegExp, most: number): string {
  return own.test(text) ? text.slice(0, most) : "other";
}
