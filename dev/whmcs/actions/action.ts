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
}

/** What an installation does otherwise than is documented. */
export interface Quirks {
  /** Whether it does not understand a parameter, and passes over it. */
  ignores(parameter: string, action: string): boolean;
  /** The most rows it lists at once, whatever is asked for. */
  maxRows: number;
  /** How many rows it says that a list has. */
  totalOf(rows: number): number;
  /** What invoices of equal dates are ordered by: nothing that anybody promised. */
  placeOf(invoiceId: number): number;
  /** Secrets in members that no documentation names. */
  extraMembers: Record<string, unknown>;
}

export const NO_QUIRKS: Quirks = {
  ignores: () => false,
  maxRows: Number.POSITIVE_INFINITY,
  totalOf: (rows) => rows,
  placeOf: (invoiceId) => (invoiceId * 7919) % 1009,
  extraMembers: {},
};

/** The members of a success, before they are spelled. */
export type ActionAnswer = { error: string } | ListAnswer | { members: Record<string, unknown> };

export type Action = (installation: Installation, parameters: RequestParameters) => ActionAnswer;

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
