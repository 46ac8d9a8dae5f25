import type { ActHandler, ReadHandler } from "./command-handler.ts";
import { ACCOUNT_PART, BILLING_PART, Parts } from "./parts.ts";
import { showAct } from "./show-act.ts";

const hosts: ReadHandler = async (_, { catalogue }) => ({ tables: { hosts: await catalogue.hosts() }, notes: [] });

const pause: ActHandler = {
  subjectOf: (input) => `host:${input.text("host")}`,
  carryOut: (input, { catalogue }) => catalogue.pause(input.text("host"), input.number("minutes")),
};

const resumeHost: ActHandler = {
  subjectOf: (input) => `host:${input.text("host")}`,
  carryOut: (input, { catalogue }) => catalogue.resume(input.text("host")),
};

const unlock: ActHandler = {
  subjectOf: (input) => `login:${input.number("login")}`,
  async carryOut(input, context) {
    const result = await context.billing.unlock(input.number("login"));
    if (result.isDone) await showAct("unlocked", input.number("login"), context);
    return result;
  },
};

const mails: ReadHandler = async (_, { account, billing, requestId }) => {
  const parts = new Parts(requestId);
  const [failed, waiting] = await Promise.all([
    parts.ask(ACCOUNT_PART, () => account.failedMails()),
    parts.ask(BILLING_PART, () => billing.mails()),
  ]);
  return {
    tables: { ...(failed && { ofConnections: failed }), ...(waiting && { ofBilling: waiting }) },
    notes: parts.notes,
  };
};

const sendMail: ActHandler = {
  subjectOf: (input) => `mail:${input.text("of")}:${input.number("mail")}`,
  carryOut: (input, { account, billing, requestId }) =>
    input.text("of") === "connections"
      ? account.sendMailAgain(input.number("mail"), requestId)
      : billing.sendMailAgain(input.number("mail")),
};

/** Registries, sign-ins and mails. */
export const serviceCommands = { hosts, pause, resumeHost, unlock, mails, sendMail };
