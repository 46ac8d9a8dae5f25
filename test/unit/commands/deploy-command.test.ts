import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { deploy } from "../../../scripts/deploy.ts";
import {
  type DeploymentCalls,
  MissingLogin,
  refuseUnknownField,
  WRANGLER_CALLS,
} from "../../../scripts/deployment/wrangler.ts";
import { PROJECT } from "../../../scripts/workers.ts";

const folder = mkdtempSync(join(tmpdir(), "deploy-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const installations = join(folder, "installations");
const installationFile = join(installations, "staging.json");
const configurations = join(folder, "configurations");

/** The platform's state for an installation: its stores by name, and the jurisdiction recorded in each database. */
class Platform {
  readonly calls: string[] = [];
  databases: { name: string; uuid: string }[] = [];
  namespaces: { title: string; id: string }[] = [];
  readonly jurisdictions = new Map<string, string>();
  /** A call that starts with this text fails. */
  fails = "nothing";

  async run(args: readonly string[]): Promise<void> {
    const call = this.#called(args);
    if (call.startsWith("d1 create")) this.databases.push({ name: args[2] ?? "", uuid: `id-of-${args[2]}` });
    if (call.startsWith("kv namespace create")) this.namespaces.push({ title: args[3] ?? "", id: `id-of-${args[3]}` });
  }

  async read(args: readonly string[]): Promise<string> {
    this.#called(args);
    return "Total Upload: 740.61 KiB / gzip: 249.04 KiB\nYour Worker has access to the following bindings:\n";
  }

  ask(args: readonly string[]): unknown {
    const call = this.#called(args);
    if (call === "d1 list --json") return this.databases;
    if (call === "kv namespace list") return this.namespaces;
    if (!call.includes("installation_jurisdiction")) return [{ results: [] }];
    const config = args[args.indexOf("-c") + 1] ?? "";
    const [, made] = /VALUES \(1, '([^']*)'/.exec(call) ?? [];
    if (made !== undefined && !this.jurisdictions.has(config)) this.jurisdictions.set(config, made);
    const jurisdiction = this.jurisdictions.get(config);
    return [{ results: jurisdiction === undefined || made !== undefined ? [] : [{ jurisdiction }] }];
  }

  #called(args: readonly string[]): string {
    const call = args.join(" ");
    this.calls.push(call.replaceAll(folder, "…"));
    if (call.startsWith(this.fails)) throw new Error(`${this.fails} failed`);
    return call;
  }
}

let platform: Platform;
let said: string[];
beforeEach(() => {
  platform = new Platform();
  rmSync(installationFile, { force: true });
  said = [];
  vi.spyOn(console, "log").mockImplementation((line) => void said.push(String(line)));
});

afterEach(() => void vi.unstubAllEnvs());

function deployed(
  settings: string[] = [],
  { isDry = false, isVerbose = false, isCi = false, wrangler = platform as DeploymentCalls } = {},
): Promise<void> {
  return deploy(
    ["NAME=staging", "DEMONSTRATION=true", ...settings],
    { isDry, isVerbose, isChecked: true, isNewBillingSystem: false },
    { wrangler, installations, configurations, isCi },
  );
}

const isMade = (call: string) => /^(?:d1|kv namespace) create/.test(call);
const isDeployed = (call: string) => call.startsWith("deploy ");

