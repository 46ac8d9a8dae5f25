import type { ActResult, ShownRow } from "../../../shared/operator-contract/answers.ts";
import { shownInstant } from "../../../shared/operator-contract/shown-rows.ts";
import { logFailure } from "../../../shared/platform/log.ts";
import type { AccountServices } from "../composition.ts";

type MailServices = Pick<AccountServices, "failedMails" | "connectionOf" | "providerActs">;

/** The mails about connections that failed within the last 7 days. */
export async function failedMailRows({ failedMails }: MailServices): Promise<ShownRow[]> {
  return (await failedMails.list()).map(
    ({ id, connectionId: connection, accountId: account, kind, failedAt, requestId }) => ({
      mail: id,
      ...{ kind, connection, account },
      failedAt: shownInstant(failedAt),
      requestId,
    }),
  );
}

/** Sends one again, as things are now. One that fails again is listed under a new number. */
export async function sendMailAgain(
  { failedMails, connectionOf, providerActs }: MailServices,
  id: number,
  requestId: string,
): Promise<ActResult> {
  const mail = await failedMails.take(id);
  if (!mail) return { isDone: false, text: "There is no such failed mail, or it was sent again already." };
  const { connectionId, kind } = mail;
  const isSent = await connectionOf(connectionId)
    .sendAgain(kind, requestId)
    .catch(async (cause: unknown) => {
      await failedMails.add(kind, { ...mail, id: connectionId }, mail.requestId ?? undefined);
      throw cause;
    });
  if (!isSent)
    return { isDone: false, text: "There is nothing to be told any more: the connection has changed since." };
  const isBack = (await failedMails.list()).some((one) => one.connectionId === connectionId && one.id > id);
  if (isBack) return { isDone: false, text: "It failed again: it is listed under a new number, and the log says why." };
  const shown = providerActs.add("mailed", mail);
  await logFailure("operator_act_not_shown", shown, { request_id: requestId, act: "mailed" });
  return { isDone: true, text: "It was accepted for delivery." };
}
