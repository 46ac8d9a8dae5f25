import type { Parameters } from "../parameters.ts";
import type { Registrar } from "../provisioning/registrar.ts";
import type { Quirks } from "../quirks.ts";
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
  /** While a call is worked on a second time beside the first: it does not see what that has just written. */
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
