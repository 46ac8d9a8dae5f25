import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Deployable, deploymentPlan, hasDatabase } from "./deployment-plan.ts";
import { type ProviderSettings, readProviderSettings } from "./provider-settings.ts";
import { declaredSettings, PROJECT, QUIET_WRANGLER, WORKERS, WRANGLER } from "./workers.ts";

/**
 * Deploys every Worker with the provider's settings from `provider.env`, in the order of `deploymentPlan`. Settings are
 * checked before anything is changed; `--dry-run` builds and checks everything and changes nothing. `NAME=value` behind it
 * takes the place of what the file sets.
 */
const dryRun = process.argv.includes("--dry-run");
const { settings, domain } = providerSettings();

for (const call of deploymentPlan(WORKERS.map(deployable), settings, { domain, dryRun })) {
  console.log(`\n${dryRun ? "Checking: " : ""}wrangler ${call.slice(0, 4).join(" ")}`);
  wrangler(call);
}

function providerSettings(): ProviderSettings {
  const file = join(PROJECT, "provider.env");
  const declared = Object.assign({}, ...WORKERS.map(({ config }) => declaredSettings(config)));
  try {
    const set = [
      existsSync(file) ? readFileSync(file, "utf8") : "",
      ...process.argv.filter((word) => /^[A-Z_]+=/.test(word)),
    ];
    return readProviderSettings(set.join("\n"), declared);
  } catch (error) {
    fail((error as Error).message);
  }
}

function deployable({ config, database }: (typeof WORKERS)[number]): Deployable {
  const declared = Object.keys(declaredSettings(config));
  if (!database) return { config, declared };
  const exists = hasDatabase(readFileSync(join(PROJECT, config), "utf8"));
  return { config, declared, database: { binding: database, exists } };
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
