import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse, stringify } from "smol-toml";
import { afterAll, describe, expect, test } from "vitest";
import { configurationFor, projectConfigurations } from "../../../scripts/configurations.ts";
import {
  type DeployedVersion,
  deployGradually,
  type GradualWorker,
  nextStep,
  splitCall,
} from "../../../scripts/deployment/gradual.ts";
import {
  clashes,
  type Installation,
  installationName,
  jurisdictionProblem,
  keepInstallation,
  otherInstallations,
  readInstallation,
} from "../../../scripts/deployment/installation.ts";
import { callsUnderLock } from "../../../scripts/deployment/locked.ts";
import { git } from "../../../scripts/deployment/release-name.ts";
import { idIn, makeCall, storesOf } from "../../../scripts/deployment/stores.ts";
import type { WranglerCalls } from "../../../scripts/deployment/wrangler.ts";
import type { Configuration } from "../../../scripts/deployment/wrangler-configuration.ts";
import { type Deployable, deploymentPlan } from "../../../scripts/deployment-plan.ts";
import { BILLING_SYSTEMS, type BillingSystemName, PROJECT, workersOn } from "../../../scripts/workers.ts";

describe("the calls of a deployment", () => {
  const workers: Deployable[] = [
    { config: "store.toml", source: "store.toml", declared: [], database: "DB" },
    { config: "api.toml", source: "api.toml", declared: ["ORIGIN", "LIMIT"] },
    { config: "front.toml", source: "front.toml", declared: ["ORIGIN", "NAME"] },
  ];
  const release = "0.1.0-9a029b98";

  test("migrate a database before its Worker, callees before callers, and name the release", () => {
    const plan = deploymentPlan(workers, {}, { release, dryRun: false });
    expect(plan).toEqual([
      ["d1", "migrations", "apply", "DB", "-c", "store.toml", "--remote"],
      ...["store", "api", "front"].map((name) => ["deploy", "-c", `${name}.toml`, "--minify", "--tag", release]),
    ]);
  });

  test("give each Worker the settings it declares", () => {
    const settings = { ORIGIN: "https://desk.example", NAME: "A: b" };
    const plan = deploymentPlan(workers, settings, { release, dryRun: false });
    expect(plan.slice(2).map((call) => call.slice(4))).toEqual([
      ["--var", "ORIGIN:https://desk.example", "--tag", release],
      ["--var", "ORIGIN:https://desk.example", "--var", "NAME:A: b", "--tag", release],
    ]);
  });

  test("have the front door's domain in its configuration, which triggers are set from as well", () => {
    const toml = readFileSync(join(PROJECT, "wrangler.toml"), "utf8");
    const front = (text: string, domain?: string) =>
      configurationFor(text, PROJECT, "embedded", { domain, installation: { name: "staging", stored: null } });
    const route = { pattern: "desk.example", custom_domain: true };
    expect(front(toml, "desk.example")).toMatchObject({ name: "staging", routes: [route], workers_dev: false });
    expect(front(toml)).not.toHaveProperty("routes");
    const others = { pattern: "former.example", custom_domain: true };
    const own = stringify({ ...parse(toml), routes: [route, others] });
    expect(configurationFor(own, PROJECT, "embedded", { domain: "desk.example" }).routes).toEqual([others, route]);
    const account = readFileSync(join(PROJECT, "workers/account/wrangler.toml"), "utf8");
    expect(front(account, "desk.example")).not.toHaveProperty("routes");
  });

  test("set the secrets of a file with their Worker, but for a dry run", () => {
    const worker = { config: "w.json", source: "w.toml", declared: [], secretsFile: "s.env" };
    const words = (dryRun: boolean) => deploymentPlan([worker], {}, { release, dryRun })[0];
    expect(words(false)).toEqual(expect.arrayContaining(["--secrets-file", "s.env"]));
    expect(words(true)).not.toContain("--secrets-file");
  });

  test("of a dry run change nothing", () => {
    const plan = deploymentPlan(workers, {}, { release, dryRun: true });
    expect(plan).toHaveLength(3);
    for (const call of plan) expect(call).toEqual(expect.arrayContaining(["deploy", "--dry-run", "--outdir"]));
  });
});

