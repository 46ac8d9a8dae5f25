import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { InstallationFacts } from "../../dev/whmcs/addon/addon-answers.ts";
import type { AddonOptions } from "../../dev/whmcs/addon/addon-bridge.ts";
import { settingsFor } from "../../dev/whmcs/local-installation.ts";
import { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";
import type { Finding } from "../../scripts/findings.ts";
import { checkActing } from "../../scripts/whmcs/check-acting.ts";
import { checkInstallation } from "../../scripts/whmcs/check-installation.ts";
import { settingsOfAll, workersOn } from "../../scripts/workers.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { Row } from "./support/use-whmcs.ts";

let simulator: WhmcsSimulator;
afterEach(() => simulator.stop());

const DEFAULTS = settingsOfAll(workersOn("whmcs"));

/** Prepares an installation. @returns the Worker settings to change, such as the key */
type Arrange = (whmcs: WhmcsSimulator) => Record<string, string> | undefined;
const arranged =
  (work: (whmcs: WhmcsSimulator) => unknown): Arrange =>
  (whmcs) =>
    void work(whmcs);
const set =
  (settings: Record<string, string>): Arrange =>
  () =>
    settings;
const addon = (options: Partial<AddonOptions>) => arranged((whmcs) => Object.assign(whmcs.addon.options, options));
const installed = (settings: Row) => arranged(({ installation }) => Object.assign(installation.settings, settings));
const told = (facts: Partial<InstallationFacts>) => arranged((whmcs) => Object.assign(whmcs.addon.facts, facts));
const answers = (action: string, change: (members: Row) => Row) =>
  arranged(({ faults }) => faults.plan({ kind: "changed", change }, { action, times: 1 }));

/** Returns the findings of the check for the prepared installation. */
async function check(arrange: Arrange = () => undefined, run = checkInstallation): Promise<Finding[]> {
  simulator = await WhmcsSimulator.start();
  const all = { ...DEFAULTS, ...settingsFor(simulator), ...arrange(simulator) };
  return run(all as unknown as WhmcsSettingTexts, { FRONTDESK_BRIDGE_KEY: all.FRONTDESK_BRIDGE_KEY ?? "" });
}

const said = (findings: Finding[], level: Finding["level"]) =>
  findings.flatMap((finding) => (finding.level === level ? [finding.text] : []));
const stops = async (...checked: Parameters<typeof check>) => said(await check(...checked), "stop").join("\n");
const warnings = async (arrange: Arrange) => said(await check(arrange), "warn").join("\n");

test("the simulated installation is ready, and the check prints no customer data", async () => {
  const findings = await check();
  expect(said(findings, "stop")).toEqual([]);
  const text = JSON.stringify(findings);
  expect(text).toContain("Customers sign in through it.");
  expect(text).not.toContain(simulator.addon.options.key);
  expect(text).not.toMatch(/@|planted|Studio Ana/);
});

test("the check calls every action that the Worker reads, except those of registrars and plan changes", async () => {
  const folder = "workers/billing-whmcs/answers";
  const files = readdirSync(folder).filter((file) => file !== "registrar.ts");
  const sources = files.map((file) => readFileSync(`${folder}/${file}`, "utf8"));
  const known = sources.flatMap((source) => [...source.matchAll(/ name: "([A-Z]\w+)"/g)].map(([, name]) => name ?? ""));
  expect(known.length).toBeGreaterThan(12);
  await check();
  const asked = new Set([...simulator.calls.map(({ action }) => action), "UpgradeProduct"]);
  expect(known.filter((name) => !asked.has(name))).toEqual([]);
});

const anotherOwner = answers("GetClientsDetails", (members) => ({
  ...members,
  client: { ...(members.client as object), owner: { id: 77, email: "x@maple.example", language: "" } },
}));
const taxes = "set PRICES_INCLUDE_TAX_PERCENT";
const refused =
  "The addon refuses this caller: bad_signature (Authentication Failed). FRONTDESK_BRIDGE_KEY must be the addon's key";

test.each<[what: string, problem: string, Arrange]>([
  ["no key", "FRONTDESK_BRIDGE_KEY is not set", set({ FRONTDESK_BRIDGE_KEY: "" })],
  ["a wrong key", refused, set({ FRONTDESK_BRIDGE_KEY: "x" })],
  ["an addon with another version", "The addon has protocol version 2", addon({ version: 2 })],
  ["an addon without an administrator", "has no administrator", addon({ administrator: null })],
  [
    "a web page as the response",
    "WHMCS_URL must be the folder",
    arranged(({ faults }) => faults.plan({ kind: "html_200" })),
  ],
  ["a version that is too old", "WHMCS 8.0.4 is older than 8.1", addon({ whmcs: "8.0.4" })],
  ["prices that include tax", taxes, installed({ TaxEnabled: "On", TaxType: "inclusive" })],
  ["unreadable tax settings", "TaxEnabled and TaxType cannot be read", installed({ TaxEnabled: "perhaps" })],
  ["an account whose owner is missing in WHMCS", "does not find the owner of an account", anotherOwner],
])("the installation is not ready with %s: %s", async (_, problem, arrange) => {
  expect(await stops(arrange)).toContain(problem);
});

test("an unreachable WHMCS is not ready, and the check skips everything that depends on it", async () => {
  const findings = await check(set({ WHMCS_URL: "http://127.0.0.1:9" }));
  expect(findings).toEqual([{ level: "stop", text: expect.stringMatching(/^The addon at http:\/\/127/s) }]);
});

const unpricedIn = (codes: string[]) =>
  arranged(({ state }) => {
    // All installations share the seed's rows, so copy them before the change.
    const { products, extensions } = Object.assign(state, structuredClone(state));
    for (const { prices } of [...products, ...extensions]) for (const code of codes) delete prices[code];
  });
const unreadPrice = answers("GetProducts", (members) => {
  const rows = members.rows as { pricing: Record<string, object> }[];
  const odd = ({ pricing, ...row }: (typeof rows)[number]) => ({
    ...{ ...row, pricing: { ...pricing, EUR: { ...pricing.EUR, monthly: "9,99" } } },
  });
  return { ...members, rows: rows.map(odd) };
});
const withoutCurrencies = arranged(({ state }) => {
  state.currencies = state.currencies.filter(({ code }) => !["CAD", "EUR", "USD"].includes(code));
});
const unreadService = arranged(({ state: { clients, services } }) =>
  Object.assign(services.find(({ clientId }) => clientId === clients[0]?.id) ?? {}, { nextDueOn: "31/12/2026" }),
);

test.each<[string, RegExp, Arrange]>([
  ["no price in the default currency", /^Prices in CAD, EUR, and none in USD.*answered in CAD/ms, unpricedIn(["USD"])],
  ["no price in any currency", /^Nothing has a price in CAD, EUR, USD: the/m, unpricedIn(["CAD", "EUR", "USD"])],
  ["no currency of the catalogue", /No currency of the catalogue \(CAD, EUR, USD\) is there/, withoutCurrencies],
  ["an unreadable price", /prices cannot be read.*pricing\.EUR\.monthly/, unreadPrice],
  ["a tax that no price includes", /TAX_PERCENT takes 15 % out/, set({ PRICES_INCLUDE_TAX_PERCENT: "15" })],
  ["a System URL without https", /System URL is not https/, told({ system_url: "http://x/" })],
  ["no nameservers for new domains", /no default nameservers/, told({ nameservers: [] })],
  ["an addon without its hooks", /hooks are not loaded/, addon({ hooks: false })],
  ["unreadable rows", /GetClientsProducts: 1 of \d+ rows cannot be read .*nextduedate/, unreadService],
])("the check warns about %s", async (_, text, arrange) => {
  expect(await warnings(arrange)).toMatch(text);
});

describe("the check for orders", () => {
  const gateway = (name: string) => set({ WHMCS_ORDER_GATEWAY: name });
  const refusals = (arrange: Arrange) =>
    stops((whmcs) => ({ WHMCS_ORDER_GATEWAY: "mailin", ...arrange(whmcs) }), checkActing);

  test("passes on the simulated installation and changes nothing", async () => {
    const changing = ({ state }: WhmcsSimulator) => structuredClone([state.orders, state.cancellations]);
    let before: unknown;
    expect(await refusals(arranged((whmcs) => (before = changing(whmcs))))).toBe("");
    expect([changing(simulator), simulator.installation.journal]).toEqual([before, []]);
  });

  test.each<[string, string, Arrange]>([
    ["no gateway", "WHMCS_ORDER_GATEWAY is not set", gateway("")],
    ["an inactive gateway", "has no active gateway nothing", gateway("nothing")],
    ["a gateway that charges stored cards", "charges stored cards automatically", gateway("stripe")],
    ["an addon without the permission", "Orders is not ticked", addon({ orders: false })],
  ])("fails with %s: %s", async (_, text, arrange) => {
    expect(await refusals(arrange)).toContain(text);
  });
});
