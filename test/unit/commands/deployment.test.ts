import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse, stringify } from "smol-toml";
import { afterAll, describe, expect, test } from "vitest";
import { configurationFor, projectConfigurations } from "../../../scripts/configurations.ts";
import {
  clashes,
  type Installation,
  installationName,
  jurisdictionProblem,
  keepInstallation,
  otherInstallations,
  readInstallation,
} from "../../../scripts/deployment/installation.ts";
import { idIn, storesOf } from "../../../scripts/deployment/stores.ts";
import { mailFindings } from "../../../scripts/deployment/verify.ts";
import type { Configuration } from "../../../scripts/deployment/wrangler-configuration.ts";
import { deployCall } from "../../../scripts/deployment-plan.ts";
import { BILLING_SYSTEMS, type BillingSystemName, PROJECT, workersOn } from "../../../scripts/workers.ts";

test("a missing DNS record of the sender's domain gives a warning", async () => {
  const records: Record<string, string[][]> = {
    "cf-bounce.provider.com": [["v=spf1 include:_spf.mx.cloudflare.net ~all"]],
    "cf-bounce._domainkey.provider.com": [["v=DKIM1; h=sha256; ", "k=rsa; p=MIIB"]],
    "_dmarc.provider.com": [["google-site-verification=1"]],
  };
  const findings = await mailFindings("no-reply@provider.com", async (name) => records[name] ?? []);
  expect(findings.map(({ level }) => level)).toEqual(["ok", "ok", "warn"]);
  const unknown = await mailFindings("no-reply@provider.com", () => Promise.reject(new Error("ENOTFOUND")));
  expect(unknown.map(({ text }) => text.split(":")[0])).toEqual([
    "cf-bounce.provider.com has no SPF record",
    "cf-bounce._domainkey.provider.com has no DKIM record",
    "_dmarc.provider.com has no DMARC record",
  ]);
});

describe("the wrangler calls of a deployment", () => {
  const configuration: Configuration = { name: "api", main: "api.ts", vars: { ORIGIN: "", NAME: "" } };
  const worker = { config: "api.toml", source: "api.toml", configuration, database: "DB" };
  const release = "0.1.0-9a029b98";
  const words = (secretsFile?: string, settings: Record<string, string> = {}, dryRun = false) =>
    deployCall(worker, settings, { release, dryRun, secretsFile });

  test("contain the release and the declared settings of each Worker", () => {
    expect(words()).toEqual(["deploy", "-c", "api.toml", "--minify", "--tag", release]);
    const settings = { ORIGIN: "https://desk.example", NAME: "A: b", LIMIT: "1" };
    expect(words(undefined, settings).slice(4)).toEqual([
      ...["--var", "ORIGIN:https://desk.example", "--var", "NAME:A: b", "--tag", release],
    ]);
  });

  test("set the front door's domain in its configuration", () => {
    const toml = readFileSync(join(PROJECT, "wrangler.toml"), "utf8");
    const front = (text: string, domain?: string) =>
      configurationFor(text, PROJECT, "embedded", { domain, installation: { name: "staging", stored: null } });
    const route = { pattern: "desk.example", custom_domain: true };
    expect(front(toml, "desk.example")).toMatchObject({ name: "staging", routes: [route], workers_dev: false });
    expect(front(toml)).not.toHaveProperty("routes");
    expect(front(toml)).toMatchObject({ preview_urls: false });
    const others = { pattern: "former.example", custom_domain: true };
    const own = stringify({ ...parse(toml), routes: [route, others] });
    expect(configurationFor(own, PROJECT, "embedded", { domain: "desk.example" }).routes).toEqual([others, route]);
    const account = readFileSync(join(PROJECT, "workers/account/wrangler.toml"), "utf8");
    expect(front(account, "desk.example")).not.toHaveProperty("routes");
  });

  test("set the secrets of a Worker from a file, except in a dry run", () => {
    const secretsFile = "s.env";
    expect(words(secretsFile)).toEqual(expect.arrayContaining(["--secrets-file", "s.env"]));
    expect(words(secretsFile, {}, true)).not.toContain("--secrets-file");
  });
});

describe("a second installation", () => {
  const ids = { databases: { "staging-account": "d-1" }, namespaces: { "staging-catalogue-prices": "n-1" } };
  const staging: Installation = { name: "staging", stored: { jurisdiction: "eu", domain: "staging.example", ...ids } };
  const configurations = BILLING_SYSTEMS.flatMap((billing) =>
    workersOn(billing).map(({ config }) => configured(config, billing, staging)),
  );

  test("has no values of the first installation in its configurations", () => {
    const texts = configurations.map((configuration) => JSON.stringify(withoutPathsAndSettings(configuration)));
    expect(texts.filter((text) => text.includes("frontdesk"))).toEqual([]);
    expect(texts.filter((text) => text.includes("of-the-first"))).toEqual([]);
    expect(new Set(configurations.map(({ name }) => name)).size).toBe(projectConfigurations().length);
  });

  test("uses its own stores' ids, and has no id for a store that must be created", () => {
    const stores = storesOf(configurations);
    expect(stores).toContainEqual({ kind: "databases", name: "staging-account", id: "d-1" });
    expect(stores).toContainEqual({ kind: "namespaces", name: "staging-catalogue-prices", id: "n-1" });
    expect(stores).toContainEqual({ kind: "namespaces", name: "staging-catalogue-whois", id: undefined });
    expect(stores).toContainEqual({ kind: "databases", name: "staging-billing", id: undefined });
  });

  test("does not change the ids and routes of the first installation", () => {
    const first = configured("workers/account/wrangler.toml", "embedded", { name: "frontdesk", stored: null });
    expect(first).toMatchObject({ name: "frontdesk-account", routes: ["of-the-first"] });
    expect(first.d1_databases?.[0]).toMatchObject({ database_name: "frontdesk-account", database_id: "of-the-first" });
  });

  test("leaves a setting unchanged that has the first installation's name as its value", () => {
    const zones = configurationFor(
      'name = "frontdesk-zones"\nmain = "z.ts"\n[vars]\nZONE_SERVERS = "frontdesk"\n',
      PROJECT,
      "embedded",
      { installation: staging },
    );
    expect([zones.name, zones.vars]).toEqual(["staging-zones", { ZONE_SERVERS: "frontdesk" }]);
  });
});

