import { afterEach, expect, test } from "vitest";
import { settingsFor } from "../../dev/whmcs/local-installation.ts";
import { PROFILES } from "../../dev/whmcs/spelling.ts";
import { WhmcsSimulator, type WhmcsSimulatorOptions } from "../../dev/whmcs/whmcs-simulator.ts";
import { readWhmcsSecrets } from "../../scripts/secrets-file.ts";
import { checkActing } from "../../scripts/whmcs/check-acting.ts";
import type { Finding } from "../../scripts/whmcs/findings.ts";
import { settingsOfAll, workersOn } from "../../scripts/workers.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";

let simulator: WhmcsSimulator;
afterEach(() => simulator.stop());

async function check(gateway: string, options: WhmcsSimulatorOptions = {}, prepare = (_: WhmcsSimulator) => {}) {
  simulator = await WhmcsSimulator.start(options);
  prepare(simulator);
  const all = { ...settingsFor(simulator), WHMCS_ORDER_GATEWAY: gateway };
  const texts = { ...settingsOfAll(workersOn("whmcs")), ...all } as unknown as WhmcsSettingTexts;
  return checkActing(texts, readWhmcsSecrets("", all));
}

const stops = (findings: Finding[]) => findings.flatMap(({ level, text }) => (level === "stop" ? [text] : []));

test.each(PROFILES)(
  "an installation that spells as %s may order, and nothing is changed by the check",
  async (profile) => {
    const before: unknown[] = [];
    const findings = await check("mailin", { profile }, (whmcs) => {
      before.push(structuredClone(whmcs.state.orders), structuredClone(whmcs.state.cancellations));
    });
    expect(stops(findings)).toEqual([]);
    const { orders, cancellations } = simulator.state;
    expect([orders, cancellations]).toEqual(before);
    expect(simulator.installation.journal).toEqual([]);
  },
);

test.each([
  ["", "WHMCS_ORDER_GATEWAY is not set"],
  ["nothing", "has no gateway nothing"],
  ["stripe", "charges stored cards by itself"],
])("with the gateway %j orders are not taken: %s", async (gateway, text) => {
  expect(stops(await check(gateway)).join()).toContain(text);
});

test("an addon that may not order is said to refuse", async () => {
  const findings = await check("mailin", {}, ({ addon }) => {
    addon.options.orders = false;
  });
  expect(stops(findings).join()).toContain("Orders is not ticked");
});
