import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { PROJECT, QUIET_WRANGLER, WRANGLER } from "../scripts/workers.ts";

/**
 * Bundles a Worker as it is deployed, minified, without deploying it.
 * @param config its configuration in the project
 * @param outdir where to; its logs go beside it
 * @param more further words for wrangler
 */
export async function bundle(
  config: string,
  outdir: string,
  { signal, more = [] }: { signal?: AbortSignal; more?: string[] } = {},
): Promise<void> {
  const deploy = ["deploy", "--dry-run", "--minify", "--outdir", outdir, "--config", join(PROJECT, config)];
  await promisify(execFile)(process.execPath, [WRANGLER, ...deploy, ...more], {
    cwd: PROJECT,
    ...(signal && { signal }),
    env: { ...process.env, ...QUIET_WRANGLER, WRANGLER_LOG_PATH: `${outdir}-logs` },
  });
}

/** The module that a bundle begins with. @param main the entry, as the configuration names it */
export function mainModule(main: string): string {
  return basename(main).replace(/\.tsx?$/, ".js");
}
