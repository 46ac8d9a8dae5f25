import type { OperatorAnswer, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import type { ActHandler, ReadHandler } from "./command-handler.ts";

const hosts: ReadHandler = async (_, { catalogue }) => tables({ hosts: await catalogue.hosts() });

const pause: ActHandler = {
  subjectOf: (input) => `host:${input.text("host")}`,
  carryOut: (input, { catalogue }) => catalogue.pause(input.text("host"), input.number("minutes")),
};

const resume: ActHandler = {
  subjectOf: (input) => `host:${input.text("host")}`,
  carryOut: (input, { catalogue }) => catalogue.resume(input.text("host")),
};

const unlock: ActHandler = {
  subjectOf: (input) => `login:${input.number("login")}`,
  carryOut: (input, { billing }) => billing.unlock(input.number("login")),
};

const mails: ReadHandler = async (_, { account, billing }) => {
  const [failed, waiting] = await Promise.all([account.failedMails(), billing.mails()]);
  return tables({ ofConnections: failed, ofBilling: waiting });
};

const sendMail: ActHandler = {
  subjectOf: (input) => `mail:${input.text("of")}:${input.number("mail")}`,
  carryOut: (input, { account, billing, requestId }) =>
    input.text("of") === "connections"
      ? account.sendMailAgain(input.number("mail"), requestId)
      : billing.sendMailAgain(input.number("mail")),
};

const status: ReadHandler = async (_, { account, billing, catalogue, runs }) => {
  const [ofAccount, ofBilling, ofCatalogue, own] = await Promise.all([
    account.status(),
    billing.status(),
    catalogue.status(),
    runs.list(),
  ]);
  const all = [...ofAccount.runs, ...ofBilling.runs, ...own];
  return tables({
    counts: [
      { what: "actions that wait for you", count: ofAccount.stuckActions.count },
      { what: "instructions that are not carried out yet", count: ofAccount.openInstructions },
      { what: "paid orders older than an hour", count: ofBilling.waitingOrders.count },
      { what: "mails that wait for more than an hour", count: ofBilling.unsentMails.count },
    ],
    scheduledWork: all.map(({ work, outcome, beganAt, succeededAt, count, isLate }) => ({
      ...{ work, outcome },
      beganAt: shownInstant(beganAt),
      succeededAt: shownInstant(succeededAt),
      ...{ count, isLate },
    })),
    waitingOrders: ofBilling.waitingOrders.rows.map(({ since, ...order }) => ({
      ...order,
      since: shownInstant(since),
    })),
    circuits: [...ofBilling.circuits, ...ofCatalogue.circuits].map(({ name, failedAt, openUntil, isOpen }) => ({
      ...{ name, isOpen },
      failedAt: shownInstant(failedAt),
      openUntil: shownInstant(openUntil),
    })),
    copies: [...ofBilling.copies, ...ofCatalogue.copies].map(({ name, readAt, maxAgeMs }) => ({
      name,
      readAt: shownInstant(readAt),
      servedForMinutes: Math.round(maxAgeMs / 60_000),
    })),
    ...(ofBilling.actingStopped && {
      actingStopped: [{ ...ofBilling.actingStopped, at: shownInstant(ofBilling.actingStopped.at) }],
    }),
  });
};

/** Registries, sign-ins, mails, and how everything is. */
export const serviceCommands = { hosts, pause, resume, unlock, mails, sendMail, status };

function tables(named: Record<string, ShownRow[]>): OperatorAnswer {
  return { tables: named, notes: [] };
}
