import type { TestHarness } from "wrangler";
import { SandboxRegistry } from "../../dev/sandbox/sandbox-registry.ts";
import { startSystem } from "./workers.ts";

/** A running system with a sandbox registry of its own, whose questions a test can count. */
export interface CheckingSystem {
  system: TestHarness;
  registry: SandboxRegistry;
  /** A check over HTTP, from an address of the caller's choice. */
  check(domain: string, options?: { address?: string; query?: string; init?: RequestInit }): Promise<Response>;
  stop(): Promise<void>;
}

/**
 * @param vars replaces settings of the catalogue Worker, such as limits
 * @param extra Workers of the test's own
 */
export async function startCheckingSystem(
  vars: Record<string, string> = {},
  extra: Parameters<typeof startSystem>[1] = [],
): Promise<CheckingSystem> {
  const registry = await SandboxRegistry.start();
  const catalogue = { vars: { ...sandboxVars(registry), ...vars } };
  const billing = { vars: registrarVars(registry) };
  const system = await startSystem(
    { "workers/catalogue/wrangler.toml": catalogue, "workers/billing/wrangler.toml": billing },
    extra,
  );
  const { url } = await system.listen();
  let caller = 0;
  const running: CheckingSystem = {
    system,
    registry,
    check: (domain, { address = `198.51.100.${++caller % 250}`, query = "", init = {} } = {}) =>
      fetch(`${url.origin}/api/v1/domains/availability?domain=${encodeURIComponent(domain)}${query}`, {
        ...init,
        headers: { "CF-Connecting-IP": address, ...init.headers },
      }),
    async stop() {
      await system.close();
      await running.registry.stop();
    },
  };
  return running;
}

/** The catalogue's settings for a sandbox registry. */
export function sandboxVars({ endpoints }: SandboxRegistry): Record<string, string> {
  return {
    SANDBOX_WHOIS: endpoints.whois,
    SANDBOX_RDAP: endpoints.rdap,
    SANDBOX_DAS: endpoints.das,
    DEMONSTRATION: "true",
  };
}

/** The billing Worker's settings for the registrar of a sandbox registry. */
export function registrarVars({ endpoints, registrarToken }: SandboxRegistry): Record<string, string> {
  return {
    SANDBOX_REGISTRAR: endpoints.registrar,
    SANDBOX_REGISTRAR_TOKEN: registrarToken,
    DEMONSTRATION: "true",
  };
}
