import { readdirSync, readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import type { AddonOptions } from "../../dev/whmcs/addon/addon-bridge.ts";
import { settingsFor } from "../../dev/whmcs/local-installation.ts";
import { PROFILES } from "../../dev/whmcs/spelling.ts";
import { WhmcsSimulator, type WhmcsSimulatorOptions } from "../../dev/whmcs/whmcs-simulator.ts";
import { readWhmcsSecrets, type WhmcsSecrets } from "../../scripts/secrets-file.ts";
import { checkActing } from "../../scripts/whmcs/check-acting.ts";
import { checkInstallation } from "../../scripts/whmcs/check-installation.ts";
import type { Finding } from "../../scripts/whmcs/findings.ts";
import { settingsOfAll, workersOn } from "../../scripts/workers.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";

/** What orders and changes are made with, which no file of an action reads. */
const WRITES =
  "AddCancelRequest AddOrder CancelOrder DomainRequestEPP DomainUpdateLockingStatus DomainUpdateNameservers SendEmail UpdateClientDomain".split(
    " ",
  );

let simulator: WhmcsSimulator | undefined;

afterEach(async () => {
  await simulator?.stop();
  simulator = undefined;
});

async function start(options: WhmcsSimulatorOptions = {}): Promise<WhmcsSimulator> {
  simulator = await WhmcsSimulator.start({
    returnTo: ["https://maple.example/sign-in/returned"],
    addonVersion: 2,
    ...options,
  });
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
    expect(text).toContain("The API role allows every action that is used.");
    expect(text).toContain("Customers sign in by OpenID Connect. No token was seen here");
    for (const secret of Object.values(settings(whmcs).secrets)) expect(text).not.toContain(secret);
    expect(text).not.toMatch(/@|planted|Studio Ana/);
  },
);

test("every action that the Worker knows is asked", async () => {
  const folder = "workers/billing-whmcs/api/actions";
  const sources = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, "utf8"));
  const known = sources.flatMap((source) => [...source.matchAll(/ name: "([A-Z]\w+)"/g)].map(([, name]) => name));
  const whmcs = await start();
  await check(whmcs);
  const { texts, secrets } = settings(whmcs);
  await checkActing({ ...texts, WHMCS_ORDER_GATEWAY: "mailin" }, secrets);
  expect(known.length).toBeGreaterThan(15);
  expect([...new Set(whmcs.calls.map(({ action }) => action))].toSorted()).toEqual(
    [...new Set([...known, "GetPaymentMethods", ...WRITES])].toSorted(),
  );
  const sections = readFileSync("docs/whmcs.md", "utf8").split("\n## ");
  const role = sections.filter((text) => /^(?:The API role|Orders and changes)/.test(text)).join();
  expect([...known, ...WRITES].filter((name) => !role.includes(`\`${name}\``))).toEqual([]);
});

