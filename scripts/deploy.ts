import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { keepStoreIds, type WrittenWorker, writeConfigurations } from "./configurations.ts";
import { type Deployable, deploymentPlan, hasDatabase } from "./deployment-plan.ts";
import { type ProviderSettings, readProviderSettings } from "./provider-settings.ts";
import { SECRETS_FILE } from "./secrets-file.ts";
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
const workers = writeConfigurations(billing, folder, { tunnel, ...requiredSecrets() });
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

function deployable({ config, source, database }: WrittenWorker): Deployable {
  const worker = { config, source, declared: Object.keys(declaredSettings(source)) };
  if (!database) return worker;
  const exists = hasDatabase(readFileSync(join(PROJECT, source), "utf8"));
  const secretsFile = source.includes("whmcs") && existsSync(SECRETS_FILE) ? SECRETS_FILE : undefined;
  return { ...worker, secretsFile, database: { binding: database, exists } };
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
