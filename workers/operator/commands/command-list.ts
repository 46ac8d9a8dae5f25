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
  fields: readonly CommandField[];
}

const ACCOUNT: CommandField = { name: "account", label: "Account", kind: "number" };
const REFERENCE: CommandField = { name: "reference", label: "Reference", kind: "text" };
/** The name of a billing database; only where several have that account. */
const INSTALLATION: CommandField = {
  name: "installation",
  label: "Billing system, where several have the account",
  kind: "text",
  isOptional: true,
};

/** Everything the console can be asked: the page, the JSON paths and `npm run operate` are made of it. */
export const COMMANDS = {
  stuck: { kind: "read", title: "Actions that wait for you", fields: [] },
  action: {
    kind: "read",
    title: "One of them: what it is, what ends it, what was said of it",
    fields: [ACCOUNT, REFERENCE, INSTALLATION],
  },
  settle: {
    kind: "act",
    title: "Say what became of a stuck action",
    fields: [
      ACCOUNT,
      REFERENCE,
      { name: "outcome", label: "What became of it", kind: "choice", choices: ["done", "nothing"] },
      { name: "order", label: "Its order, where it makes one", kind: "number", isOptional: true },
      INSTALLATION,
    ],
  },
  held: { kind: "read", title: "Stores that went back and are held", fields: [] },
  accept: {
    kind: "act",
    title: "Let a store that went back go on",
    fields: [{ name: "store", label: "Store, as listed", kind: "text" }],
  },
  acts: {
    kind: "read",
    title: "What operators did, the newest first",
    fields: [{ name: "subject", label: "Subject, such as connection:<id>", kind: "text", isOptional: true }],
  },
} as const satisfies Record<string, OperatorCommand>;

export type OperatorCommandName = keyof typeof COMMANDS;
export type ReadCommandName = {
  [Name in OperatorCommandName]: (typeof COMMANDS)[Name]["kind"] extends "read" ? Name : never;
}[OperatorCommandName];
export type ActCommandName = Exclude<OperatorCommandName, ReadCommandName>;

/** The definition of a command. */
export function definitionOf(name: OperatorCommandName): OperatorCommand {
  return COMMANDS[name];
}

/** The command of that name; null without one. */
export function commandNamed(name: string): OperatorCommandName | null {
  return Object.hasOwn(COMMANDS, name) ? (name as OperatorCommandName) : null;
}

export const COMMAND_NAMES = Object.keys(COMMANDS) as OperatorCommandName[];
