import { CONNECTIONS_BY } from "../../../shared/operator-contract/account-operator.ts";
import { MAX_PAUSE_MINUTES } from "../../../shared/operator-contract/catalogue-operator.ts";
import { billingCommands } from "./billing-commands.ts";
import { act, idOr, type NamedCommand, type OperatorCommand, read, textIfDone } from "./command.ts";
import { lookUpCommands } from "./look-up-commands.ts";
import { answerOf, endConnections, previewEnd, status } from "./look-ups.ts";
import { mailCommands } from "./mail-commands.ts";
import { restoreCommands } from "./restore-commands.ts";
import { stuckCommands } from "./stuck-actions.ts";
import { previewUnlock, unlockLogin } from "./subjects.ts";

const HOST = { kind: "text", label: "Host, as host:port" } as const;
const AUDITED = { kind: "text", label: "Subject, such as connection:<id> or login:12", isOptional: true } as const;

/** All commands. The pages, the JSON paths and `npm run operate` are generated from this table. */
export const COMMANDS = {
  status: read({
    group: "Watch",
    label: "Overview",
    title: "What waits for a person, what failed last, and how the service is",
    fields: {},
    run: (_, context) => status(context),
  }),
  ...lookUpCommands,
  ...stuckCommands,
  end: act({
    group: "Act",
    label: "End connections",
    title: "End active connections: one, or all of an application, a login or an account",
    fields: {
      by: { kind: "choice", label: "Kind of the id", choices: CONNECTIONS_BY },
      id: { kind: "text", label: "Its id" },
    },
    subject: ({ by, id }) => `${by}:${idOr(id)}`,
    preview: previewEnd,
    run: endConnections,
  }),
  unlock: act({
    group: "Act",
    label: "Unlock a login",
    title: "End a login's wait after wrong passwords and codes",
    fields: { login: { kind: "number", label: "Login" } },
    subject: ({ login }) => `login:${login}`,
    preview: ({ login }, { billing }) => previewUnlock(login, billing),
    run: ({ login }, context) => unlockLogin(login, context),
  }),
  ...mailCommands,
  ...billingCommands,
  hosts: read({
    group: "Watch",
    label: "Registry hosts",
    title: "The registry hosts of domain checks; failing or paused ones first",
    fields: {},
    run: async (_, { catalogue }) => answerOf({ hosts: await catalogue.hosts() }),
  }),
  pause: act({
    group: "Act",
    label: "Pause a registry host",
    title: "Stop calls to a registry host for some minutes",
    fields: { host: HOST, minutes: { kind: "number", label: "Minutes" } },
    subject: ({ host }) => `host:${idOr(host)}`,
    preview: async ({ host, minutes }, { catalogue }) =>
      minutes <= MAX_PAUSE_MINUTES && (await catalogue.hosts()).some((row) => row.host === host)
        ? `This stops calls to ${host} for ${minutes} minutes. Domain checks use other sources of its extensions, and return unknown if there are none.`
        : null,
    run: ({ host, minutes }, { catalogue }) => catalogue.pause(host, minutes),
  }),
  "resume-host": act({
    group: "Act",
    label: "Resume a registry host",
    title: "Call a registry host again, whatever paused it",
    fields: { host: HOST },
    subject: ({ host }) => `host:${idOr(host)}`,
    async preview({ host }, { catalogue }) {
      const row = (await catalogue.hosts()).find((one) => one.host === host);
      if (!row) return null;
      const pause = row.pausedUntil === null ? "It is not paused." : `It is paused: ${row.why}.`;
      return `The next domain check calls ${host} again. ${pause}`;
    },
    run: ({ host }, { catalogue }) => catalogue.resume(host),
  }),
  "lift-registrations": act({
    group: "Act",
    label: "Keep registrations",
    title: "For a day, keep every application that registers itself, even if it never connects",
    fields: {},
    subject: () => "registrations",
    preview: async () =>
      "For 24 hours this keeps every application that registers itself. It applies to applications that have not connected; connections are unaffected.",
    run: (_, { account }) => account.liftRegistrations(),
  }),
  rotate: act({
    group: "Act",
    label: "Rotate a key",
    title: "Sign with a new key, if somebody may have read a key object; the earlier key still verifies",
    fields: { of: { kind: "choice", label: "What it signs", choices: ["account", "marks"] } },
    subject: ({ of }) => `key:${of}`,
    preview: async ({ of }, { account, billing }) =>
      textIfDone(await (of === "account" ? account : billing).rotateKey(false)),
    run: ({ of }, { account, billing }) => (of === "account" ? account : billing).rotateKey(true),
  }),
  acts: read({
    group: "Watch",
    label: "What operators did",
    title: "What operators did, the newest first",
    fields: { subject: AUDITED },
    run: async ({ subject }, { audit }) => answerOf({ acts: await audit.newestActs(subject) }),
  }),
  reads: read({
    group: "Watch",
    label: "What operators read",
    title: "What operators looked up about customers, the newest first",
    fields: { subject: AUDITED },
    run: async ({ subject }, { audit }) => answerOf({ reads: await audit.newestReads(subject) }),
  }),
  ...restoreCommands,
};

export type OperatorCommandName = keyof typeof COMMANDS;

/** Returns the command with this name; `null` if there is none. */
export function commandNamed(name: string): NamedCommand | null {
  if (!Object.hasOwn(COMMANDS, name)) return null;
  const command: OperatorCommand = COMMANDS[name as OperatorCommandName];
  return { ...command, name };
}
