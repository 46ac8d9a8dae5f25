import type { Registrar } from "../provisioning/registrar.ts";
import type { Quirks } from "../quirks.ts";
import type { RequestParameters } from "../request-parameters.ts";
import type { Listed } from "../spelling.ts";
import type { WhmcsState } from "../state.ts";

/** What an action has of the installation. */
export interface Installation {
  state: WhmcsState;
  /** Of the server's clock, as an IANA name. */
  timeZone: string;
  /** Epoch milliseconds. */
  now: () => number;
  version: string;
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

/** The members of a success, before they are spelled. */
export type JournalAnswer = { error: string } | ListAnswer | { members: Record<string, unknown> };

export type Action = (installation: Installation, parameters: RequestParameters) => JournalAnswer;

/** One page of a list, which the endpoint writes with its counts. */
export interface ListAnswer {
  container: string;
  list: Listed;
  total: number;
  /** Recorded as a number even where ids are text. */
  hasNumericTotal?: boolean;
  start: number;
  /** What stands beside the list, such as the filters that were understood. */
  members?: Record<string, unknown>;
}

/** The rows of `limitstart` and `limitnum`; 25 by default. */
export function paged<Row>(
  { quirks }: Installation,
  rows: Row[],
  parameters: RequestParameters,
): { rows: Row[]; start: number; total: number } {
  const start = parameters.number("limitstart") ?? 0;
  const limit = Math.min(quirks.maxRows, parameters.number("limitnum") ?? 25);
  return { rows: rows.slice(start, start + limit), start, total: rows.length };
}
