import { CONNECTIONS_BY } from "../../../shared/operator-contract/account-operator.ts";
import { billingCommands } from "./billing-commands.ts";
import { act, idOr, type NamedCommand, type OperatorCommand, read } from "./command.ts";
import { holdStore, listHeld, previewResume, resumeStore } from "./held-stores.ts";
import {
  answerOf,
  endConnections,
  lookUpAccount,
  lookUpApplication,
  lookUpLogin,
  lookUpRequest,
  previewEnd,
  status,
} from "./look-ups.ts";
import { ACCOUNT_PART, BILLING_PART, Parts } from "./parts.ts";
import { stuckCommands } from "./stuck-actions.ts";
import { askErasure, callOffErasure, exportShown, exportStream, previewErasure, showAct } from "./subjects.ts";

const ACCOUNT = { kind: "number", label: "Account" } as const;
const LOGIN = { kind: "number", label: "Login" } as const;
const HOST = { kind: "text", label: "Host, as host:port" } as const;
const SUBJECT = {
  kind: { kind: "choice", label: "What it is", choices: ["login", "account"] },
  id: { kind: "number", label: "Its number" },
} as const;
const STORE = { kind: "text", label: "Store, as listed" } as const;
const AUDITED = { kind: "text", label: "Subject, such as connection:<id> or login:12", isOptional: true } as const;

