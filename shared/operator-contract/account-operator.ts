import type { ActResult, ShownRow } from "./answers.ts";

/** An action in the journal of an account. */
export interface ActionPlace {
  /** Null: of any billing system. */
  installation: string | null;
  account: number;
  /** What the billing system knows the action by. */
  reference: string;
}

/** What the operator says became of an action. */
export interface SettleOrder extends ActionPlace {
  outcome: "done" | "nothing";
  order: number | null;
  because: string;
}

/** Which connections: by one of these. */
export type ConnectionsBy = "connection" | "application" | "login" | "account";
export interface ConnectionsOf {
  by: ConnectionsBy;
  /** The id of it, as text. */
  id: string;
}

/** Rows, and how many further ones there are that were not read. */
export interface RowsFound {
  rows: ShownRow[];
  left: number;
}

/** Where a request id is looked for; both null: everywhere, as far as it goes. */
export interface RequestSearch {
  requestId: string;
  login: number | null;
  account: number | null;
}

/** Everything of one account, for its operator. */
export interface AccountLookup {
  connections: ShownRow[];
  left: number;
  stuck: ShownRow[];
}

/** The account Worker's entry point for the operator console, which nothing else binds. Reads change nothing. */
export interface AccountOperatorPort {
  /** The actions that wait for the operator, the longest first. */
  stuck(): Promise<ShownRow[]>;
  /** One of them, with what was said of it so far. */
  action(place: ActionPlace): Promise<{ stuck: ShownRow[]; instructions: ShownRow[] }>;
  /** Writes an instruction, which scheduled work carries out within a minute unless the billing system contradicts it. */
  settle(order: SettleOrder): Promise<ActResult>;
  /** Stores that went back and are held, the longest first. */
  held(): Promise<ShownRow[]>;
  /** Lets one of them go on. */
  accept(store: string): Promise<ActResult>;
}
