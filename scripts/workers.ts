import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import process from "node:process";
import { parse } from "smol-toml";

/** The project's folder; every path here is relative to it. */
export const PROJECT = resolve(import.meta.dirname, "..");

/** The folder that holds the local stores; `FRONTDESK_STATE` names another folder to have it in. */
export const STATE = join(resolve(process.env.FRONTDESK_STATE || PROJECT), ".wrangler/state");

export interface WorkerFile {
  /** Its wrangler configuration. */
  config: string;
  /** The database it owns, by its binding; a deployment migrates it before the Worker. */
  database?: string;
  /** The names of its secrets that a provider sets. */
  secrets?: readonly string[];
}

/** Secrets of the Worker for WHMCS. */
export const WHMCS_SECRETS = ["FRONTDESK_BRIDGE_KEY"] as const;

/** Secrets of the embedded engine's Worker, where its invoices are paid through Stripe. */
export const STRIPE_SECRETS = ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const;

/** The Worker of each billing system; `BILLING` in `provider.env` chooses one. */
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

/** The Workers of a system on one billing system, callees before callers: the order of a deployment. */
export function workersOn(billing: BillingSystemName): WorkerFile[] {
  return [BILLING_WORKERS[billing], ...OTHER_WORKERS];
}

/** Every Worker there is. */
export const WORKERS: WorkerFile[] = [...Object.values(BILLING_WORKERS), ...OTHER_WORKERS];

/** Every secret that a provider sets. */
export const SECRETS: string[] = WORKERS.flatMap(({ secrets = [] }) => secrets);

/** Wrangler without its questions, colours and reports, and on no other environment of the configurations. */
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

/** The wrangler program, run by the Node that runs this. */
export const WRANGLER = join(PROJECT, "node_modules/wrangler/bin/wrangler.js");

/** `[vars]` of a Worker's configuration: every setting that it knows, with its default. */
export function declaredSettings(config: string): Record<string, string> {
  return readDeclared(readFileSync(join(PROJECT, config), "utf8"));
}

/** @throws at a setting that is not a text, naming it */
export function readDeclared(toml: string): Record<string, string> {
  const { vars = {} } = parse(toml);
  const other = Object.entries(vars).find(([, value]) => typeof value !== "string");
  if (other) throw new Error(`[vars] ${other[0]} is not a string`);
  return vars as Record<string, string>;
}

/** The settings of several Workers, with their defaults. */
export function settingsOfAll(workers: WorkerFile[]): Record<string, string> {
  return Object.assign({}, ...workers.map(({ config }) => declaredSettings(config)));
}

/** Node's compile cache: a command that is run again, such as wrangler, starts with less CPU time. */
const COMPILED = join(PROJECT, "node_modules/.cache/compiled");

/**
 * The environment for what runs the Workers locally. Without the names of settings and secrets: the runtime lets a variable of
 * the shell take the place of a setting of the same name.
 */
export function localEnvironment(): NodeJS.ProcessEnv {
  const settings: string[] = [...Object.keys(settingsOfAll(WORKERS)), ...SECRETS];
  const rest = Object.entries(process.env).filter(([name]) => !settings.includes(name));
  return { NODE_COMPILE_CACHE: COMPILED, ...Object.fromEntries(rest), ...QUIET_WRANGLER };
}

/**
 * A provider's own settings: `NAME=value` lines; `#` begins a comment; `\n` in a value is a new line.
 * @param file the name in problems
 * @throws {Error} naming a line that is none, never its text: it may be a secret
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
