import { createTestHarness, type TestHarness } from "wrangler";
import type { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import { PROJECT } from "../../../../scripts/workers.ts";
import type { Registrar } from "../../../../workers/billing/engine/registrar/registrar.ts";
import { registrarVars } from "../../../support/product-workers.ts";

export interface RegistrarDoor {
  system: TestHarness;
  /** The registrar as the billing Worker has it, or with a shorter deadline or another server. */
  registrar(options?: { deadline?: string; endpoint?: string }): Registrar;
}

/** The registrar's adapter on the real runtime. */
export async function openRegistrarDoor(
  registry: SandboxRegistry,
  vars: Record<string, string> = {},
): Promise<RegistrarDoor> {
  const system = createTestHarness({
    root: PROJECT,
    workers: [
      {
        config: {
          name: "registrar-door",
          main: "test/system/registrar/support/registrar-door.worker.ts",
          compatibility_date: "2026-10-23",
        },
        vars: { ...registrarVars(registry), ...vars },
      },
    ],
  });
  await system.listen();
  const ask = async (options: Record<string, string>, call: unknown[]) => {
    const response = await system.fetch(`/?${new URLSearchParams(options)}`, {
      method: "POST",
      body: JSON.stringify(call),
    });
    if (!response.ok) throw new Error(`${call[0]}: ${await response.text()}`);
    return response.json();
  };
  return {
    system,
    registrar: (options = {}) =>
      new Proxy({} as Registrar, {
        get:
          (_, method) =>
          (...args: unknown[]) =>
            ask(options, [method, ...args]),
      }),
  };
}
