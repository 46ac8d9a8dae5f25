import type { ActHandler, ReadHandler } from "./command-handler.ts";
import type { ActCommandName, ReadCommandName } from "./command-list.ts";
import { storeCommands } from "./held-stores.ts";
import { actionCommands } from "./stuck-actions.ts";

/** The read of each name. */
export const READS: Record<ReadCommandName, ReadHandler> = {
  stuck: actionCommands.stuck,
  action: actionCommands.action,
  held: storeCommands.held,
  acts: async (input, { acts }) => ({
    tables: { acts: await acts.newest(input.optionalText("subject"), ACTS_SHOWN) },
    notes: [],
  }),
};

/** The act of each name. */
export const ACTS: Record<ActCommandName, ActHandler> = {
  settle: actionCommands.settle,
  accept: storeCommands.accept,
};

const ACTS_SHOWN = 200;
