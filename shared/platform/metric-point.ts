/** The number of the row layout, which is in the first blob. It distinguishes rows with different layouts. */
const METRICS_LAYOUT = "1";

/**
 * The blobs of a data point, in order. Rows are immutable and kept for three months, so a position never changes its
 * meaning. New blobs are added at the end.
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

/** The doubles of a data point, in order. The rule for blobs also applies here. */
export const METRIC_DOUBLES = ["ms", "billing_ms", "registry_ms", "count", "attempts"] as const;

/** The cache from which an answer came: the isolate's memory, the key-value store, or none. */
export type CacheLayer = "isolate" | "kv" | "none";

/** One call, scheduled run, alarm or e-mail. It contains no customer data, such as an id, name, address or text. */
export interface Measurement {
  /**
   * An operation id, a route pattern, `cron:<work>`, `alarm:<class>` or `mail:<kind>`. Analytics Engine samples by this
   * value.
   */
  work: string;
  worker: string;
  transport: "http" | "mcp" | "cron" | "alarm" | "mail";
  /** The HTTP status. Work without an HTTP response has 200 or 500. */
  status: number;
  /** The problem code of a refusal, or the reason why an e-mail failed. */
  code?: string | undefined;
  cache?: CacheLayer | undefined;
  client?: "oauth" | "token" | "none" | undefined;
  /** The tag or id of the deployed version. */
  release?: string | undefined;
  /** The outcome of a domain check or an e-mail, such as `unknown`. */
  outcome?: string | undefined;
  /** The major version of the API. */
  version?: number | undefined;
  ms: number;
  billingMs?: number | undefined;
  registryMs?: number | undefined;
  count?: number | undefined;
  attempts?: number | undefined;
}

/** Maximum size of an index in Analytics Engine. No value here comes close. */
const MAX_INDEX_BYTES = 96;
const MAX_BLOB_CHARACTERS = 64;
/**
 * Matches our own words and ids, because any other text may come from a customer. A dot is excluded, so domain names
 * and addresses do not match.
 */
const OWN_WORD = /^[\w:-]*$/;
/** Matches values that may have a dot: a route pattern here, and a release in the next expression. */
const OWN_WORK = /^(?:[\w:-]*|\/[\w:./{}*+-]*)$/;
const RELEASE = /^v?\d[\w.+-]*$|^[\w-]*$/;

/** Returns the data point of a measurement, within the limits of Analytics Engine. The function never throws. */
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
  // The times of concurrent calls add up, so their total is capped at the duration of the whole call.
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

/** Returns a word of ASCII characters, which take one byte each. Any other text becomes `other`. */
function ownWord(text: string, own: RegExp, most: number): string {
  return own.test(text) ? text.slice(0, most) : "other";
}
