import type { RatePolicy } from "../../../shared/platform/rate-limit.ts";

/**
 * The settings: the maximum number of domain checks in ten minutes, over HTTP and over MCP, and the deadline of a
 * check. The maximum is per network address, or per connection for a connected application.
 */
const NAMES = ["CHECKS_PER_ADDRESS", "CHECKS_PER_ADDRESS_MCP", "CHECK_DEADLINE_MS"] as const;
const CHECKS_WINDOW_SECONDS = 600;

/** A provider's settings for domain checks, as text. Each is a positive whole number. */
export type CheckSettings = Record<(typeof NAMES)[number], string>;

/**
 * Checks the settings of domain checks.
 * @throws {Error} with the setting's name if a setting is not a positive whole number
 */
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
