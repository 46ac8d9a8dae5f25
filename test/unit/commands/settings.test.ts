import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { configurationFor } from "../../../scripts/configurations.ts";
import { providerFile, readProviderSettings } from "../../../scripts/provider-settings.ts";
import { readWhmcsSecrets, refuseStripeSecrets, secretLines } from "../../../scripts/secrets-file.ts";
import { configOf, exampleText, referenceText, type WorkerName } from "../../../scripts/setting-rows.ts";
import { SETTINGS } from "../../../scripts/settings.ts";
import { PROJECT, readDeclared, readSettings, SECRETS, WORKERS, workersOn } from "../../../scripts/workers.ts";
import { casesOf } from "../../support/cases.ts";

describe("readSettings", () => {
  test("reads NAME=value lines, without comments and empty lines", () => {
    const text = "# mine\r\n\n  # BRAND_NAME=x\nBRAND_NAME = Érable = Maple \nORIGIN=\n";
    expect(readSettings(text)).toEqual({ BRAND_NAME: "Érable = Maple", ORIGIN: "" });
  });

  test("converts \\n to a line break", () => {
    expect(readSettings("BRAND_LINKS=A | B | /a\\nC | D | /c")).toEqual({ BRAND_LINKS: "A | B | /a\nC | D | /c" });
  });

  test.each(["BRAND_NAME", "=value"])("refuses the line %s", (line) => {
    expect(() => readSettings(`A=1\n${line}`, "my.env")).toThrow(/^my\.env: line 2 is not NAME=value\.$/);
  });
});

describe("the table of settings", () => {
  const WORKERS_WITH_SETTINGS: WorkerName[] = [
    ...(["site", "account", "billing", "billing-whmcs", "catalogue", "operator", "zones"] as const),
  ];
  /** The settings, except internal ones and those that docs/deploy/whmcs.md documents. */
  const provided = SETTINGS.filter(({ about, isInternal }) => !isInternal && !about.includes("docs/deploy/whmcs.md"));

  test.each(WORKERS_WITH_SETTINGS)("matches the [vars] of the Worker %s and their defaults", (worker) => {
    const declared = readDeclared(readFileSync(join(PROJECT, configOf(worker)), "utf8"));
    const rows = SETTINGS.filter(({ workers }) => workers.includes(worker));
    expect(declared).toEqual(Object.fromEntries(rows.map(({ name, default: standard }) => [name, standard])));
    expect(Object.keys(declared)).toHaveLength(rows.length);
  });

  test("contains each setting once per Worker, with a description", () => {
    const places = SETTINGS.flatMap(({ name, workers }) =>
      ["deployment", ...workers].map((place) => `${name} ${place}`),
    );
    const ofWorkers = places.filter((place) => !place.endsWith(" deployment"));
    expect(new Set(ofWorkers).size).toBe(ofWorkers.length);
    for (const { about, without = "." } of SETTINGS)
      expect([about, without].join(" ")).toMatch(/^[A-Z].*\. .*\.$|^See|^For/);
  });

  test("matches provider.env.example (npm test -- settings -u updates it)", async () => {
    await expect(exampleText(provided)).toMatchFileSnapshot(join(PROJECT, "provider.env.example"));
  });

  test("matches docs/deploy/settings.md (npm test -- settings -u updates it)", async () => {
    const page = join(PROJECT, "docs/deploy/settings.md");
    const before = readFileSync(page, "utf8");
    const table = `<!-- settings: begin -->\n\n${referenceText(provided, SECRETS)}\n\n<!-- settings: end -->`;
    const text = before.replace(/<!-- settings: begin -->[\s\S]*<!-- settings: end -->/, () => table);
    await expect(text).toMatchFileSnapshot(page);
  });

  test("leaves WHMCS's settings to their own document, which names each of them", () => {
    const document = readFileSync(join(PROJECT, "docs/deploy/whmcs.md"), "utf8");
    const own = SETTINGS.filter(({ about }) => about.includes("docs/deploy/whmcs.md")).map(({ name }) => name);
    expect(own.filter((name) => !document.includes(`\`${name}\``))).toEqual([]);
  });
});

/** Refused lines with their messages, with any billing system and with WHMCS. */
const REFUSED = casesOf<Record<"any" | "whmcs", [line: string, said: string][]>>(import.meta.url);

const SELLER = "SELLER_NAME=A\nSELLER_ADDRESS=B\nSELLER_COUNTRY=CA\nTAX_REGISTRATIONS=none";
/** The settings that the embedded engine requires outside a demonstration. */
const PAYMENT = `PAYMENT_URL=https://pay.provider.com/{invoice}\n${SELLER}`;
const WHMCS = "BILLING=whmcs\nWHMCS_URL=https://billing.provider.com";

