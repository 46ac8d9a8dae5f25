import type { Configuration } from "./wrangler-configuration.ts";

export interface Observability {
  /** One data point a call; Analytics Engine must be switched on in the account first. */
  hasMetrics: boolean;
  /** Names of destinations that were made in the dashboard. */
  logDestinations: string[];
  traceDestinations: string[];
  /** Share of the calls that are traced, 0 to 1; null: as in the project's configurations. */
  traceSampling: number | null;
}

/** @throws Error naming the setting that is wrong */
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

/** @param text names with | between */
function destinationsIn(name: string, text = ""): string[] {
  const names = text.split("|").map((part) => part.trim());
  if (text.trim() === "") return [];
  const wrong = names.find((each) => !/^[\w][\w .-]{0,99}$/.test(each));
  if (wrong !== undefined)
    throw new Error(`${name} is not the name of a destination in the dashboard: ${wrong || text}`);
  return names;
}

/**
 * A Worker's configuration with what the provider wants to see. Logs stay in Workers Logs whatever they are sent to, and none is
 * left out: the line of a customer's request id would be missing.
 * @param dataset where its data points go
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
