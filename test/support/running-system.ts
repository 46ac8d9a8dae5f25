import { readFileSync } from "node:fs";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { TestProject } from "vitest/node";
import { SandboxRegistry } from "../../dev/sandbox/sandbox-registry.ts";
import { leaveRedirectsToTheRuntime } from "../system/oauth/support/document-host.ts";
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
  trustOwnCertificates();
  const restoreFetch = leaveRedirectsToTheRuntime();
  const registry = await SandboxRegistry.start();
  const system = await startSystem({
    "workers/catalogue/wrangler.toml": { vars: sandboxVars(registry) },
    "workers/account/wrangler.toml": { vars: { DEMONSTRATION: "true" } },
    "workers/billing/wrangler.toml": { vars: registrarVars(registry) },
  });
  const { url } = await system.listen();
  project.provide("origin", url.origin);
  return async () => {
    const mistakes = system.getLogs().filter(({ message }) => /internal_error|undeclared_problem/.test(message));
    await system.close();
    await registry.stop();
    restoreFetch();
    if (mistakes.length > 0)
      throw new Error(`the Workers logged mistakes:\n${mistakes.map(({ message }) => message).join("\n")}`);
  };
}

/** The harness asks the outside for the Workers from this process, which was started before the tests' authority was named. */
function trustOwnCertificates(): void {
  const own = readFileSync(new URL("tls/ca.pem", import.meta.url), "utf8");
  setDefaultCACertificates([...getCACertificates("default"), own]);
}
