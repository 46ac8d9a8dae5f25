import type { ActOnLogin } from "../../../shared/operator-contract/account-operator.ts";
import { logFailure } from "../../../shared/platform/log.ts";
import type { OperatorContext } from "../operator-context.ts";

/** Shows a customer on their page what was done about their login. Never throws: it was done. */
export async function showAct(
  act: ActOnLogin,
  login: number,
  { account, requestId }: Pick<OperatorContext, "account" | "requestId">,
): Promise<void> {
  const shown = account.showAct(act, login);
  await logFailure("operator_act_not_shown", shown, { request_id: requestId, act });
}
