import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { PROJECT, QUIET_WRANGLER, readSettings, WORKERS, WRANGLER } from "./workers.ts";

/**
 * Deploys every Worker, callees before callers, each with the provider's settings from `provider.env`; migrates a
 * Worker's database before the Worker that reads the new tables takes over. `--dry-run` builds and checks everything and
 * changes nothing.
 */
const dryRun = process.argv.includes("--dry-run");
const settings = existsSync("provider.env") ? readSettings(readFileSync("provider.env", "utf8")) : {};

for (const key of Object.keys(settings)) {
  if (key !== "DOMAIN" && !WORKERS.some(({ config }) => declaredSettings(config).includes(key))) {
    fail(`provider.env: ${key} is not a setting of any Worker.`);
  }
}

for (const { config, database } of WORKERS) {
  console.log(`\n${dryRun ? "Checking" : "Deploying"} ${config}`);
  const known = declaredSettings(config).filter((key) => settings[key] !== undefined);
  wrangler([
    "deploy",
    ...["-c", config, "--minify"],
    ...known.flatMap((key) => ["--var", `${key}:${settings[key]}`]),
    ...(config === "wrangler.toml" && settings.DOMAIN ? ["--domain", settings.DOMAIN] : []),
    ...(dryRun ? ["--dry-run", "--outdir", join(PROJECT, "dist", config.replace(/\W/g, "-"))] : []),
  ]);
  if (database && !dryRun) wrangler(["d1", "migrations", "apply", database, "-c", config, "--remote"]);
}

/** The names under `[vars]` of a Worker's configuration. */
function declaredSettings(config: string): string[] {
  const section = /^\[vars\]\n((?:(?!\[).*\n?)*)/m.exec(readFileSync(join(PROJECT, config), "utf8"))?.[1] ?? "";
  return [...section.matchAll(/^([A-Z][A-Z_]*) *=/gm)].map((match) => match[1] as string);
}

function wrangler(args: string[]): void {
  const env = dryRun ? { ...process.env, ...QUIET_WRANGLER } : process.env;
  const { status } = spawnSync(process.execPath, [WRANGLER, ...args], { cwd: PROJECT, env, stdio: "inherit" });
  if (status !== 0) fail(`wrangler ${args[0]} failed.`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
