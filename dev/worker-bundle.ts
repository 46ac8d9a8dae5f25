import { join } from "node:path";
import process from "node:process";
import { unstable_DevEnv as DevEnv, unstable_getMiniflareWorkerOptions, unstable_readConfig } from "wrangler";
import { PROJECT } from "../scripts/workers.ts";

/** Keeps the configuration reader from printing a line for each file. */
process.env.WRANGLER_LOG ??= "error";

/** Returns a Worker in the local runtime's form: one module with the settings of a wrangler configuration. */
export function bundledWorker(config: string, contents: string) {
  const { name = "", vars } = unstable_readConfig({ config });
  const { workerOptions } = unstable_getMiniflareWorkerOptions(config);
  return {
    ...workerOptions,
    name,
    // Use only the configuration's values, not those of this shell or of a local secrets file.
    bindings: vars as Record<string, string>,
    serviceBindings: workerOptions.serviceBindings as Record<string, string>,
    modulesRules: undefined,
    rootPath: PROJECT,
    modulesRoot: PROJECT,
    modules: [{ type: "ESModule" as const, path: join(PROJECT, `${name}.js`), contents }],
  };
}

/** Bundles a Worker into one module, as wrangler does for local work. */
export function buildBundle(entrypoint: string, config: string): Promise<string> {
  return Bundler.bundle(entrypoint, config);
}

/** Wrangler's local server, used only as a bundler. */
class Bundler extends DevEnv {
  static async bundle(entrypoint: string, config: string): Promise<string> {
    const bundler = new Bundler({ runtimeFactories: [] });
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    bundler.once("bundle", resolve).once("error", reject).once("buildFailed", reject);
    try {
      await bundler.config.set(
        {
          config,
          entrypoint,
          build: { minify: true },
          dev: { watch: false, remote: false, logLevel: "none", inferOriginFromRoutes: false },
        },
        true,
      );
      return await promise;
    } finally {
      await bundler.teardown();
    }
  }

  override dispatch(event: Parameters<DevEnv["dispatch"]>[0]): void {
    if (event.type === "configUpdate") this.bundler.onConfigUpdate(event);
    else if (event.type === "bundleComplete") this.emit("bundle", event.bundle.entrypointSource);
    else if (event.type === "error") super.dispatch(event);
  }
}
