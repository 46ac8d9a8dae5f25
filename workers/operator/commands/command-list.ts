import { CONNECTIONS_BY } from "../../../shared/operator-contract/account-operator.ts";

/** One input of a command. */
export interface CommandField {
  name: string;
  label: string;
  kind: "text" | "number" | "choice";
  /** Of a choice. */
  choices?: readonly string[];
  isOptional?: boolean;
}

export interface OperatorCommand {
  /** Reads change nothing; an act is written down with its reason before it is carried out. */
  kind: "read" | "act";
  /** One sentence, for the page and the command line. */
  title: string;
  /** An act that says first what it would do, and is carried out once that is confirmed. */
  isConfirmed?: boolean;
  fields: readonly CommandField[];
}

const ACCOUNT: CommandField = { name: "account", label: "Account", kind: "number" };
const REFERENCE: CommandField = { name: "reference", label: "Reference", kind: "text" };

const HOST: CommandField = { name: "host", label: "Host, as host:port", kind: "text" };
const STORE: CommandField = {
  name: "store",
  label: "Store: account-database, billing-database, operator-database, account:<name> or connection:<id>",
  kind: "text",
};
const SUBJECT: CommandField[] = [
  { name: "kind", label: "What it is", kind: "choice", choices: ["login", "account"] },
  { name: "id", label: "Its number", kind: "number" },
];

/** Everything the console can be asked: the page, the JSON paths and `npm run operate` are made of it. */
export const COMMANDS = {
  stuck: { kind: "read", title: "Actions that wait for you", fields: [] },
  action: {
    kind: "read",
    title: "One of them: what it is, what ends it, what was said of it",
    fields: [ACCOUNT, REFERENCE],
  },
  settle: {
    kind: "act",
    title: "Say what became of a stuck action",
    fields: [
      ACCOUNT,
      REFERENCE,
      { name: "outcome", label: "What became of it", kind: "choice", choices: ["done", "nothing"] },
      { name: "order", label: "Its order, where it makes one", kind: "number", isOptional: true },
    ],
  },
  status: { kind: "read", title: "How everything is: what waits, last runs, circuits, ages of copies", fields: [] },
  request: {
    kind: "read",
    title: "The calls and actions with a request id",
    fields: [
      { name: "request", label: "Request id", kind: "text" },
      { name: "login", label: "Login, where it is known", kind: "number", isOptional: true },
      { name: "account", label: "Account, where it is known", kind: "number", isOptional: true },
    ],
  },
  login: {
    kind: "read",
    title: "A login, and its connections",
    fields: [{ name: "login", label: "Number or e-mail address", kind: "text" }],
  },
  account: {
    kind: "read",
    title: "An account: whose it is, its connections, what was done, what is stuck",
    fields: [ACCOUNT],
  },
  connection: {
    kind: "read",
    title: "A connection, and its newest calls",
    fields: [{ name: "connection", label: "Connection", kind: "text" }],
  },
  application: {
    kind: "read",
    title: "An application, and its connections",
    fields: [{ name: "application", label: "Client id", kind: "text" }],
  },
  journal: {
    kind: "read",
    title: "The journal of an account: what was asked to be done, and how it stands",
    fields: [ACCOUNT],
  },
  end: {
    kind: "act",
    isConfirmed: true,
    title: "End active connections: one, or all of an application, a login or an account",
    fields: [
      { name: "by", label: "What is named", kind: "choice", choices: CONNECTIONS_BY },
      { name: "id", label: "Its id", kind: "text" },
    ],
  },
  unlock: {
    kind: "act",
    title: "End the wait after wrong passwords and codes of a login",
    fields: [{ name: "login", label: "Login", kind: "number" }],
  },
  mails: { kind: "read", title: "Mails that failed or wait", fields: [] },
  mail: {
    kind: "act",
    title: "Send a mail again",
    fields: [
      { name: "of", label: "Which list it is in", kind: "choice", choices: ["connections", "billing"] },
      { name: "mail", label: "Its number", kind: "number" },
    ],
  },
  hosts: { kind: "read", title: "The registry hosts that domain checks ask", fields: [] },
  pause: {
    kind: "act",
    title: "Ask a registry host nothing for a while",
    fields: [HOST, { name: "minutes", label: "Minutes", kind: "number" }],
  },
  "resume-host": { kind: "act", title: "Ask a registry host again, whatever paused it", fields: [HOST] },
  export: {
    kind: "read",
    title: "What is kept about a login or an account (as JSON: /api/export, --json)",
    fields: SUBJECT,
  },
  erase: {
    kind: "act",
    isConfirmed: true,
    title: "Forget a login or an account. It cannot be undone",
    fields: SUBJECT,
  },
  erasures: { kind: "read", title: "What was asked to be forgotten, and how far it is", fields: [] },
  "call-off": {
    kind: "act",
    title: "Call an erasure off that has not begun",
    fields: [{ name: "erasure", label: "Erasure", kind: "text" }],
  },
  "erase-again": {
    kind: "act",
    isConfirmed: true,
    title: "After a restore: erase again what was erased within the last 31 days",
    fields: [],
  },
  held: { kind: "read", title: "Stores on hold", fields: [] },
  hold: {
    kind: "act",
    title: "Put a store on hold, before it is restored: it refuses orders and changes, and does no scheduled work",
    fields: [STORE],
  },
  resume: {
    kind: "act",
    isConfirmed: true,
    title: "End the hold of a store, after what is known to contradict it",
    fields: [
      STORE,
      {
        name: "restored",
        label: "If it was restored: to which instant, such as 2026-11-23T04:00:00Z",
        kind: "text",
        isOptional: true,
      },
    ],
  },
  restore: {
    kind: "act",
    isConfirmed: true,
    title: "Restore the object of one account or connection to an earlier moment; it is on hold afterwards",
    fields: [
      { name: "store", label: "Store: account:<number> or connection:<id>", kind: "text" },
      { name: "to", label: "Instant in UTC, such as 2026-11-23T04:00:00Z, or the bookmark of a restore", kind: "text" },
    ],
  },
  acts: {
    kind: "read",
    title: "What operators did, the newest first",
    fields: [{ name: "subject", label: "Subject, such as connection:<id>", kind: "text", isOptional: true }],
  },
  reads: {
    kind: "read",
    title: "What operators looked up about customers, the newest first",
    fields: [{ name: "subject", label: "Subject, such as login:12", kind: "text", isOptional: true }],
  },
} as const satisfies Record<string, OperatorCommand>;

export type OperatorCommandName = keyof typeof COMMANDS;
export type ReadCommandName = {
  [Name in OperatorCommandName]: (typeof COMMANDS)[Name]["kind"] extends "read" ? Name : never;
}[OperatorCommandName];
export type ActCommandName = Exclude<OperatorCommandName, ReadCommandName>;
export type ConfirmedCommandName = {
  [Name in OperatorCommandName]: (typeof COMMANDS)[Name] extends { isConfirmed: true } ? Name : never;
}[OperatorCommandName];

/** The definition of a command. */
export function definitionOf(name: OperatorCommandName): OperatorCommand {
  return COMMANDS[name];
}

/** The command of that name; null without one. */
export function commandNamed(name: string): OperatorCommandName | null {
  return Object.hasOwn(COMMANDS, name) ? (name as OperatorCommandName) : null;
}

export const COMMAND_NAMES = Object.keys(COMMANDS) as OperatorCommandName[];
