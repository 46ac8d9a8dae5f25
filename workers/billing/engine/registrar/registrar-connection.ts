import { namecomRegistrar } from "./namecom.ts";
import type { Registrar } from "./registrar.ts";

export const NAMECOM_URL = "https://api.name.com";

export interface RegistrarEnv {
  /** `namecom`; empty if there is no registrar. */
  REGISTRAR: string;
  REGISTRAR_USER: string;
  /** The secret API token for the registrar. */
  REGISTRAR_TOKEN?: string;
  /**
   * The origin of a test system or a simulated registrar. A demonstration with a registrar must set it, and any other
   * installation with a registrar must not.
   */
  REGISTRAR_URL: string;
  DEMONSTRATION: string;
}

/**
 * Checks the registrar settings.
 * @throws an error that names the invalid setting
 */
export function checkRegistrar(settings: Omit<RegistrarEnv, "REGISTRAR_TOKEN">): void {
  const { REGISTRAR, REGISTRAR_USER, REGISTRAR_URL, DEMONSTRATION } = settings;
  if (!REGISTRAR) return;
  if (REGISTRAR !== "namecom") throw new Error(`REGISTRAR is neither namecom nor empty: ${REGISTRAR}`);
  if (!REGISTRAR_USER) throw new Error("REGISTRAR_USER is empty: REGISTRAR=namecom needs it.");
  if (DEMONSTRATION !== "true" && REGISTRAR_URL) throw new Error("REGISTRAR_URL is for a demonstration only.");
  if (DEMONSTRATION === "true" && !REGISTRAR_URL) {
    throw new Error("REGISTRAR_URL is empty: a demonstration registers nothing at the real registrar.");
  }
  if (REGISTRAR_URL && !isSafe(REGISTRAR_URL))
    throw new Error(`REGISTRAR_URL is not an https address: ${REGISTRAR_URL}`);
}

/**
 * Returns the registrar; `null` if none is set. Paid registrations then stay pending.
 * @throws an error that names the invalid setting
 */
export function registrarOf(settings: RegistrarEnv): Registrar | null {
  checkRegistrar(settings);
  const { REGISTRAR, REGISTRAR_USER: user, REGISTRAR_TOKEN: token = "", REGISTRAR_URL } = settings;
  return REGISTRAR ? namecomRegistrar({ url: REGISTRAR_URL || NAMECOM_URL, user, token }) : null;
}

/** Checks whether a URL uses HTTPS or is local. */
function isSafe(address: string): boolean {
  const { protocol, hostname } = URL.parse(address) ?? {};
  return protocol === "https:" || (protocol === "http:" && hostname === "127.0.0.1");
}