/** Every command once: the page, the JSON paths and `npm run operate` are made of this table. */
export const COMMANDS = {
  ...stuckCommands,
  status: read({
    title: "How everything is: what waits, last runs, circuits, ages of copies",
    fields: {},
    run: (_, context) => status(context),
  }),
  request: read({
    title: "The calls and actions with a request id",
    fields: {
      request: { kind: "text", label: "Request id" },
      login: { kind: "number", label: "Login, where it is known", isOptional: true },
      account: { kind: "number", label: "Account, where it is known", isOptional: true },
    },
    subjects: ({ request }) => [`request:${idOr(request)}`],
    run: lookUpRequest,
  }),
  login: read({
    title: "A login, and its connections",
    fields: { login: { kind: "text", label: "Number or e-mail address" } },
    subjects({ login }, answer) {
      const found = (answer?.tables.logins ?? []).map((row) => `login:${row.login}`);
      return found.length > 0 ? found : [/^\d+$/.test(login) ? `login:${login}` : "login:none"];
    },
    run: ({ login }, context) => lookUpLogin(login, context),
  }),
  account: read({
    title: "An account: whose it is, its connections, what was done, what is stuck",
    fields: { account: ACCOUNT },
    subjects: ({ account }) => [`account:${account}`],
    run: ({ account }, context) => lookUpAccount(account, context),
  }),
  connection: read({
    title: "A connection, and its newest calls",
    fields: { connection: { kind: "text", label: "Connection" } },
    subjects: ({ connection }) => [`connection:${idOr(connection)}`],
    run: async ({ connection }, { account, requestId }) =>
      answerOf({ ...(await account.connection(connection, requestId)) }),
  }),
  application: read({
    title: "An application, and its connections",
    fields: { application: { kind: "text", label: "Client id" } },
    subjects: ({ application }) => [`application:${application}`],
    run: ({ application }, context) => lookUpApplication(application, context),
  }),
  journal: read({
    title: "The journal of an account: what was asked to be done, and how it stands",
    fields: { account: ACCOUNT },
    subjects: ({ account }) => [`account:${account}`],
    run: async (input, { account }) => answerOf({ journal: await account.journal(input.account) }),
  }),
  end: act({
    title: "End active connections: one, or all of an application, a login or an account",
    fields: {
      by: { kind: "choice", label: "What is named", choices: CONNECTIONS_BY },
      id: { kind: "text", label: "Its id" },
    },
    subject: ({ by, id }) => `${by}:${id}`,
    preview: previewEnd,
    run: endConnections,
  }),
  "lift-registrations": act({
    title: "For a day, keep every application that registers itself, however many never connect",
    fields: {},
    subject: () => "registrations",
    run: (_, { account }) => account.liftRegistrations(),
  }),
  rotate: act({
    title: "After somebody may have read a key object: sign with a new key; the earlier key goes on verifying",
    fields: { of: { kind: "choice", label: "What it signs", choices: ["account", "marks"] } },
    subject: ({ of }) => `key:${of}`,
    preview: async ({ of }) => ROTATION[of],
    run: ({ of }, { account, billing }) => (of === "account" ? account : billing).rotateKey(),
  }),
  unlock: act({
    title: "End the wait after wrong passwords and codes of a login",
    fields: { login: LOGIN },
    subject: ({ login }) => `login:${login}`,
    async run({ login }, context) {
      const result = await context.billing.unlock(login);
      if (result.isDone) await showAct("unlocked", login, context);
      return result;
    },
  }),
  mails: read({
    title: "Mails that failed or wait",
    fields: {},
    async run(_, { account, billing, requestId }) {
      const parts = new Parts(requestId);
      const [ofConnections, ofBilling] = await Promise.all([
        parts.ask(ACCOUNT_PART, () => account.failedMails()),
        parts.ask(BILLING_PART, () => billing.mails()),
      ]);
      return answerOf({ ofConnections, ofBilling }, parts.notes);
    },
  }),
  mail: act({
    title: "Send a mail again",
    fields: {
      of: { kind: "choice", label: "Which list it is in", choices: ["connections", "billing"] },
      mail: { kind: "number", label: "Its number" },
    },
    subject: ({ of, mail }) => `mail:${of}:${mail}`,
    run: ({ of, mail }, { account, billing, requestId }) =>
      of === "connections" ? account.sendMailAgain(mail, requestId) : billing.sendMailAgain(mail),
  }),
  ...billingCommands,
  hosts: read({
    title: "The registry hosts that domain checks ask",
    fields: {},
    run: async (_, { catalogue }) => answerOf({ hosts: await catalogue.hosts() }),
  }),
  pause: act({
    title: "Ask a registry host nothing for a while",
    fields: { host: HOST, minutes: { kind: "number", label: "Minutes" } },
    subject: ({ host }) => `host:${host}`,
    run: ({ host, minutes }, { catalogue }) => catalogue.pause(host, minutes),
  }),
  "resume-host": act({
    title: "Ask a registry host again, whatever paused it",
    fields: { host: HOST },
    subject: ({ host }) => `host:${host}`,
    run: ({ host }, { catalogue }) => catalogue.resume(host),
  }),
  export: read({
    title: "What is kept about a login or an account (as JSON: /api/export, --json)",
    fields: SUBJECT,
    subjects: ({ kind, id }) => [`${kind}:${id}`],
    run: exportShown,
    stream: exportStream,
  }),
  erase: act({
    title: "Forget a login or an account. It cannot be undone",
    fields: {
      ...SUBJECT,
      until: { kind: "instant", label: "Only what is older than this instant in UTC", isOptional: true },
    },
    subject: ({ kind, id }) => `${kind}:${id}`,
    preview: previewErasure,
    run: askErasure,
  }),
  erasures: read({
    title: "The erasures, and how far they are; after a restore to an instant: those to repeat",
    fields: {
      since: { kind: "instant", label: "Instant in UTC that a store was restored to", isOptional: true },
      store: {
        kind: "text",
        label: "That store, where it is one account:<number> or connection:<id>",
        isOptional: true,
      },
    },
    async run({ since, store }, { erasures }) {
      if (since === null) return answerOf({ erasures: await erasures.list() });
      const repeat = await erasures.repeatsSince(since, store ?? "");
      return answerOf({ repeat }, repeat.length === 0 ? ["Nothing was erased since."] : []);
    },
  }),
  "call-off": act({
    title: "Call an erasure off that has not begun",
    fields: { erasure: { kind: "text", label: "Erasure" } },
    subject: ({ erasure }) => `erasure:${erasure}`,
    run: ({ erasure }, context) => callOffErasure(erasure, context),
  }),
  held: read({
    title: "Stores on hold",
    fields: {},
    run: (_, context) => listHeld(context),
  }),
  hold: act({
    title: "Put a store on hold, before it is restored",
    fields: { store: STORE },
    subject: ({ store }) => `store:${store}`,
    run: ({ store }, context) => holdStore(store, context),
  }),
  resume: act({
    title: "End the hold of a store",
    fields: {
      store: STORE,
      restored: { kind: "instant", label: "Instant in UTC that it was restored to", isOptional: true },
    },
    subject: ({ store }) => `store:${store}`,
    preview: previewResume,
    run: resumeStore,
  }),
  restore: act({
    title: "Restore the object of one account or connection to an earlier moment; it is on hold afterwards",
    fields: {
      store: { kind: "text", label: "Store: account:<number> or connection:<id>" },
      to: { kind: "text", label: "Instant in UTC, such as 2026-11-23T04:00:00Z, or the bookmark of a restore" },
    },
    subject: ({ store }) => `store:${store}`,
    preview: ({ store, to }, { account }) => account.restorePreview(store, to),
    run: ({ store, to }, { account }) => account.restore(store, to),
  }),
  acts: read({
    title: "What operators did, the newest first",
    fields: { subject: AUDITED },
    run: async ({ subject }, { audit }) => answerOf({ acts: await audit.newestActs(subject) }),
  }),
  reads: read({
    title: "What operators looked up about customers, the newest first",
    fields: { subject: AUDITED },
    run: async ({ subject }, { audit }) => answerOf({ reads: await audit.newestReads(subject) }),
  }),
};

/** What a rotation refuses: what was signed before the rotation before it. */
const ROTATION = {
  account:
    "This refuses connections, sessions and cursors that were made before the previous rotation; after the first rotation there are none. Their customers have to connect and sign in again.",
  marks:
    "This refuses marks of browsers that were made before the previous rotation; after the first rotation there are none. While a login is guessed at, those browsers wait like strangers.",
};

export type OperatorCommandName = keyof typeof COMMANDS;

/** The command of that name; null without one. */
export function commandNamed(name: string): NamedCommand | null {
  if (!Object.hasOwn(COMMANDS, name)) return null;
  const command: OperatorCommand = COMMANDS[name as OperatorCommandName];
  return { ...command, name };
}
