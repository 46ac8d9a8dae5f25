import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";

/** Domain checks per address over HTTP and over MCP, in any ten minutes, and the deadline of one. */
const NAMES = ["CHECKS_PER_ADDRESS", "CHECKS_PER_ADDRESS_MCP", "CHECK_DEADLINE_MS"] as const;
const CHECKS_WINDOW_SECONDS = 600;

/** A provider's settings of domain checks: whole numbers as text, because settings are text. */
export type CheckSettings = Record<(typeof NAMES)[number], string>;

/** @throws when a setting is not a positive whole number, naming it. */
export function validateCheckSettings(settings: CheckSettings): void {
  for (const name of NAMES) {
    if (!/^[1-9]\d{0,8}$/.test(settings[name]))
      throw new Error(`${name} is not a positive whole number: ${settings[name]}`);
  }
}

export function domainCheckPolicies(settings: CheckSettings): Record<"http" | "mcp", RatePolicy> {
  const windowSeconds = CHECKS_WINDOW_SECONDS;
  return {
    http: { id: "checks-http", name: "checks", quota: Number(settings.CHECKS_PER_ADDRESS), windowSeconds },
    mcp: { id: "checks-mcp", name: "checks", quota: Number(settings.CHECKS_PER_ADDRESS_MCP), windowSeconds },
  };
}
