import type { RatePolicy } from "../platform/rate-limit.ts";

/** The rate limit for the requests of one connection, over HTTP and MCP together. */
export const REQUEST_POLICY: RatePolicy = { id: "connection", name: "connection", quota: 120, windowSeconds: 60 };

/** The rate limit for messages of one connection that are not requests, such as notifications. */
export const NOTIFICATION_POLICY: RatePolicy = { ...REQUEST_POLICY, id: "notifications", name: "notifications" };

/** The hourly limit for the `order` calls on one account. All kinds of orders are counted together. */
export const ORDER_POLICY: RatePolicy = { id: "orders", name: "orders", quota: 20, windowSeconds: 3_600 };

/**
 * The hourly limit for changes that the logins of one account make in the client area. Applications have their own
 * limits.
 */
export const CUSTOMER_POLICY: RatePolicy = { id: "customer", name: "customer", quota: 60, windowSeconds: 3_600 };

/** The provider's limit for settings. It is a whole number as text, because all settings are text. */
export interface SettingLimit {
  /**
   * Maximum number of nameserver, lock, auto-renewal and DNS zone changes per hour on one account, counted together.
   */
  SETTINGS_PER_HOUR: string;
}

/**
 * Checks the setting.
 * @throws {Error} if it is not a positive whole number; the message has the setting's name
 */
export function checkSettingLimit({ SETTINGS_PER_HOUR: quota }: SettingLimit): void {
  if (!/^[1-9]\d{0,8}$/.test(quota)) throw new Error(`SETTINGS_PER_HOUR is not a positive whole number: ${quota}`);
}

/** Returns the hourly limit for the settings of one account, across all of its connections. */
export function settingPolicy({ SETTINGS_PER_HOUR: quota }: SettingLimit): RatePolicy {
  return { id: "settings", name: "settings", quota: Number(quota), windowSeconds: 3_600 };
}
