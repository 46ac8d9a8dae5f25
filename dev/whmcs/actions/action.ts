import { dayIn } from "../../../shared/platform/calendar.ts";
import type { Parameters } from "../parameters.ts";
import type { Registrar } from "../provisioning/registrar.ts";
import type { WhmcsState } from "../state.ts";

/** The installation, for an action. */
export interface Installation {
  state: WhmcsState;
  /** The time zone of the server's clock, as an IANA name. */
  timeZone: string;
  /** Epoch milliseconds. */
  now: () => number;
  /** The administrator of the credential. */
  adminId: number;
  settings: Record<string, string>;
  quirks: Quirks;
  registrar: Registrar;
  /** Whether a call runs a second time in parallel with the first, and does not see what the first has just written. */
  isRace: boolean;
  /** Writes that were carried out, oldest first. */
  journal: ReceivedCall[];
}

/** One call of an action. */
export interface ReceivedCall {
  action: string;
  parameters: Parameters;
}

type Members = Record<string, unknown>;

/** The members of a success, or the rows of a list, before they are formatted. */
export type ActionAnswer = { error: string } | { rows: Members[] } | { members: Members };

export type Action = (installation: Installation, parameters: Parameters) => ActionAnswer;
/** By name. */
export type Actions = Readonly<Record<string, Action>>;

/** Today by the server's clock, YYYY-MM-DD. */
export function todayOf({ timeZone, now }: Pick<Installation, "timeZone" | "now">): string {
  return dayIn(timeZone, now());
}

export function instantOf({ now }: Pick<Installation, "now">): string {
  return new Date(now()).toISOString();
}

/** Behaviour of an installation that differs from the documentation, or that the documentation leaves open. */
export interface Quirks {
  /** Whether it ignores a parameter. */
  ignores(parameter: string, action: string): boolean;
  /** Secrets in undocumented members. */
  extraMembers: Record<string, unknown>;
  /** Whether a renewal for the domain's own years costs its recurring amount, not the price list's. */
  renewsAtOwnAmount: boolean;
  /** Whether credit is applied to new invoices at once. */
  appliesCredit: boolean;
  /** Whether a paid API order is set up, though its order stays pending. */
  setsUpPaidOrders: boolean;
  /** Whether an upgrade without anything due is made at once. */
  makesFreeUpgrades: boolean;
}

export const NO_QUIRKS: Quirks = {
  ignores: () => false,
  extraMembers: {},
  renewsAtOwnAmount: false,
  appliesCredit: false,
  setsUpPaidOrders: true,
  makesFreeUpgrades: true,
};