describe("a second installation", () => {
  const ids = { databases: { "staging-account": "d-1" }, namespaces: { "staging-catalogue-prices": "n-1" } };
  const staging: Installation = { name: "staging", stored: { jurisdiction: "eu", domain: "staging.example", ...ids } };
  const configurations = BILLING_SYSTEMS.flatMap((billing) =>
    workersOn(billing).map(({ config }) => configured(config, billing, staging)),
  );

  test("has nothing of the first one's in its configurations, whatever is written into the project's", () => {
    const texts = configurations.map((configuration) => JSON.stringify(withoutPathsAndSettings(configuration)));
    expect(texts.filter((text) => text.includes("frontdesk"))).toEqual([]);
    expect(texts.filter((text) => text.includes("of-the-first"))).toEqual([]);
    expect(new Set(configurations.map(({ name }) => name)).size).toBe(projectConfigurations().length);
  });

  test("has the ids of its own stores, and those that are not known are to be made", () => {
    const stores = storesOf(configurations);
    expect(stores).toContainEqual({ kind: "databases", name: "staging-account", id: "d-1" });
    expect(stores).toContainEqual({ kind: "namespaces", name: "staging-catalogue-prices", id: "n-1" });
    expect(stores).toContainEqual({ kind: "namespaces", name: "staging-catalogue-whois", id: undefined });
    expect(stores).toContainEqual({ kind: "databases", name: "staging-billing", id: undefined });
  });

  test("binds its Workers to each other", () => {
    const names = configurations.map(({ name }) => name);
    const bound = configurations.flatMap(({ services = [] }) => services.map(({ service }) => service));
    expect(bound.length).toBeGreaterThan(5);
    expect(bound.filter((service) => !names.includes(service))).toEqual([]);
  });

  test("keeps the ids and routes of the first one for that one", () => {
    const first = configured("workers/account/wrangler.toml", "embedded", { name: "frontdesk", stored: null });
    expect(first).toMatchObject({ name: "frontdesk-account", routes: ["of-the-first"] });
    expect(first.d1_databases?.[0]).toMatchObject({ database_name: "frontdesk-account", database_id: "of-the-first" });
  });

  test("has settings that are left as they are, though they begin alike", () => {
    const zones = configurationFor(
      'name = "frontdesk-zones"\nmain = "z.ts"\n[vars]\nZONE_SERVERS = "frontdesk"\n',
      PROJECT,
      "embedded",
      { installation: staging },
    );
    expect([zones.name, zones.vars]).toEqual(["staging-zones", { ZONE_SERVERS: "frontdesk" }]);
  });

  test("has datasets without a hyphen, which their names may not have", () => {
    const toml =
      'name = "frontdesk"\nmain = "s.ts"\n[[analytics_engine_datasets]]\nbinding = "M"\ndataset = "frontdesk_calls"\n';
    const second = configurationFor(toml, PROJECT, "embedded", { installation: { name: "desk-two", stored: null } });
    expect(second).toMatchObject({ name: "desk-two", analytics_engine_datasets: [{ dataset: "desk_two_calls" }] });
  });
});

/** A configuration of the project with ids and a route of the first installation written into it. */
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

