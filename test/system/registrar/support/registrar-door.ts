import type { SandboxRegistry } from "../../../../dev/sandbox/sandbox-registry.ts";
import type { Registrar } from "../../../../workers/billing/engine/registrar/registrar.ts";
import { methodsAt } from "../../../support/posted-methods.ts";
import { registrarVars } from "../../../support/product-workers.ts";
import { World } from "../../../support/world.ts";

export interface RegistrarDoor {
  /** Returns the registrar of the billing Worker. @param options a different deadline, in milliseconds */
  registrar(options?: { deadline?: string }): Registrar;
  close(): Promise<void>;
}

/** Starts the registrar adapter on the real runtime. */
export async function openRegistrarDoor(registry: SandboxRegistry): Promise<RegistrarDoor> {
  const main = "test/system/registrar/support/registrar-door.worker.ts";
  const worker = { name: "registrar-door", main, vars: { ...registrarVars(registry) } };
  const world = await new World({ workers: [worker], isDemonstration: false }).start();
  return {
    registrar: (options = {}) => methodsAt<Registrar>(() => `${world.origin}/?${new URLSearchParams(options)}`),
    close: () => world.close(),
  };
}
