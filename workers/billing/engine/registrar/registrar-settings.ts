import { log } from "../../../../shared/platform/log.ts";
import type { Registrar } from "./registrar.ts";
import { SandboxRegistrar } from "./sandbox-registrar.ts";

/** Where the embedded engine registers names. */
export interface RegistrarEnv {
  /** `host:port` of the sandbox registry's registrar; only used by what is told to be a demonstration. */
  SANDBOX_REGISTRAR: string;
  /** What it asks for as a bearer token; another one at each start. */
  SANDBOX_REGISTRAR_TOKEN: string;
  DEMONSTRATION: string;
}

/** Null: there is none, and what is paid stays `pending_registration`. */
export function registrarOf(settings: RegistrarEnv): Registrar | null {
  const { SANDBOX_REGISTRAR: endpoint, SANDBOX_REGISTRAR_TOKEN: token, DEMONSTRATION: demonstration } = settings;
  if (!endpoint || !token) return null;
  if (demonstration === "true") return new SandboxRegistrar(endpoint, token);
  log("sandbox_refused", { reason: "DEMONSTRATION is not true" });
  return null;
}
