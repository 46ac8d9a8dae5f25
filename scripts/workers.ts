import { join, resolve } from "node:path";

/** The project's folder; every path here is relative to it. */
export const PROJECT = resolve(import.meta.dirname, "..");

/** The folder that holds the local stores. */
export const STATE = join(PROJECT, ".wrangler/state");

export interface WorkerFile {
  /** Its wrangler configuration. */
  config: string;
  /** The database it owns, by its binding; migrated after the Worker is deployed. */
  database?: string;
}

/** Every Worker, callees before callers: the order of a deployment. */
export const WORKERS: WorkerFile[] = [
  { config: "workers/billing/wrangler.toml", database: "DB" },
  { config: "workers/catalogue/wrangler.toml" },
  { config: "wrangler.toml" },
];

/** Wrangler without its questions, colours and reports. */
export const QUIET_WRANGLER = {
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

/** A provider's own settings: `KEY=value` lines; `#` begins a comment; `\n` in a value is a new line. */
export function readSettings(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "" && !line.trimStart().startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf("=");
      if (at < 1) throw new Error(`not a KEY=value line: ${line}`);
      return [
        line.slice(0, at).trim(),
        line
          .slice(at + 1)
          .trim()
          .replaceAll("\\n", "\n"),
      ];
    }),
  );
}
