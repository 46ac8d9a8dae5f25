import type { TestProject } from "vitest/node";
import { SandboxRegistry } from "../../dev/sandbox/sandbox-registry.ts";
import { registrarVars, sandboxVars } from "./checking-system.ts";
import { startSystem } from "./workers.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Origin of one running system that tests share; what changes or breaks a system starts its own. */
    origin: string;
  }
}

/** Starts the shared system before the first test and ends it after the last. */
export default async function runningSystem(project: TestProject): Promise<() => Promise<void>> {
  const registry = await SandboxRegistry.start();
  const system = await startSystem({
    "workers/catalogue/wrangler.toml": { vars: sandboxVars(registry) },
    "workers/billing/wrangler.toml": { vars: registrarVars(registry) },
  });
  const { url } = await system.listen();
  project.provide("origin", url.origin);
  return async () => {
    const mistakes = system.getLogs().filter(({ message }) => /internal_error|undeclared_problem/.test(message));
    await system.close();
    await registry.stop();
    if (mistakes.length > 0)
      throw new Error(`the Workers logged mistakes:\n${mistakes.map(({ message }) => message).join("\n")}`);
  };
}
