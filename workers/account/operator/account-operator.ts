import type { AccountOperatorPort } from "../../../shared/operator-contract/account-operator.ts";
import type { AccountServices } from "../composition.ts";
import { StuckList } from "./stuck-list.ts";

/** What the operator console may do in this Worker. */
export function accountOperator({ db, now }: AccountServices): AccountOperatorPort {
  const stuck = new StuckList(db, now);
  return {
    stuck: () => stuck.all(),
    action: (place) => stuck.action(place),
    settle: (order) => stuck.settle(order),
  };
}
