import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parse } from "smol-toml";

/** The project's folder. The paths of configurations are relative to it. */
export const PROJECT = resolve(import.meta.dirname, "..");

/** The folder of the local stores. The variable `FRONTDESK_STATE` moves it out of the project's folder. */
export const STATE = join(resolve(process.env.FRONTDESK_STATE || PROJECT), ".wrangler/state");

export interface WorkerFile {
  /** The path of the Worker's wrangler configuration. */
  config: string;
  /**
   * The binding of the database that the Worker owns. A deployment migrates the database before it deploys the Worker.
   */
  database?: string;
  /** The names of the secrets that a provider sets for the Worker. */
  secrets?: readonly string[];
}

/** The secrets of the WHMCS Worker. */
export const WHMCS_SECRETS = ["FRONTDESK_BRIDGE_KEY"] as const;

/** The secrets of the embedded engine's Worker that card payments through Stripe require. */
export const STRIPE_SECRETS = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const;

/** The Worker of each billing system. `BILLING` in `provider.env` chooses one. */
const BILLING_WORKERS = {
  embedded: {
    config: "workers/billing/wrangler.toml",
    database: "DB",
    secrets: ["REGISTRAR_TOKEN", ...STRIPE_SECRETS],
  },
  whmcs: { config: "workers/billing-whmcs/wrangler.toml", database: "DB", secrets: WHMCS_SECRETS },
} satisfies Record<string, WorkerFile>;

export type BillingSystemName = keyof typeof BILLING_WORKERS;
export const BILLING_SYSTEMS = Object.keys(BILLING_WORKERS) as BillingSystemName[];

const OTHER_WORKERS: WorkerFile[] = [
  { config: "workers/catalogue/wrangler.toml" },
  { config: "workers/zones/wrangler.toml", secrets: ["ZONE_SERVER_TOKENS"] },
  { config: "workers/account/wrangler.toml", database: "ACCOUNT_DB" },
  { config: "workers/operator/wrangler.toml", database: "OPERATOR_DB" },
  { config: "wrangler.toml" },
];

/** Returns the Workers for a billing system in deployment order: each Worker comes before the Workers that call it. */
export function workersOn(billing: BillingSystemName): WorkerFile[] {
  return [BILLING_WORKERS[billing], ...OTHER_WORKERS];
}

/** All Workers of the project. */
export const WORKERS: WorkerFile[] = [...Object.values(BILLING_WORKERS), ...OTHER_WORKERS];

/** All secrets that a provider can set. */
export const SECRETS: string[] = WORKERS.flatMap(({ secrets = [] }) => secrets);

/**
 * Environment variables that keep wrangler from asking questions, using colours and sending reports. They also select
 * the default environment.
 */
export const QUIET_WRANGLER = {
  CLOUDFLARE_ENV: "",
  CI: "1",
  NO_COLOR: "1",
  WRANGLER_HIDE_BANNER: "true",
  WRANGLER_SEND_METRICS: "false",
  WRANGLER_SEND_ERROR_REPORTS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_LOG_PATH: join(STATE, "logs"),
  WRANGLER_REGISTRY_PATH: join(STATE, "registry"),
};

/** The path of wrangler, which runs with the same Node as this process. */
export const WRANGLER = join(PROJECT, "node_modules/wrangler/bin/wrangler.js");

/** Returns the `[vars]` of a Worker's configuration: each setting that the Worker reads, with its default. */
export function declaredSettings(config: string): Record<string, string> {
  return readDeclared(readFileSync(join(PROJECT, config), "utf8"));
}

/**
 * Parses the `[vars]` of a configuration.
 * @throws Error with the name of a setting that is not a string
 */
export function readDeclared(toml: string): Record<string, string> {
  const { vars = {} } = parse(toml);
  const other = Object.entries(vars).find(([, value]) => typeof value !== "string");
  if (other) throw new Error(`[vars] ${other[0]} is not a string`);
  return vars as Record<string, string>;
}

/** Returns the settings of several Workers with their defaults. */
export function settingsOfAll(workers: WorkerFile[]): Record<string, string> {
  return Object.assign({}, ...workers.map(({ config }) => declaredSettings(config)));
}

/** The folder of Node's compile cache. With the cache, repeated commands such as wrangler start with less CPU time. */
const COMPILED = join(PROJECT, "node_modules/.cache/compiled");

/**
 * Returns the environment for processes that run the Workers locally. Variables with the name of a setting or secret
 * are removed, because the runtime would use their values.
 */
export function localEnvironment(): NodeJS.ProcessEnv {
  const settings: string[] = [...Object.keys(settingsOfAll(WORKERS)), ...SECRETS];
  const rest = Object.entries(process.env).filter(([name]) => !settings.includes(name));
  return { NODE_COMPILE_CACHE: COMPILED, ...Object.fromEntries(rest), ...QUIET_WRANGLER };
}

/**
 * Parses settings: `NAME=value` lines, in which `#` starts a comment line and `\n` in a value is a line break.
 * @param file the file's name in error messages
 * @throws {Error} with the number of an invalid line, but not its text, which may be a secret
 */
export function readSettings(text: string, file = "provider.env"): Record<string, string> {
  return Object.fromEntries(
    text.split(/\r?\n/).flatMap((line, index) => {
      if (line.trim() === "" || line.trimStart().startsWith("#")) return [];
      const at = line.indexOf("=");
      if (at < 1) throw new Error(`${file}: line ${index + 1} is not NAME=value.`);
      const value = line.slice(at + 1).trim();
      return [[line.slice(0, at).trim(), value.replaceAll("\\n", "\n")]];
    }),
  );
}
