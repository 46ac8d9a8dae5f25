import type { ActHandler, ConfirmedActHandler, ReadHandler } from "./command-handler.ts";
import type { ActCommandName, ConfirmedCommandName, ReadCommandName } from "./command-list.ts";
import { storeCommands } from "./held-stores.ts";
import { lookUpCommands } from "./look-ups.ts";
import { serviceCommands } from "./services.ts";
import { status } from "./status.ts";
import { actionCommands } from "./stuck-actions.ts";
import { subjectCommands } from "./subjects.ts";

/** The read of each name. */
export const READS: Record<ReadCommandName, ReadHandler> = {
  stuck: actionCommands.stuck,
  action: actionCommands.action,
  status: (_, context) => status(context),
  request: lookUpCommands.request,
  login: lookUpCommands.login,
  account: lookUpCommands.account,
  connection: lookUpCommands.connection,
  application: lookUpCommands.application,
  journal: lookUpCommands.journal,
  mails: serviceCommands.mails,
  hosts: serviceCommands.hosts,
  export: subjectCommands.exported,
  erasures: subjectCommands.list,
  held: storeCommands.held,
  acts: async (input, { acts }) => ({
    tables: { acts: await acts.newest(input.optionalText("subject"), ACTS_SHOWN) },
    notes: [],
  }),
  reads: async (input, { reads }) => ({
    tables: { reads: await reads.newest(input.optionalText("subject"), ACTS_SHOWN) },
    notes: [],
  }),
};

/** The act of each name. */
export const ACTS: {
  [Name in ActCommandName]: Name extends ConfirmedCommandName ? ConfirmedActHandler : ActHandler;
} = {
  settle: actionCommands.settle,
  end: lookUpCommands.endConnections,
  unlock: serviceCommands.unlock,
  mail: serviceCommands.sendMail,
  pause: serviceCommands.pause,
  "resume-host": serviceCommands.resumeHost,
  erase: subjectCommands.erase,
  "call-off": subjectCommands.callOff,
  "erase-again": subjectCommands.eraseAgain,
  hold: storeCommands.hold,
  resume: storeCommands.resume,
  restore: storeCommands.restore,
};

const ACTS_SHOWN = 200;
