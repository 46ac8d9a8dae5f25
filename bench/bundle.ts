import { execFile } from "node:child_process";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { PROJECT, QUIET_WRANGLER, WRANGLER } from "../scripts/workers.ts";

/**
 * Bundles a Worker without deploying it.
 * @param config path of the Worker's configuration in the project
 * @param outdir output folder; the logs are written next to it
 * @param minify whether to minify the bundle, as a deployment does; true by default
 */
export async function bundle(
  config: string,
  outdir: string,
  { minify = true, signal }: { minify?: boolean; signal?: AbortSignal } = {},
): Promise<void> {
  const deploy = ["deploy", "--dry-run", "--outdir", outdir, "--config", join(PROJECT, config)];
  await promisify(execFile)(process.execPath, [WRANGLER, ...deploy, ...(minify ? ["--minify"] : [])], {
    cwd: PROJECT,
    ...(signal && { signal }),
    env: { ...process.env, ...QUIET_WRANGLER, WRANGLER_LOG_PATH: `${outdir}-logs` },
  });
}

/**
 * Returns the name of a bundle's main module.
 * @param main the entry, as the configuration names it
 */
export function mainModule(main: string): string {
  return basename(main).replace(/\.tsx?$/, ".js");
}
