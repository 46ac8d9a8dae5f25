import type { Registrar } from "../provisioning/registrar.ts";
import type { Quirks } from "../quirks.ts";
import type { RequestParameters } from "../request-parameters.ts";
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
  journal: JournalEntry[];
}

/** A write through the API that was carried out. */
export interface JournalEntry {
  /** By the installation's clock. */
  at: string;
  action: string;
  /** As they were sent, without the credential. */
  parameters: Readonly<Record<string, string>>;
  /** What the action answered, with numbers as such. */
  members: Readonly<Record<string, unknown>>;
}

/** The members of a success, or the rows of a list, before they are spelled. */
export type JournalAnswer = { error: string } | { rows: Members[] } | { members: Members };

type Members = Record<string, unknown>;

export type Action = (installation: Installation, parameters: RequestParameters) => JournalAnswer;
