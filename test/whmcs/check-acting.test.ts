import { afterEach, expect, test } from "vitest";
import { settingsFor } from "../../dev/whmcs/local-installation.ts";
import { placeOrder } from "../../dev/whmcs/provisioning/order-placement.ts";
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
  const all = { ...settingsFor(simulator), WHMCS_ORDER_GATEWAY: gateway, NAMESERVERS: "ns1.a.example | ns2.a.example" };
  const texts = { ...settingsOfAll(workersOn("whmcs")), ...all } as unknown as WhmcsSettingTexts;
  return checkActing(texts, readWhmcsSecrets("", all));
}

const stops = (findings: Finding[]) => findings.flatMap(({ level, text }) => (level === "stop" ? [text] : []));

/** An order of ours on a gateway, with its invoice. */
function ordered(paymentMethod: string) {
  return ({ installation, state }: WhmcsSimulator) => {
    const [client] = state.clients;
    if (!client) throw new Error("no client");
    const domains = [{ name: "checked.com", type: "Register" as const, years: 1 }];
    placeOrder(installation, { client, paymentMethod, domains, nameservers: [] }, { adminId: installation.adminId });
  };
}

test.each(PROFILES)(
  "an installation that spells as %s may order, and nothing is changed by the check",
  async (profile) => {
    const before: unknown[] = [];
    const findings = await check("mailin", { profile }, (whmcs) => {
      ordered("mailin")(whmcs);
      before.push(structuredClone(whmcs.state.orders), structuredClone(whmcs.state.cancellations));
    });
    expect(stops(findings)).toEqual([]);
    const text = JSON.stringify(findings);
    expect(text).toContain("allows every action of orders and changes");
    expect(text).toContain("GetOrders: ");
    // The oldest orders are listed there first, and none of them is ours.
    expect(text).toContain(profile === "hostile" ? "No order here says" : "say which administrator");
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

test("a gateway whose invoices can be captured charges cards, whatever it is called", async () => {
  const findings = await check("housecard", {}, (whmcs) => {
    whmcs.state.gateways.push({ module: "housecard", name: "House card", captures: true });
    ordered("housecard")(whmcs);
  });
  expect(stops(findings).join()).toContain("housecard charges stored cards by itself");
});

test("every action that the role lacks is named", async () => {
  const findings = await check("mailin", {}, ({ admission }) => {
    admission.allowedActions = ["GetPaymentMethods", "GetInvoices", "GetOrders", "GetPayMethods", "AddOrder"];
  });
  expect(stops(findings).join()).toMatch(
    /lacks GetClientGroups, CancelOrder, UpgradeProduct, AddCancelRequest, UpdateClientDomain/,
  );
});
