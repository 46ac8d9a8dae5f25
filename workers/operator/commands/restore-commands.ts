import { act, idOr, read } from "./command.ts";
import { holdStore, listHeld, previewHold, previewResume, resumeStore } from "./held-stores.ts";
import { answerOf } from "./look-ups.ts";
import {
  announceExport,
  askErasure,
  callOffErasure,
  exportShown,
  exportStream,
  previewCallOff,
  previewErasure,
} from "./subjects.ts";

const SUBJECT = {
  kind: { kind: "choice", label: "Login or account", choices: ["login", "account"] },
  id: { kind: "number", label: "Its number" },
} as const;
const STORE = {
  kind: "text",
  label: "Store: account-database, billing-database, operator-database, account:<number> or connection:<id>",
} as const;

/** The commands for restoring stores, and for exporting and erasing a person's data. */
export const restoreCommands = {
  held: read({
    group: "Restore",
    label: "Stores on hold",
    title: "Stores that accept no orders and changes until you resume them",
    fields: {},
    run: (_, context) => listHeld(context),
  }),
  hold: act({
    group: "Restore",
    label: "Hold a store",
    title: "Put a store on hold, before you restore it",
    fields: { store: STORE },
    subject: ({ store }) => `store:${idOr(store)}`,
    preview: previewHold,
    run: ({ store }, context) => holdStore(store, context),
  }),
  restore: act({
    group: "Restore",
    label: "Restore an object",
    title: "Restore the object of one account or connection to an earlier moment; it is on hold afterwards",
    fields: {
      store: { kind: "text", label: "Store: account:<number> or connection:<id>" },
      to: { kind: "text", label: "Instant in UTC, such as 2026-11-23T04:00:00Z, or the bookmark of a restore" },
    },
    subject: ({ store }) => `store:${idOr(store)}`,
    preview: ({ store, to }, { account }) => account.restorePreview(store, to),
    run: ({ store, to }, { account }) => account.restore(store, to),
  }),
  resume: act({
    group: "Restore",
    label: "Resume a store",
    title: "End the hold of a store",
    fields: {
      store: STORE,
      restored: { kind: "instant", label: "Instant in UTC that it was restored to", isOptional: true },
    },
    subject: ({ store }) => `store:${idOr(store)}`,
    preview: previewResume,
    run: resumeStore,
  }),
  export: read({
    group: "Restore",
    label: "Export what is kept",
    title:
      "The stored data about a login, whose customer sees the export, or about an account. The downloaded JSON, /api/export and --json are complete",
    fields: SUBJECT,
    subjects: ({ kind, id }) => [`${kind}:${id}`],
    run: exportShown,
    announce: announceExport,
    stream: exportStream,
  }),
  erase: act({
    group: "Restore",
    label: "Erase a person's data",
    title: "Erase a login or an account. It cannot be undone",
    fields: {
      ...SUBJECT,
      until: { kind: "instant", label: "Only what is older than this instant in UTC", isOptional: true },
    },
    subject: ({ kind, id }) => `${kind}:${id}`,
    preview: previewErasure,
    run: askErasure,
  }),
  erasures: read({
    group: "Restore",
    label: "Erasures",
    title: "The erasures, and their progress; after a restore to an instant: those to repeat",
    fields: {
      since: { kind: "instant", label: "Instant in UTC that a store was restored to", isOptional: true },
      store: {
        kind: "text",
        label: "That store, if it is account:<number> or connection:<id>",
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
    group: "Restore",
    label: "Cancel an erasure",
    title: "Cancel an erasure that has not begun",
    fields: { erasure: { kind: "text", label: "Erasure" } },
    subject: ({ erasure }) => `erasure:${idOr(erasure)}`,
    preview: ({ erasure }, { erasures }) => previewCallOff(erasure, erasures),
    run: ({ erasure }, context) => callOffErasure(erasure, context),
  }),
};
