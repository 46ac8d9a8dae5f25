import type { ShownRow } from "../../../shared/operator-contract/answers.ts";
import type { OperatorContext } from "../composition.ts";
import { act, read } from "./command.ts";
import { answerOf } from "./look-ups.ts";
import { ACCOUNT_PART, BILLING_PART, Parts } from "./parts.ts";

/** The commands for e-mails that were not sent. */
export const mailCommands = {
  mails: read({
    group: "Watch",
    label: "Mails",
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
    group: "Act",
    label: "Send a mail again",
    title: "Send a failed mail again, with the current facts",
    fields: {
      of: { kind: "choice", label: "Its list", choices: ["connections", "billing"] },
      mail: { kind: "number", label: "Its number" },
    },
    subject: ({ of, mail }) => `mail:${of}:${mail}`,
    preview: previewMail,
    run: ({ of, mail }, { account, billing, requestId }) =>
      of === "connections" ? account.sendMailAgain(mail, requestId) : billing.sendMailAgain(mail),
  }),
};

async function previewMail(
  { of, mail }: { of: "connections" | "billing"; mail: number },
  { account, billing }: OperatorContext,
): Promise<string | null> {
  const listed: ShownRow[] = of === "connections" ? await account.failedMails() : await billing.mails();
  const row = listed.find((one) => one.mail === mail);
  return row ? `This sends the mail “${row.kind}” to the customer of account ${row.account} again.` : null;
}
