import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { AddonOptions } from "../../dev/whmcs/addon/addon-bridge.ts";
import { settingsFor } from "../../dev/whmcs/local-installation.ts";
import { PROFILES } from "../../dev/whmcs/spelling.ts";
import { WhmcsSimulator, type WhmcsSimulatorOptions } from "../../dev/whmcs/whmcs-simulator.ts";
import { readWhmcsSecrets, type WhmcsSecrets } from "../../scripts/secrets-file.ts";
import { checkInstallation } from "../../scripts/whmcs/check-installation.ts";
import type { Finding } from "../../scripts/whmcs/findings.ts";
import { settingsOfAll, workersOn } from "../../scripts/workers.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";

let simulator: WhmcsSimulator | undefined;

afterEach(async () => {
  await simulator?.stop();
  simulator = undefined;
});

async function start(options: WhmcsSimulatorOptions = {}): Promise<WhmcsSimulator> {
  simulator = await WhmcsSimulator.start(options);
  return simulator;
}

function settings(of: WhmcsSimulator): { texts: WhmcsSettingTexts; secrets: WhmcsSecrets } {
  const all = settingsFor(of);
  const texts = { ...settingsOfAll(workersOn("whmcs")), ...all } as unknown as WhmcsSettingTexts;
  return { texts, secrets: readWhmcsSecrets("", all) };
}

/** What is said of an installation. */
async function check(
  of: WhmcsSimulator,
  {
    texts: otherTexts = {},
    secrets: otherSecrets = {},
  }: { texts?: Partial<WhmcsSettingTexts>; secrets?: WhmcsSecrets } = {},
): Promise<Finding[]> {
  const { texts, secrets } = settings(of);
  return checkInstallation({ ...texts, ...otherTexts }, { ...secrets, ...otherSecrets });
}

/** An installation whose rows are its own, to be changed. */
async function startToChange(): Promise<WhmcsSimulator> {
  const whmcs = await start();
  Object.assign(whmcs.state, structuredClone(whmcs.state));
  return whmcs;
}

/** Changes a part of the installation; no setting is otherwise. */
function set<Part extends object>(part: Part, members: Partial<Part>): undefined {
  Object.assign(part, members);
}

const said = (findings: Finding[], level: Finding["level"]) =>
  findings.flatMap((finding) => (finding.level === level ? [finding.text] : []));

test.each(PROFILES)(
  "an installation that spells as %s is ready, and nothing secret or of a customer is said",
  async (profile) => {
    const whmcs = await start({ profile });
    const findings = await check(whmcs);
    expect(said(findings, "stop")).toEqual([]);
    const text = JSON.stringify(findings);
    expect(text).toContain("Customers sign in through it.");
    for (const secret of Object.values(settings(whmcs).secrets)) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/@|planted|Studio Ana/);
  },
);

test("every action that the Worker reads by is asked, but those of registrars and changes of plan", async () => {
  const folder = "workers/billing-whmcs/answers";
  const files = readdirSync(folder).filter((file) => file !== "registrar.ts");
  const sources = files.map((file) => readFileSync(`${folder}/${file}`, "utf8"));
  const known = sources.flatMap((source) => [...source.matchAll(/ name: "([A-Z]\w+)"/g)].map(([, name]) => name));
  const whmcs = await start();
  await check(whmcs);
  expect(known.length).toBeGreaterThan(12);
  const asked = new Set(whmcs.calls.map(({ action }) => action));
  expect(known.filter((name) => !asked.has(name ?? "") && name !== "UpgradeProduct")).toEqual([]);
});

describe("what is wrong is said, and ends in a no", () => {
  test.each<
    [what: string, problem: string | RegExp, (whmcs: WhmcsSimulator) => Parameters<typeof check>[1] | undefined]
  >([
    ["no key", "FRONTDESK_BRIDGE_KEY is not set", () => ({ secrets: { FRONTDESK_BRIDGE_KEY: "" } })],
    [
      "a wrong key",
      "The addon refuses this caller: bad_signature (Authentication Failed). FRONTDESK_BRIDGE_KEY must be its key",
      () => ({ secrets: { FRONTDESK_BRIDGE_KEY: "x" } }),
    ],
    ["an addon of another version", "The addon speaks version 2", ({ addon }) => set(addon.options, { version: 2 })],
    [
      "an addon without an administrator",
      "has no administrator",
      ({ addon }) => set(addon.options, { administrator: null }),
    ],
    [
      "a page in place of the addon",
      "WHMCS_URL has to be the folder",
      ({ faults }) => set(faults, faults.plan({ kind: "html_200" }) ?? {}),
    ],
    [
      "a version that is too old",
      "WHMCS 8.0.4 is older than 8.1",
      ({ addon }) => set(addon.options, { whmcs: "8.0.4" }),
    ],
    [
      "prices that include tax",
      "set PRICES_INCLUDE_TAX_PERCENT",
      ({ installation }) => set(installation.settings, { TaxType: "Inclusive" }),
    ],
    [
      "prices that include tax, spelled otherwise",
      "set PRICES_INCLUDE_TAX_PERCENT",
      ({ installation }) => set(installation.settings, { TaxEnabled: "On", TaxType: "inclusive" }),
    ],
    [
      "a setting of taxes that does not read",
      "TaxEnabled and TaxType do not read",
      ({ installation }) => set(installation.settings, { TaxEnabled: "perhaps" }),
    ],
    [
      "a user whom the table does not have",
      "does not find a user of an account in WHMCS's table",
      ({ faults }) => {
        const user = { id: 77, email: "x@maple.example", is_owner: 0 };
        const change = (members: Record<string, unknown>) => {
          const users = { user: [user] };
          return { ...members, users, client: { ...(members.client as object), users } };
        };
        faults.plan({ kind: "changed", change }, { action: "GetClientsDetails", times: 1 });
        return undefined;
      },
    ],
  ])("%s", async (_, problem, arrange) => {
    const whmcs = await start();
    const other = arrange(whmcs) ?? {};
    const stops = said(await check(whmcs, other), "stop").join("\n");
    if (typeof problem === "string") expect(stops).toContain(problem);
    else expect(stops).toMatch(problem);
  });

  test("a WHMCS that is not there", async () => {
    const whmcs = await start();
    await whmcs.stop();
    simulator = undefined;
    const findings = await check(whmcs);
    // What else would not be answered is not said.
    expect(findings).toEqual([
      { level: "stop", text: expect.stringMatching(/^No answer of the addon at http:\/\/127/s) },
    ]);
  });
});

