import type { RatePolicy } from "../platform/rate-limit.ts";

/** Requests of one connection, over HTTP and MCP together. */
export const REQUEST_POLICY: RatePolicy = { id: "connection", name: "connection", quota: 120, windowSeconds: 60 };

/** Messages of one connection that hold no request, such as notifications: they count nothing of the above. */
export const NOTIFICATION_POLICY: RatePolicy = { ...REQUEST_POLICY, id: "notifications", name: "notifications" };

/** The order-type actions of one account in any hour, counted together. */
export const ORDER_POLICY: RatePolicy = { id: "orders", name: "orders", quota: 20, windowSeconds: 3_600 };

/** Everything that the logins of one account do by hand in any hour, counted together and apart from what applications do. */
export const CUSTOMER_POLICY: RatePolicy = { id: "customer", name: "customer", quota: 60, windowSeconds: 3_600 };

/** What a provider sets about the settings of domains; a whole number as text, because settings are text. */
export interface SettingLimit {
  /** How often nameservers, locks and auto-renewal of one account may be set in any hour, counted together. */
  SETTINGS_PER_HOUR: string;
}

/** @throws when it is not a positive whole number, naming it. */
export function checkSettingLimit({ SETTINGS_PER_HOUR: quota }: SettingLimit): void {
  if (!/^[1-9]\d{0,8}$/.test(quota)) throw new Error(`SETTINGS_PER_HOUR is not a positive whole number: ${quota}`);
}

/** The settings of one account in any hour, counted together, whichever connection they come through. */
export function settingPolicy({ SETTINGS_PER_HOUR: quota }: SettingLimit): RatePolicy {
  return { id: "settings", name: "settings", quota: Number(quota), windowSeconds: 3_600 };
}
