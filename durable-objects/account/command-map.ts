import type { HourlyLimit } from "../../shared/api/definition/operation.ts";

interface CommandRule {
  hourlyLimit: HourlyLimit;
  /** Whether the command creates a numbered order in the billing system. */
  makesOrder: boolean;
}

/**
 * The commands that change an account, in the order in which pages and e-mails list them. The operation with the same
 * name defines a command's steps and texts.
 */
const COMMANDS = {
  orderDomain: { hourlyLimit: "orders", makesOrder: true },
  orderPlan: { hourlyLimit: "orders", makesOrder: true },
  renewDomain: { hourlyLimit: "orders", makesOrder: true },
  setDomainAutoRenew: { hourlyLimit: "settings", makesOrder: false },
  changePlan: { hourlyLimit: "orders", makesOrder: true },
  cancelService: { hourlyLimit: "orders", makesOrder: false },
  setDomainNameservers: { hourlyLimit: "settings", makesOrder: false },
  setDomainLock: { hourlyLimit: "settings", makesOrder: false },
  transferDomainOut: { hourlyLimit: "orders", makesOrder: false },
  changeDnsZone: { hourlyLimit: "settings", makesOrder: false },
} as const satisfies Record<string, CommandRule>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

/**
 * The hourly limit that a command counts towards. Commands of applications count towards one limit for orders or one
 * for settings. All changes in the client area count towards a third limit.
 */
export type CommandLimit = HourlyLimit | "customer";

export function commandsUnder(limit: HourlyLimit): CommandName[] {
  return COMMAND_NAMES.filter((name) => COMMANDS[name].hourlyLimit === limit);
}

/** Returns whether an operation creates an order; false for a name that is not a command. */
export function makesOrder(operation: string): boolean {
  return COMMAND_NAMES.some((name) => name === operation && COMMANDS[name].makesOrder);
}

/** The names of the locks. While the outcome of a command with a key is unknown, commands with the same lock wait. */
export const lockOn = {
  domain: (name: string) => `domain:${name}`,
  service: (id: number) => `service:${id}`,
  /** @param domain the domain of the site; `null` for a plan without a site domain */
  plan: (id: string, domain: string | null) => (domain === null ? `plan:${id}` : `plan:${id} ${domain}`),
};
