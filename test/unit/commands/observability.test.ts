import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { configurationFor } from "../../../scripts/configurations.ts";
import { type Observability, observabilityFrom } from "../../../scripts/deployment/observability.ts";
import type { Configuration } from "../../../scripts/deployment/wrangler-configuration.ts";
import { readProviderSettings } from "../../../scripts/provider-settings.ts";
import { PROJECT, WORKERS } from "../../../scripts/workers.ts";

const ALL = observabilityFrom({
  ...{ METRICS: "true", LOG_DESTINATIONS: "my-logs | other logs", TRACE_DESTINATIONS: "traces" },
  TRACE_SAMPLING: "0.25",
});
const NONE = observabilityFrom({});

function configured(config: string, observability: Observability, installation?: { name: string; stored: null }) {
  const path = join(PROJECT, config);
  const changes = { observability, ...(installation && { installation }) };
  return configurationFor(readFileSync(path, "utf8"), dirname(path), "embedded", changes);
}

describe.each(WORKERS)("the Worker in $config", ({ config }) => {
  const { observability: own } = parse(readFileSync(join(PROJECT, config), "utf8")) as unknown as Configuration;

  test("logs every line and call, traces a sample, and stores no query strings", () => {
    expect(own).toEqual({
      ...{ enabled: true, redact_query_string: true, logs: { invocation_logs: true } },
      traces: { enabled: true, head_sampling_rate: 0.05 },
    });
  });

  test("is deployed unchanged if no settings are given", () => {
    const { observability, analytics_engine_datasets, version_metadata } = configured(config, NONE);
    expect({ observability, analytics_engine_datasets, version_metadata }).toEqual({ observability: own });
  });

  test("gets the dataset, the release and the destinations from the settings", () => {
    expect(configured(config, ALL)).toMatchObject({
      observability: {
        ...{ redact_query_string: true, logs: { invocation_logs: true, destinations: ["my-logs", "other logs"] } },
        traces: { enabled: true, head_sampling_rate: 0.25, destinations: ["traces"] },
      },
      analytics_engine_datasets: [{ binding: "METRICS", dataset: "frontdesk_metrics" }],
      version_metadata: { binding: "RELEASE" },
    });
  });

  test("gets its own dataset in a second installation, and the destinations unchanged", () => {
    const second = configured(
      config,
      { ...ALL, logDestinations: ["frontdesk-logs"] },
      { name: "desk-2", stored: null },
    );
    expect(second.analytics_engine_datasets).toEqual([{ binding: "METRICS", dataset: "desk_2_metrics" }]);
    expect(second.observability?.logs?.destinations).toEqual(["frontdesk-logs"]);
  });
});

test("traces can be disabled", () => {
  const { observability } = configured("wrangler.toml", observabilityFrom({ TRACE_SAMPLING: "0" }));
  expect(observability?.traces).toEqual({ enabled: false, head_sampling_rate: 0 });
});

test.each([
  ["METRICS", "yes"],
  ["TRACE_SAMPLING", "5 %"],
  ["TRACE_SAMPLING", "1.5"],
  ["LOG_DESTINATIONS", "https://logs.example"],
  ["TRACE_DESTINATIONS", "|"],
])("%s=%s stops the deployment, and the message names the setting", (name, value) => {
  expect(() => readProviderSettings(`DEMONSTRATION=true\n${name}=${value}`)).toThrow(name);
});

test("no Worker receives any of these settings", () => {
  const text = "DEMONSTRATION=true\nMETRICS=true\nLOG_DESTINATIONS=a\nTRACE_DESTINATIONS=b\nTRACE_SAMPLING=1";
  const { settings, observability } = readProviderSettings(text);
  expect(settings).toEqual({ DEMONSTRATION: "true" });
  expect(observability).toEqual({
    ...{ hasMetrics: true, logDestinations: ["a"], traceDestinations: ["b"], traceSampling: 1 },
  });
});
