import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { keepStoreIds, type WrittenWorker, writeConfigurations } from "./configurations.ts";
import { type Deployable, deploymentPlan, hasDatabase } from "./deployment-plan.ts";
import { type ProviderSettings, readProviderSettings } from "./provider-settings.ts";
import { SECRETS_FILE, secretLines } from "./secrets-file.ts";
import { declaredSettings, PROJECT, QUIET_WRANGLER, STATE, WRANGLER } from "./workers.ts";

/**
 * Deploys every Worker with the provider's settings from `provider.env`, in the order of `deploymentPlan`. Settings are
 * checked before anything is changed; `--dry-run` builds and checks everything and changes nothing. `NAME=value` behind it
 * takes the place of what the file sets. Before WHMCS the installation is checked first; `--unchecked` leaves that out.
 */
const dryRun = process.argv.includes("--dry-run");
const overrides = process.argv.filter((word) => /^[A-Z_]+=/.test(word));
const { billing, settings, domain, tunnel } = providerSettings();
if (billing === "whmcs" && !dryRun && !process.argv.includes("--unchecked")) checkInstallation();

const folder = join(STATE, "configurations", dryRun ? "dry-run" : "deployment");
const workers = writeConfigurations(billing, folder, {
  tunnel,
  operatorOrigin: settings.OPERATOR_ORIGIN,
  hasZoneServers: Boolean(settings.ZONE_SERVERS),
  ...requiredSecrets(),
});
for (const call of deploymentPlan(workers.map(deployable), settings, { domain, dryRun })) {
  console.log(`\n${dryRun ? "Checking: " : ""}wrangler ${call.slice(0, 4).join(" ")}`);
  wrangler(call);
  const deployed = workers.find(({ config }) => call[0] === "deploy" && call.includes(config));
  if (deployed && !dryRun) keepStoreIds(deployed);
}

/** Beside those of its configuration the Worker for WHMCS needs that of the way customers sign in. */
function requiredSecrets(): { secrets?: string[] } {
  if (settings.WHMCS_OIDC_SUBJECT !== "user") return {};
  return { secrets: ["WHMCS_IDENTIFIER", "WHMCS_SECRET", "WHMCS_OIDC_SECRET"] };
}

function providerSettings(): ProviderSettings {
  const file = join(PROJECT, "provider.env");
  try {
    return readProviderSettings([existsSync(file) ? readFileSync(file, "utf8") : "", ...overrides].join("\n"));
  } catch (error) {
    fail((error as Error).message);
  }
}

function deployable({ config, source, database, secrets = [] }: WrittenWorker): Deployable {
  const secretsFile = ownSecrets(config, secrets);
  const worker = { config, source, secretsFile, declared: Object.keys(declaredSettings(source)) };
  if (!database) return worker;
  const exists = hasDatabase(readFileSync(join(PROJECT, source), "utf8"));
  return { ...worker, database: { binding: database, exists } };
}

/** A file with a Worker's secrets alone, beside its configuration until this process ends; undefined without any. */
function ownSecrets(config: string, secrets: readonly string[]): string | undefined {
  const lines = existsSync(SECRETS_FILE) ? secretLines(readFileSync(SECRETS_FILE, "utf8"), secrets) : "";
  if (lines === "" || dryRun) return undefined;
  const file = `${config}.secrets.env`;
  writeFileSync(file, lines, { mode: 0o600 });
  process.on("exit", () => rmSync(file, { force: true }));
  return file;
}

function checkInstallation(): void {
  const { status } = spawnSync(process.execPath, ["scripts/whmcs/check.ts", ...overrides], {
    cwd: PROJECT,
    stdio: "inherit",
  });
  if (status !== 0) fail("Nothing was deployed. What is said above has to be put right first.");
}

function wrangler(args: string[]): void {
  const env = { ...process.env, ...(dryRun ? QUIET_WRANGLER : { CLOUDFLARE_ENV: "" }) };
  const { status } = spawnSync(process.execPath, [WRANGLER, ...args], { cwd: PROJECT, env, stdio: "inherit" });
  if (status !== 0) fail(`wrangler ${args[0]} failed.`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