describe("NAME=", () => {
  test("is of a command's words, the last of them, and frontdesk without one", () => {
    expect([installationName(["--dry-run"]), installationName(["NAME=a", "X=1", "NAME=desk-2"])]).toEqual([
      "frontdesk",
      "desk-2",
    ]);
  });

  test.each(["", "Staging", "2nd", "a_b", "a-", "../a", "a".repeat(33), "secrets"])("%j is refused", (name) => {
    expect(() => installationName([`NAME=${name}`])).toThrow("NAME");
  });

  const names = projectConfigurations().map(({ name }) => name);
  const problems = (name: string, domain?: string, others: Installation[] = [{ name: "frontdesk", stored: null }]) =>
    clashes({ name, stored: null }, others, names, domain);

  test("that would make a Worker of another installation's name is refused", () => {
    expect(problems("frontdesk-account")).toEqual([
      "NAME=frontdesk-account: frontdesk-account is the installation frontdesk's.",
    ]);
    expect(problems("frontdesk-staging")).toEqual([]);
  });

  test("with another installation's host is refused", () => {
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

  test("is read as it was written, and the others are known by theirs", () => {
    const stored = { jurisdiction: "eu", domain: "", databases: { "a-account": "1" }, namespaces: {} };
    expect(readInstallation("a", folder)).toEqual({ name: "a", stored: null });
    keepInstallation({ name: "a", stored }, folder);
    expect(readInstallation("a", folder)).toEqual({ name: "a", stored });
    expect(otherInstallations("b", folder).map(({ name }) => name)).toEqual(["frontdesk", "a"]);
    expect(otherInstallations("a", folder).map(({ name }) => name)).toEqual(["frontdesk"]);
  });

  test.each(['{"jurisdiction": "eu", "tokens": {}}', "{,", ""])("of another form is refused, naming it: %s", (text) => {
    writeFileSync(join(folder, "c.json"), text);
    expect(() => readInstallation("c", folder)).toThrow(join(folder, "c.json"));
  });
});

describe("JURISDICTION", () => {
  const stored = (jurisdiction: string) => ({ jurisdiction, domain: "", databases: {}, namespaces: {} });
  const problem = (made: string | null, set: string, hasStores = false) =>
    jurisdictionProblem({ name: "staging", stored: made === null ? null : stored(made) }, set, hasStores);

  test("may be anything before the first deployment, and nothing else after it", () => {
    expect([problem(null, "eu"), problem(null, ""), problem("eu", "eu"), problem("", "")]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(problem("eu", "")).toContain("JURISDICTION is empty, and staging was made with eu: it cannot be changed.");
    expect(problem("", "us")).toContain("JURISDICTION is us, and staging was made with none");
    expect(problem(null, "eu", true), "stores without a file").toContain("staging was made with none");
  });

  test("is given to every store as it is made", () => {
    const make = (kind: "databases" | "namespaces", jurisdiction: string) =>
      makeCall({ kind, name: "x", id: undefined }, jurisdiction);
    expect(make("databases", "eu")).toEqual(["d1", "create", "x", "--jurisdiction", "eu"]);
    expect(make("namespaces", "us")).toEqual(["kv", "namespace", "create", "x", "--jurisdiction", "us"]);
    expect(make("databases", "")).toEqual(["d1", "create", "x"]);
  });

  test("of a store that was made is where the list has its name", () => {
    const list = [
      { uuid: "1", name: "x-y" },
      { uuid: "2", name: "x" },
    ];
    expect(idIn(list, { kind: "databases", name: "x", id: undefined })).toBe("2");
    expect(idIn([{ id: "3", title: "x" }], { kind: "namespaces", name: "x", id: undefined })).toBe("3");
    expect(() => idIn([], { kind: "databases", name: "x", id: undefined })).toThrow("does not list it");
  });
});

describe("a step of a gradual deployment", () => {
  const old: DeployedVersion = { id: "o", percentage: 100, release: "0.1.0-old" };
  const step = (versions: DeployedVersion[], percent = 10) => nextStep("desk-account", versions, "0.2.0-new", percent);
  const part = (percentage: number): DeployedVersion[] => [
    { id: "n", percentage, release: "0.2.0-new" },
    { ...old, percentage: 100 - percentage },
  ];

  test("begins beside the version that is deployed, raises, and passes over what is done", () => {
    expect(step([old])).toEqual({ kind: "begin", from: old });
    expect(step(part(10), 50)).toEqual({ kind: "raise", versions: part(10) });
    expect(step([{ ...old, release: "0.2.0-new" }])).toEqual({ kind: "done" });
  });

  test("never takes a part back, splits nothing that is split already, and is no first deployment", () => {
    expect(() => step(part(50), 50)).toThrow(
      "desk-account has 0.2.0-new for 50 % of its requests: the part is only raised",
    );
    expect(() => step([old, { id: "p", percentage: 0, release: null }])).toThrow(
      "is split between 0.1.0-old (100 %) and p (0 %)",
    );
    expect(() => step([])).toThrow("the first deployment is of all at once");
  });

  test("keeps the order of the versions, so that an object goes over once", () => {
    const worker = { name: "staging-account", config: "staging-account.json" };
    const words = splitCall(worker, part(30), "0.2.0-new").join(" ");
    const rest = "--name staging-account -c staging-account.json --message 0.2.0-new --yes";
    expect(words).toBe(`versions deploy n@30% o@70% ${rest}`);
    expect(splitCall(worker, part(100), "0.2.0-new").join(" ")).toBe(`versions deploy n@100% ${rest}`);
  });
});

describe("a gradual deployment", () => {
  const SOURCES = { billing: "workers/billing/wrangler.toml", account: "workers/account/wrangler.toml" };
  const workers: GradualWorker[] = Object.entries(SOURCES).map(([name, source]) => {
    return { name, source, config: `${name}.json`, declared: [], database: "DB" };
  });
  const head = git(["rev-parse", "--short=8", "HEAD"]);
  const release = "9.0.0-abcdef12";

  /** An account on which each Worker runs a release, in the place of wrangler and the platform. */
  function account(deployed: string) {
    const versions = new Map(Object.keys(SOURCES).map((name) => [name, [{ id: `old-${name}`, percentage: 100 }]]));
    const tags = new Map(Object.keys(SOURCES).map((name) => [`old-${name}`, deployed]));
    const calls: string[] = [];
    const wrangler: WranglerCalls = {
      async run(args) {
        calls.push(args.join(" "));
        if (args[0] !== "versions") return;
        const parts = args.flatMap((word) => /^(.+)@(\d+)%$/.exec(word)?.slice(1) ?? []);
        const split = parts.flatMap((id, index) => (index % 2 ? [] : [{ id, percentage: Number(parts[index + 1]) }]));
        versions.set(args[args.indexOf("--name") + 1] ?? "", split);
      },
      ask(args) {
        const name = args[args.indexOf("--name") + 1] ?? "";
        if (args[0] === "versions") return { annotations: { "workers/tag": tags.get(args[2] ?? "") } };
        return { versions: versions.get(name)?.map(({ id, percentage }) => ({ version_id: id, percentage })) };
      },
      async upload(args) {
        const id = `new-${args[args.indexOf("-c") + 1]?.replace(".json", "")}`;
        tags.set(id, args.at(-1) ?? "");
        calls.push(`upload ${id}`);
        return id;
      },
    };
    return {
      calls,
      wrangler,
      step: (percent: number) => deployGradually(workers, {}, { percent, release, folder: "", wrangler }),
    };
  }

  test("goes through one Worker after the other, migrates at its first step, and sets triggers at its last", async () => {
    const { calls, step } = account(`8.0.0-${head}`);
    for (const percent of [10, 100, 100, 100]) await step(percent);
    expect(calls.map((call) => call.replace(/ --message .*/, ""))).toEqual([
      "d1 migrations apply DB -c billing.json --remote",
      "upload new-billing",
      "versions deploy new-billing@10% old-billing@90% --name billing -c billing.json",
      "versions deploy new-billing@100% --name billing -c billing.json",
      "triggers deploy -c billing.json",
      "d1 migrations apply DB -c account.json --remote",
      "upload new-account",
      "versions deploy new-account@100% --name account -c account.json",
      "triggers deploy -c account.json",
    ]);
    const before = calls.length;
    await step(50);
    expect(calls.slice(before), "all of it is deployed").toEqual([]);
  });

  test("whose lock is lost does nothing more", async () => {
    const { calls, wrangler } = account(`8.0.0-${head}`);
    let looks = 0;
    const held = callsUnderLock(wrangler, () => {
      looks += 1;
      if (looks > 2) throw new Error("taken over");
    });
    const step = deployGradually(workers, {}, { percent: 10, release, folder: "", wrangler: held });
    await expect(step).rejects.toThrow("taken over");
    expect(calls).toEqual(["d1 migrations apply DB -c billing.json --remote", "upload new-billing"]);
  });

  test.each([
    ["00000000", "billing runs 8.0.0-00000000, which is no commit that is known here"],
    ["changed", "billing runs 8.0.0-changed, which is no commit that is known here"],
  ])("from the release of %s is refused before anything is done", async (commit, problem) => {
    const { calls, step } = account(`8.0.0-${commit}`);
    await expect(step(10)).rejects.toThrow(problem);
    expect(calls).toEqual([]);
  });

  test("of files that are no commit's is refused", async () => {
    const wrangler = { run: () => expect.fail(), ask: () => expect.fail(), upload: () => expect.fail() };
    const options = { percent: 10, release: "9.0.0-changed", folder: "", wrangler };
    await expect(deployGradually(workers, {}, options)).rejects.toThrow("A gradual deployment is of a commit");
  });
});
