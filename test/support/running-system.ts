import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import type { TestProject } from "vitest/node";
import { leaveRedirectsToTheRuntime } from "../system/oauth/support/document-host.ts";
import { seedStores } from "./seeded-stores.ts";
import { BUNDLES } from "./test-runtime.ts";
import { World } from "./world.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The origin of the running system that tests share. A test that changes or breaks a system starts its own. */
    origin: string;
    /** The folder with seeded stores that systems copy. */
    stores: string;
  }
}

/** Starts the shared system before the first test and stops it after the last. */
export default async function runningSystem(project: TestProject): Promise<() => Promise<void>> {
  trustOwnCertificates();
  const restoreFetch = leaveRedirectsToTheRuntime();
  const noMail = { MAIL_FROM: "" };
  const stores = mkdtempSync(join(tmpdir(), "stores-"));
  const bundles = mkdtempSync(join(tmpdir(), "bundles-"));
  process.env[BUNDLES] = bundles;
  await seedStores(stores);
  const world = await new World({ hasServer: true, vars: { account: noMail, billing: noMail } }).start(stores);
  project.provide("origin", world.origin);
  project.provide("stores", stores);
  return async () => {
    const mistakes = world.mistakes();
    await world.close();
    rmSync(stores, { recursive: true });
    delete process.env[BUNDLES];
    rmSync(bundles, { recursive: true });
    restoreFetch();
    if (mistakes.length > 0) throw new Error(`the Workers logged mistakes:\n${mistakes.join("\n")}`);
  };
}

/**
 * Makes this process trust the tests' certificate authority. The process sends the Workers' requests to other servers,
 * and it started before the authority could be set in its environment.
 */
function trustOwnCertificates(): void {
  const own = readFileSync(new URL("tls/ca.pem", import.meta.url), "utf8");
  setDefaultCACertificates([...getCACertificates("default"), own]);
}