describe("a provider's settings", () => {
  const read = readProviderSettings;

  test("are read from the example file once its lines are uncommented", () => {
    const example = readFileSync(join(PROJECT, "provider.env.example"), "utf8").replaceAll(/^# (?=[A-Z_]+=)/gm, "");
    expect(read(example)).toMatchObject({ domain: "desk.provider.com", settings: { BRAND_NAME: "Your Name" } });
  });

  test.each(["TRUE", "1", "yes", "false"])("are refused with EXTRA_TOOLS=%s", (value) => {
    const text = (tools: string) => `DEMONSTRATION=true\nEXTRA_TOOLS=${tools}`;
    expect(() => read(text(value))).toThrow(`provider.env: EXTRA_TOOLS must be true or empty: ${value}`);
    expect([read(text("")), read(text("true"))].map(({ settings }) => settings.EXTRA_TOOLS)).toEqual(["", "true"]);
  });

  test("report a mistake with the file of the installation, and whether that file exists", () => {
    const file = providerFile(["NAME=no-such-installation"]);
    expect(() => read("X=1\nDEMONSTRATION=true", file)).toThrow(
      "provider.no-such-installation.env (there is none): X is not a setting of any Worker.",
    );
    expect(providerFile(["NAME=no-such-installation", "X=1"])).toMatch(/\(there is none\) and the command line$/);
  });

  test("report all mistakes together", () => {
    const all = /FOO.*BRAND_COLOUR.*CHECKS_PER_ADDRESS/s;
    expect(() => read("BRAND_COLOUR=red\nCHECKS_PER_ADDRESS=0\nFOO=1")).toThrow(all);
  });

  test("require a way to pay and a seller with the embedded engine", () => {
    const without = ["", "DEMONSTRATION=", "DEMONSTRATION=yes", "PAYMENT_URL="];
    for (const text of [...without, "CLIENT_AREA_URL=https://my.provider.com"])
      expect(() => read(text), text).toThrow("The embedded billing engine takes no payment. Set PAYMENTS=stripe");
    expect(() => read("PAYMENT_URL=https://pay.provider.com")).toThrow(
      "Invoices need a seller: set SELLER_NAME, SELLER_ADDRESS, SELLER_COUNTRY, TAX_REGISTRATIONS (or none), or DEM",
    );
    expect(read("DEMONSTRATION=true")).toEqual({
      billing: "embedded",
      settings: { DEMONSTRATION: "true" },
      domain: undefined,
      observability: { hasMetrics: false, logDestinations: [], traceDestinations: [], traceSampling: null },
    });
    expect(read(PAYMENT)).toMatchObject({ settings: { PAYMENT_URL: "https://pay.provider.com/{invoice}" } });
  });

  test("accept the example in the document about WHMCS", () => {
    const blocks = readFileSync(join(PROJECT, "docs/deploy/whmcs.md"), "utf8").matchAll(/```sh\n(.*?)```/gs);
    const settings = [...blocks].map(([, block = ""]) => block).find((block) => block.includes("BILLING=whmcs\n"));
    expect(read(settings ?? "")).toMatchObject({ billing: "whmcs", settings: { MAIL_FROM: "no-reply@provider.com" } });
  });

  test.each(REFUSED.whmcs)("refuse %j with WHMCS", (text, problem) => {
    expect(() => read(`${WHMCS}\n${text}`)).toThrow(problem);
  });

  test.each([
    "WHMCS_URL=https://user:planted@billing.provider.com",
    "WHMCS_URL=https://billing.provider.com/?planted",
    "PRICES_INCLUDE_TAX_PERCENT=planted",
  ])("report a mistake for WHMCS without quoting the value: %j", (text) => {
    const names = text.split("\n").map((line) => line.slice(0, line.indexOf("=")));
    const problem = () => read(`${WHMCS}\n${text}`);
    expect(problem).toThrow(names.at(-1));
    expect(problem).not.toThrow("planted");
  });

  test("are refused with another billing system if they are for WHMCS", () => {
    const text = `PAYMENT_URL=https://pay.provider.com\nWHMCS_URL=https://billing.provider.com`;
    expect(() => read(text)).toThrow("BILLING=embedded does not use WHMCS_URL: remove it.");
  });

  test("read secrets from the environment or the secrets file, which may contain only secrets", () => {
    const file = "FRONTDESK_BRIDGE_KEY=file\n";
    const environment = { FRONTDESK_BRIDGE_KEY: "environment", HOME: "/" };
    expect(readWhmcsSecrets(file, environment)).toEqual({ FRONTDESK_BRIDGE_KEY: "environment" });
    expect(readWhmcsSecrets(file, {})).toEqual({ FRONTDESK_BRIDGE_KEY: "file" });
    expect(() => readWhmcsSecrets("WHMCS_URL=https://x.example", {})).toThrow("WHMCS_URL: no such secret");
  });

  test("give each Worker only its own secrets from the file", () => {
    const file = "# mine\nFRONTDESK_BRIDGE_KEY=s\nZONE_SERVER_TOKENS=1=a 4=b\n";
    const ofWorker = (name: string) => WORKERS.find(({ config }) => config.includes(name))?.secrets ?? [];
    expect(secretLines(file, ofWorker("zones"))).toBe("ZONE_SERVER_TOKENS=1=a 4=b\n");
    expect(secretLines(file, ofWorker("whmcs"))).toBe("FRONTDESK_BRIDGE_KEY=s\n");
    expect(secretLines(file, ofWorker("account"))).toBe("");
    expect(() => secretLines("REGISTAR_TOKEN=x\n", ofWorker("zones"))).toThrow(
      "provider.secrets.env: REGISTAR_TOKEN: no such secret. Did you mean REGISTRAR_TOKEN?",
    );
  });

  test("check Stripe's secrets if the file contains them", () => {
    const settings = { PAYMENTS: "stripe" };
    expect(() => refuseStripeSecrets(settings, "STRIPE_SECRET_KEY=sk_test_1\n")).toThrow("is a test key");
    expect(() => refuseStripeSecrets(settings, "ZONE_SERVER_TOKENS=1=a\n")).not.toThrow();
  });

  test("use the domain as the origin if there is no origin", () => {
    const settings = { ORIGIN: "https://desk.provider.com" };
    expect(read(`DOMAIN=desk.provider.com\n${PAYMENT}`)).toMatchObject({ domain: "desk.provider.com", settings });
  });

  test.each(REFUSED.any)("refuse %j", (text, problem) => {
    expect(() => read(text)).toThrow(problem);
  });
});

describe("the configurations of a deployment", () => {
  const written = (billing: "embedded" | "whmcs", source: string) => {
    const path = join(PROJECT, source);
    return configurationFor(readFileSync(path, "utf8"), dirname(path), billing);
  };
  const billingBindings = (billing: "embedded" | "whmcs") =>
    workersOn(billing).flatMap(({ config }) =>
      (written(billing, config).services ?? []).filter(({ binding }) => binding === "BILLING"),
    );

  test.each(["embedded", "whmcs"] as const)(
    "bind everything to the Worker of the billing system %s and deploy no other billing system",
    (billing) => {
      const name = billing === "whmcs" ? "frontdesk-billing-whmcs" : "frontdesk-billing";
      expect(billingBindings(billing)).toEqual([
        { binding: "BILLING", service: name, entrypoint: "PublicBilling" },
        { binding: "BILLING", service: name },
        { binding: "BILLING", service: name, entrypoint: "BillingOperator" },
        { binding: "BILLING", service: name, entrypoint: "ClientArea" },
      ]);
      const names = workersOn(billing).map(({ config }) => written(billing, config).name);
      expect(names).toEqual([
        name,
        "frontdesk-catalogue",
        "frontdesk-zones",
        "frontdesk-account",
        "frontdesk-operator",
        "frontdesk",
      ]);
    },
  );

  test("require the tokens of zone servers if there are any", () => {
    const source = "workers/zones/wrangler.toml";
    const toml = readFileSync(join(PROJECT, source), "utf8");
    const secretsWith = (changes: object) => configurationFor(toml, PROJECT, "embedded", changes).secrets;
    expect(secretsWith({ hasZoneServers: true })).toEqual({ required: ["ZONE_SERVER_TOKENS"] });
    expect(secretsWith({})).toEqual({ required: [] });
  });

  test("give the operator console a route only if it has an origin", () => {
    const toml = readFileSync(join(PROJECT, "workers/operator/wrangler.toml"), "utf8");
    const routesWith = (changes: object) => configurationFor(toml, PROJECT, "embedded", changes).routes;
    const operatorOrigin = "https://operator.provider.com";
    expect(routesWith({ operatorOrigin })).toEqual([{ pattern: "operator.provider.com", custom_domain: true }]);
    expect([routesWith({}), routesWith({ operatorOrigin: "" })]).toEqual([undefined, undefined]);
  });

  test("have absolute paths and are otherwise unchanged", () => {
    const source = "workers/billing-whmcs/wrangler.toml";
    const own = parse(readFileSync(join(PROJECT, source), "utf8"));
    expect(written("whmcs", source)).toEqual({
      ...own,
      main: join(PROJECT, "workers/billing-whmcs/billing-whmcs.worker.ts"),
      d1_databases: [
        {
          binding: "DB",
          database_name: "frontdesk-billing-whmcs",
          migrations_dir: join(PROJECT, "workers/billing-whmcs/migrations"),
        },
      ],
    });
  });
});