/** Returns a configuration of the project, with ids and a route of the first installation added. */
function configured(source: string, billing: BillingSystemName, installation: Installation): Configuration {
  const path = join(PROJECT, source);
  const {
    d1_databases = [],
    kv_namespaces = [],
    ...own
  } = parse(readFileSync(path, "utf8")) as unknown as Configuration;
  const toml = stringify({
    ...own,
    routes: ["of-the-first"],
    d1_databases: d1_databases.map((database) => ({ ...database, database_id: "of-the-first" })),
    kv_namespaces: kv_namespaces.map((namespace) => ({ ...namespace, id: "of-the-first" })),
  });
  return configurationFor(toml, dirname(path), billing, { installation });
}

function withoutPathsAndSettings({ main: _, vars: _vars, d1_databases: databases = [], ...rest }: Configuration) {
  return { ...rest, d1_databases: databases.map(({ migrations_dir: _dir, ...database }) => database) };
}

describe("the NAME argument", () => {
  test("is the last one among a command's arguments and defaults to frontdesk", () => {
    expect([installationName(["--dry-run"]), installationName(["NAME=a", "X=1", "NAME=desk-2"])]).toEqual([
      "frontdesk",
      "desk-2",
    ]);
  });

  test.each(["", "Staging", "2nd", "a_b", "a-", "../a", "a".repeat(33), "secrets"])(
    "is refused if it is %j",
    (name) => {
      expect(() => installationName([`NAME=${name}`])).toThrow("NAME");
    },
  );

  const names = projectConfigurations().map(({ name }) => name);
  const problems = (name: string, domain?: string, others: Installation[] = [{ name: "frontdesk", stored: null }]) =>
    clashes({ name, stored: null }, others, names, domain);

  test("is refused if a Worker would get another installation's name", () => {
    expect(problems("frontdesk-account")).toEqual([
      "NAME=frontdesk-account: frontdesk-account is the installation frontdesk's.",
    ]);
    expect(problems("frontdesk-staging")).toEqual([]);
  });

  test("is refused if another installation uses the same host", () => {
    const stored = { jurisdiction: "", domain: "desk.example", databases: {}, namespaces: {} };
    expect(problems("staging", "desk.example", [{ name: "frontdesk", stored }])).toEqual([
      "DOMAIN (desk.example) is the installation frontdesk's.",
    ]);
    expect(problems("staging", "staging.example", [{ name: "frontdesk", stored }])).toEqual([]);
  });
});

describe("the file of an installation", () => {
  const folder = mkdtempSync(join(tmpdir(), "installations-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("is read as it was written, and other installations are found by their files", () => {
    const stored = { jurisdiction: "eu", domain: "", databases: { "a-account": "1" }, namespaces: {} };
    expect(readInstallation("a", folder)).toEqual({ name: "a", stored: null });
    keepInstallation({ name: "a", stored }, folder);
    expect(readInstallation("a", folder)).toEqual({ name: "a", stored });
    expect(otherInstallations("b", folder).map(({ name }) => name)).toEqual(["frontdesk", "a"]);
    expect(otherInstallations("a", folder).map(({ name }) => name)).toEqual(["frontdesk"]);
  });

  test.each(['{"jurisdiction": "eu", "tokens": {}}', "{,", ""])(
    "is refused with its path if its format is invalid: %s",
    (text) => {
      writeFileSync(join(folder, "c.json"), text);
      expect(() => readInstallation("c", folder)).toThrow(join(folder, "c.json"));
    },
  );
});

test("stores that were created without a file have no jurisdiction and cannot get one", () => {
  const problem = jurisdictionProblem({ name: "staging", stored: null }, "eu", true);
  expect(problem).toContain("staging was created with none");
});

test("the id of a new store is found by its name in the list", () => {
  const list = [
    { uuid: "1", name: "x-y" },
    { uuid: "2", name: "x" },
  ];
  expect(idIn(list, { kind: "databases", name: "x", id: undefined })).toBe("2");
  expect(idIn([{ id: "3", title: "x" }], { kind: "namespaces", name: "x", id: undefined })).toBe("3");
  expect(() => idIn([], { kind: "databases", name: "x", id: undefined })).toThrow("does not list it");
});
