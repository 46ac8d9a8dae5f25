import { dayIn } from "../../../shared/platform/calendar.ts";
import type { Parameters } from "../parameters.ts";
import type { Registrar } from "../provisioning/registrar.ts";
import type { WhmcsState } from "../state.ts";

/** The installation that an action runs in. */
export interface Installation {
  state: WhmcsState;
  /** The time zone of the server's clock, as an IANA name. */
  timeZone: string;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
  /** The administrator whose credential is used. */
  adminId: number;
  settings: Record<string, string>;
  quirks: Quirks;
  registrar: Registrar;
  /**
   * Whether this is the second of two parallel runs of a call. The second run does not see what the first has just
   * written.
   */
  isRace: boolean;
  /** The writes that were executed, oldest first. */
  journal: ReceivedCall[];
}

/** One call of an action. */
export interface ReceivedCall {
  action: string;
  parameters: Parameters;
}

type Members = Record<string, unknown>;

/** The fields of a success or the rows of a list, before they are formatted; or an error. */
export type ActionAnswer = { error: string } | { rows: Members[] } | { members: Members };

export type Action = (installation: Installation, parameters: Parameters) => ActionAnswer;
/** The actions by name. */
export type Actions = Readonly<Record<string, Action>>;

/** Returns today's date by the server's clock, as YYYY-MM-DD. */
export function todayOf({ timeZone, now }: Pick<Installation, "timeZone" | "now">): string {
  return dayIn(timeZone, now());
}

export function instantOf({ now }: Pick<Installation, "now">): string {
  return new Date(now()).toISOString();
}

/** Behaviour of an installation that differs from the documentation, or that the documentation does not specify. */
export interface Quirks {
  /** Returns whether an action ignores a parameter. */
  ignores(parameter: string, action: string): boolean;
  /** Undocumented fields with secrets, which are added to every successful result and its rows. */
  extraMembers: Record<string, unknown>;
  /**
   * Whether a renewal for the domain's own number of years costs the domain's recurring amount instead of the list
   * price.
   */
  renewsAtOwnAmount: boolean;
  /** Whether credit is applied to a new invoice immediately. */
  appliesCredit: boolean;
  /** Whether an order is set up after its payment, although its status stays `Pending`. */
  setsUpPaidOrders: boolean;
  /** Whether an upgrade is made immediately if nothing is due. */
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