describe("npm run deploy", () => {
  test("creates the stores of a first deployment, then migrates and deploys each Worker before its callers", async () => {
    await deployed(["JURISDICTION=eu"]);
    const { calls } = platform;
    expect(calls.filter(isMade)).toEqual(
      expect.arrayContaining([
        "d1 create staging-account --jurisdiction eu",
        "kv namespace create staging-catalogue-prices --jurisdiction eu",
      ]),
    );
    expect(calls.filter(isMade).every((call) => call.endsWith("--jurisdiction eu"))).toBe(true);
    expect(calls.findLastIndex(isMade)).toBeLessThan(calls.findIndex((call) => call.includes("migrations apply")));
    const account = calls
      .filter((call) => /staging-account\.json/.test(call))
      .map((call) => call.split(" ", 3).join(" "));
    expect(account.slice(-3), "the record before the Worker that compares its setting with it").toEqual([
      "d1 migrations apply",
      "d1 execute ACCOUNT_DB",
      "deploy -c …/configurations/deployment/staging/staging-account.json",
    ]);
    expect([calls.filter(isDeployed).length, calls.at(-1)]).toEqual([
      6,
      expect.stringMatching(/^deploy -c \S+\/staging\.json --minify/),
    ]);
    expect([...platform.jurisdictions.values()]).toEqual(["eu", "eu", "eu"]);
    const stored = JSON.parse(readFileSync(installationFile, "utf8"));
    expect(stored).toMatchObject({ jurisdiction: "eu", databases: { "staging-account": "id-of-staging-account" } });
    const written = readFileSync(join(configurations, "deployment/staging/staging-account.json"), "utf8");
    expect(JSON.parse(written).d1_databases[0]).toMatchObject({ database_id: "id-of-staging-account" });
  });

  test("creates no store twice, and refuses a jurisdiction that differs from the file or the database", async () => {
    await deployed(["JURISDICTION=eu"]);
    const made = platform.calls.filter(isMade).length;
    await deployed(["JURISDICTION=eu"]);
    expect(platform.calls.filter(isMade)).toHaveLength(made);

    const before = platform.calls.length;
    await expect(deployed(["JURISDICTION=us"])).rejects.toThrow(
      "JURISDICTION is us, but staging was created with eu, and this cannot change.",
    );
    expect(platform.calls).toHaveLength(before);

    writeFileSync(installationFile, readFileSync(installationFile, "utf8").replace('"eu"', '"us"'));
    await expect(deployed(["JURISDICTION=us"])).rejects.toThrow(
      "JURISDICTION is us, and the database of staging was made with eu.",
    );
    expect(platform.calls.slice(before).filter(isDeployed)).toEqual([]);
  });

  test("reports the state after a failed migration, and deploys no Worker", async () => {
    platform.fails = "d1 migrations apply";
    const failed = deployed();
    await expect(failed).rejects.toThrow("The ones before it stay");
    await expect(failed).rejects.toThrow(/npx wrangler d1 migrations list DB -c \S+ --remote/);
    expect(platform.calls.filter(isDeployed)).toEqual([]);
  });

  test("treats a field that wrangler does not know as an error", () => {
    const warned = 'Unexpected fields found in d1_databases[0] field: "jurisdiction"';
    expect(() => refuseUnknownField(`▲ [WARNING]\n  - ${warned}\n`)).toThrow(warned);
    expect(() => refuseUnknownField("▲ [WARNING] something else")).not.toThrow();
  });

  test("creates no store if the file with its id would be lost", async () => {
    await expect(deployed([], { isCi: true })).rejects.toThrow("Run it in a terminal, and commit the file");
    expect(platform.calls).toEqual([]);
  });

  test("shows in a dry run what it would create and deploy, what is missing and the next command, and changes nothing", async () => {
    await deployed(["JURISDICTION=eu", "BRAND_NAME=Joe's Hosting"], { isDry: true });
    expect(platform.calls.filter((call) => !call.includes("--dry-run"))).toEqual([]);
    expect(said).toContain("A deployment runs: wrangler d1 create staging-account --jurisdiction eu");
    expect(said.filter((line) => line.startsWith("✓"))).toHaveLength(6);
    expect(said).toContain("✓ staging-billing    740.61 KiB / gzip: 249.04 KiB");
    expect(said).toContainEqual(expect.stringMatching(/^warn +MAIL_FROM is not set: customers get no invoices/));
    expect(said).toContain("\nReady. Stores to create: 5. Workers to deploy: 6.");
    expect(said.at(-1)).toBe(
      "Next: npm run deploy -- NAME=staging DEMONSTRATION=true JURISDICTION=eu 'BRAND_NAME=Joe'\\''s Hosting'",
    );
    expect(existsSync(installationFile)).toBe(false);
  });

  test("shows in a dry run why a deployment would be refused", async () => {
    const real = ["DEMONSTRATION=", "PAYMENT_URL=https://pay.provider.com", "SELLER_NAME=A", "SELLER_ADDRESS=B"];
    await expect(deployed([...real, "SELLER_COUNTRY=CA", "TAX_REGISTRATIONS=none"], { isDry: true })).rejects.toThrow(
      "A deployment would be refused. Next: fix each stop above, then npm run deploy -- NAME=staging",
    );
    expect(said).toContain("stop  PRIVACY_URL is not set: customers cannot read what data you keep.");
  });

  test("accepts every line of provider.env.example up to the login, and names the Worker that needs the login", async () => {
    for (const name of ["HOME", "XDG_CONFIG_HOME"]) vi.stubEnv(name, folder);
    for (const name of ["TOKEN", "KEY", "EMAIL"]) vi.stubEnv(`CLOUDFLARE_API_${name}`, undefined);
    vi.stubEnv("CI", "true");
    vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const lines = readFileSync(join(PROJECT, "provider.env.example"), "utf8").matchAll(/^# ([A-Z_]+=.*)/gm);
    const settings = [...lines].map(([, setting = ""]) => setting);
    expect(settings.length).toBeGreaterThan(20);
    const login = (call: string) =>
      `wrangler ${call} needs a login: run \`npx wrangler login\`, or set CLOUDFLARE_API_TOKEN`;

    await expect(deployed(settings, { wrangler: WRANGLER_CALLS })).rejects.toThrow(
      login("d1 create staging-billing --jurisdiction eu"),
    );
    await deployed(settings);
    const again = deployed(settings, { wrangler: WRANGLER_CALLS });
    await expect(again).rejects.toThrow(/wrangler d1 execute \S+ -c \S+staging-\w+\.json needs a login/);
    const query = new MissingLogin(["d1", "execute", "DB", "-c", "a.json", "--command", "SELECT 1;\nSELECT 2"]);
    expect(query.message, "without the query").toBe(`${login("d1 execute DB -c a.json")}.`);
  });
});