describe("what is worse than it could be is said", () => {
  test("no price in the catalogue's default currency", async () => {
    const whmcs = await startToChange();
    expect(said(await check(whmcs), "ok")).toContain("Prices in CAD, EUR, USD.");
    for (const { prices } of [...whmcs.state.products, ...whmcs.state.extensions]) delete prices.USD;
    const warnings = said(await check(whmcs), "warn").join("\n");
    expect(warnings).toMatch(/^Prices in CAD, EUR, and none in USD, the catalogue's default: .*answered in CAD/ms);
  });

  test("no currency of the catalogue, and no price in any", async () => {
    const whmcs = await startToChange();
    const { products, extensions, currencies } = whmcs.state;
    for (const { prices } of [...products, ...extensions]) for (const code of Object.keys(prices)) delete prices[code];
    expect(said(await check(whmcs), "warn")).toContain(
      "Nothing has a price in CAD, EUR, USD: the catalogue stays empty.",
    );
    whmcs.state.currencies = currencies.filter(({ code }) => !["CAD", "EUR", "USD"].includes(code));
    expect(said(await check(whmcs), "warn").join("\n")).toContain(
      "No currency of the catalogue (CAD, EUR, USD) is there",
    );
  });

  test("a price that does not read, in a currency of the catalogue", async () => {
    const whmcs = await start();
    type Rows = { product: { pricing: Record<string, object> }[] };
    const change = (members: Record<string, unknown>) => {
      const rows = (members.products as Rows).product.map((row) => {
        const pricing = { ...row.pricing, EUR: { ...row.pricing.EUR, monthly: "9,99" } };
        return { ...row, pricing };
      });
      return { ...members, products: { product: rows } };
    };
    whmcs.faults.plan({ kind: "changed", change }, { action: "GetProducts" });
    expect(said(await check(whmcs), "warn").join("\n")).toMatch(/prices do not read.*pricing\.EUR\.monthly/);
  });

  test("a percentage of tax that is set although prices include none", async () => {
    const findings = await check(await start(), { texts: { PRICES_INCLUDE_TAX_PERCENT: "15" } });
    expect(said(findings, "warn").join("\n")).toContain("PRICES_INCLUDE_TAX_PERCENT takes 15 % out of them");
  });

  test("a System URL that browsers are not sent to, and nameservers that are not set", async () => {
    const whmcs = await start();
    Object.assign(whmcs.addon.facts, { system_url: "http://billing.example/", nameservers: [] });
    const warned = said(await check(whmcs), "warn").join("\n");
    expect(warned).toContain("WHMCS's System URL is not https");
    expect(warned).toContain("WHMCS has no default nameservers");
  });

  test.each<[string, Partial<AddonOptions>, string]>([
    ["an addon that may not order", { orders: false }, "nothing can be ordered or changed"],
    ["an addon without its hooks", { hooks: false }, "hooks are not loaded"],
  ])("%s", async (_, options, text) => {
    const whmcs = await start();
    Object.assign(whmcs.addon.options, options);
    const findings = await check(whmcs);
    expect(said(findings, "stop")).toEqual([]);
    expect(said(findings, "warn").join("\n")).toContain(text);
  });

  test("rows that do not read, by their members and not by their values", async () => {
    const whmcs = await start();
    const [client] = whmcs.state.clients;
    const service = whmcs.state.services.find((one) => one.clientId === client?.id);
    Object.assign(service ?? {}, { nextDueOn: "31/12/2026" });
    expect(said(await check(whmcs), "warn").join("\n")).toMatch(
      /GetClientsProducts: 1 of \d+ rows do not read .*nextduedate/,
    );
  });
});
