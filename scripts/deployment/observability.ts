import type { Configuration } from "./wrangler-configuration.ts";

export interface Observability {
  /**
   * Whether each call and each scheduled run writes a data point. Analytics Engine must first be enabled in the
   * Cloudflare account.
   */
  hasMetrics: boolean;
  /** The names of log destinations that the provider created in the dashboard. */
  logDestinations: string[];
  traceDestinations: string[];
  /** Fraction of calls to trace, from 0 to 1; `null` keeps the value in the configurations. */
  traceSampling: number | null;
}

/**
 * Reads the observability settings.
 * @throws Error with the name of the invalid setting
 */
export function observabilityFrom(settings: Record<string, string | undefined>): Observability {
  const { METRICS = "", TRACE_SAMPLING = "" } = settings;
  if (METRICS !== "" && METRICS !== "true") throw new Error(`METRICS must be true or empty: ${METRICS}`);
  const share = TRACE_SAMPLING === "" ? null : Number(TRACE_SAMPLING);
  if (share !== null && !(share >= 0 && share <= 1)) {
    throw new Error(`TRACE_SAMPLING is not a number from 0 to 1: ${TRACE_SAMPLING}`);
  }
  return {
    hasMetrics: METRICS === "true",
    logDestinations: destinationsIn("LOG_DESTINATIONS", settings.LOG_DESTINATIONS),
    traceDestinations: destinationsIn("TRACE_DESTINATIONS", settings.TRACE_DESTINATIONS),
    traceSampling: share,
  };
}

/**
 * Splits a setting into destination names.
 * @param text names separated by |
 */
function destinationsIn(name: string, text = ""): string[] {
  const names = text.split("|").map((part) => part.trim());
  if (text.trim() === "") return [];
  const wrong = names.find((each) => !/^[\w][\w .-]{0,99}$/.test(each));
  if (wrong !== undefined)
    throw new Error(`${name} is not the name of a destination in the dashboard: ${wrong || text}`);
  return names;
}

/**
 * Adds the provider's observability settings to a Worker's configuration. Workers Logs always keeps every log line:
 * with sampling, the line for a customer's request id could be missing.
 * @param dataset the dataset for the data points
 */
export function withObservability(
  configuration: Configuration,
  { hasMetrics, logDestinations, traceDestinations, traceSampling }: Observability,
  dataset: string,
): Configuration {
  const { observability: own } = configuration;
  return {
    ...configuration,
    ...(own && {
      observability: {
        ...own,
        logs: { ...own.logs, ...(logDestinations.length > 0 && { destinations: logDestinations }) },
        traces: {
          ...own.traces,
          ...(traceSampling !== null && { enabled: traceSampling > 0, head_sampling_rate: traceSampling }),
          ...(traceDestinations.length > 0 && { destinations: traceDestinations }),
        },
      },
    }),
    ...(hasMetrics && {
      analytics_engine_datasets: [{ binding: "METRICS", dataset }],
      version_metadata: { binding: "RELEASE" },
    }),
  };
}
