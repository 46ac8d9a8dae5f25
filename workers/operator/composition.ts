import { themeFrom } from "../../shared/pages/theme.ts";
import { Signer } from "../../shared/platform/service-key.ts";
import { identification } from "./access/identify.ts";
import { readFormKey } from "./audit/form-key.ts";
import { OperatorActs } from "./audit/operator-acts.ts";
import type { OperatorEnv } from "./environment.ts";

/** What the operator console is made of, on its bindings; one per isolate. */
export type OperatorServices = ReturnType<typeof openOperator>;

/** @throws {Error} naming a wrong setting */
export function openOperator(env: OperatorEnv) {
  return {
    identify: identification(env),
    theme: themeFrom(env),
    signer: new Signer(() => readFormKey(env.OPERATOR_DB)),
    account: env.ACCOUNT,
    acts: new OperatorActs(env.OPERATOR_DB),
    now: () => Date.now(),
  };
}
