import { dayIn } from "../../../shared/platform/calendar.ts";
import type { Parameters } from "../parameters.ts";
import type { Registrar } from "../provisioning/registrar.ts";
import type { WhmcsState } from "../state.ts";

/** What an action has of the installation. */
export interface Installation {
  state: WhmcsState;
  /** Of the server's clock, as an IANA name. */
  timeZone: string;
  /** Epoch milliseconds. */
  now: () => number;
  /** The administrator whose credential it is. */
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

/** The members of a success, or the rows of a list, before they are spelled. */
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

/** What an installation does otherwise than is documented, or in one of the ways that nothing says which is right. */
export interface Quirks {
  /** Whether it does not understand a parameter, and passes over it. */
  ignores(parameter: string, action: string): boolean;
  /** Secrets in members that no documentation names. */
  extraMembers: Record<string, unknown>;
  /** A renewal for the domain's own years is ordered at its recurring amount, not by the price list. */
  renewsAtOwnAmount: boolean;
  /** Credit is used for new invoices at once. */
  appliesCredit: boolean;
  /** What an API order has is set up once it is paid, though the order stays pending. */
  setsUpPaidOrders: boolean;
  /** An upgrade without anything due is made at once. */
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