describe("what is wrong is said, and ends in a no", () => {
  test.each<
    [what: string, problem: string | RegExp, (whmcs: WhmcsSimulator) => Parameters<typeof check>[1] | undefined]
  >([
    [
      "a role that lacks actions",
      "The API role lacks GetUserPermissions, GetInvoices:",
      ({ admission }) => {
        const all =
          "WhmcsDetails GetAdminDetails GetConfigurationValue GetCurrencies GetProducts GetPromotions GetTLDPricing";
        const more =
          "GetUsers GetClients GetClientsDetails GetClientsProducts GetClientsDomains GetTickets GetSupportDepartments";
        return set(admission, { allowedActions: `${all} ${more} GetCancelledPackages GetInvoice`.split(" ") });
      },
    ],
    [
      "an address that is not admitted",
      "Its address is not on the allow-list",
      ({ admission }) => set(admission, { addresses: [] }),
    ],
    [
      "a wrong secret",
      "The API refuses this caller: Authentication Failed.",
      () => ({ secrets: { WHMCS_SECRET: "x" } }),
    ],
    [
      "a wrong secret, with what to do",
      "make\n      one under System Settings › API Credentials",
      () => ({ secrets: { WHMCS_SECRET: "x" } }),
    ],
    [
      "a wrong access key",
      "WHMCS_ACCESS_KEY is not the $api_access_key",
      ({ admission }) =>
        set(admission, { addresses: [], accessKey: "one" }) ?? { secrets: { WHMCS_ACCESS_KEY: "other" } },
    ],
    ["no secret", "WHMCS_SECRET not set", () => ({ secrets: { WHMCS_SECRET: "" } })],
    [
      "a page in place of the API",
      "It gives a page in place of an answer: WHMCS_URL",
      ({ faults }) => set(faults, faults.plan({ kind: "html_200" }) ?? {}),
    ],
    [
      "a version that is too old",
      "WHMCS 8.0.4-release.1 is older than 8.1",
      ({ installation }) => set(installation, { version: "8.0.4" }),
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
      "another issuer",
      /The issuer is http.*: set WHMCS_ISSUER/,
      () => ({ texts: { WHMCS_ISSUER: "https://www.maple.example" } }),
    ],
    ["no signing key", "There is no signing key yet", ({ openId }) => set(openId.options, { hasKey: false })],
    [
      "no secret of the identity provider",
      "WHMCS_OIDC_SECRET is not set",
      () => ({ secrets: { WHMCS_OIDC_SECRET: "" } }),
    ],
    [
      "no way to sign in",
      "Nobody can sign in",
      () => ({ texts: { WHMCS_OIDC_SUBJECT: "" }, secrets: { FRONTDESK_BRIDGE_KEY: "" } }),
    ],
    [
      "a wrong key of the addon",
      "The addon refuses this caller: bad_signature. FRONTDESK_BRIDGE_KEY is not its key",
      () => ({ secrets: { FRONTDESK_BRIDGE_KEY: "x" } }),
    ],
    [
      "a permission answer that does not read",
      "GetUserPermissions answers in a shape that is not known",
      ({ state }) => set(state.memberships.find(({ isOwner }) => !isOwner) ?? {}, { permissions: [1] }),
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
      { level: "stop", text: expect.stringMatching(/^No answer from http:\/\/127.*CHECK_URL/s) },
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

  test("a server's clock that is not the one of TIME_ZONE", async () => {
    const findings = await check(await start({ timeZone: "America/Toronto" }), { texts: { TIME_ZONE: "Asia/Tokyo" } });
    expect(said(findings, "warn").join("\n")).toMatch(/clock is -(?:780|840) minutes from that of Asia\/Tokyo/);
  });

  test("WhmcsDetails that the role lacks stops nothing while the version is known from elsewhere", async () => {
    const whmcs = await start();
    whmcs.faults.plan({ kind: "invalid_permissions" }, { action: "WhmcsDetails" });
    const findings = await check(whmcs);
    expect(said(findings, "ok")).toContain("WHMCS 8.13.0-release.1.");
    expect(said(findings, "warn").join("\n")).toContain("The API role lacks WhmcsDetails");
    expect(said(findings, "stop")).toEqual([]);
  });

  test("WhmcsDetails that the role lacks, and no version from elsewhere", async () => {
    const whmcs = await start();
    whmcs.faults.plan({ kind: "invalid_permissions" }, { action: "WhmcsDetails" });
    const change = (members: Record<string, unknown>) => ({ ...members, whmcs: null });
    whmcs.faults.plan({ kind: "changed", change }, { action: "GetAdminDetails" });
    const findings = await check(whmcs);
    expect(said(findings, "stop")).toEqual([expect.stringContaining("The API role lacks WhmcsDetails")]);
    expect(said(findings, "warn")).toContain("The version cannot be read.");
  });

  test("a subject that nobody has found out", async () => {
    const findings = await check(await start(), { texts: { WHMCS_OIDC_SUBJECT: "" } });
    expect(said(findings, "warn").join("\n")).toContain("npm run whmcs -- check --subject");
    expect(said(findings, "ok")).toContain("Customers sign in through the addon.");
  });

  test.each<[string, Partial<AddonOptions>, string]>([
    ["an old addon", { version: 1 }, "signs customers in and does nothing else"],
    ["an addon without an administrator", { administrator: null }, "has no administrator"],
    ["an addon of another administrator", { administrator: { id: 8, username: "x" } }, "administrator 8"],
    ["an addon that may not place orders", { orders: false }, "places no orders"],
    ["an addon without its hooks", { hooks: false }, "hooks are not loaded"],
  ])("%s", async (_, options, text) => {
    const whmcs = await start();
    Object.assign(whmcs.addon.options, options);
    const findings = await check(whmcs);
    expect(said(findings, "stop")).toEqual([]);
    expect(said(findings, "warn").join("\n")).toContain(text);
  });

  test("an addon that is used, with what is better for it", async () => {
    const findings = said(await check(await start()), "ok").join("\n");
    expect(findings).toContain("The addon answers, version 2 (WHMCS 8.13.1, PHP 8.2).");
    expect(findings).toMatch(/one round trip; tickets have links.*lost answers are found exactly/s);
  });

  test("rows that do not read, by their members and not by their values", async () => {
    const whmcs = await start();
    const { clientId } = whmcs.state.memberships.find(({ isOwner }) => !isOwner) ?? {};
    const service = whmcs.state.services.find((one) => one.clientId === clientId);
    Object.assign(service ?? {}, { nextDueOn: "31/12/2026" });
    expect(said(await check(whmcs), "warn").join("\n")).toMatch(
      /GetClientsProducts: 1 of \d+ rows do not read .*nextduedate/,
    );
  });
});
