import type { AccountOperatorPort } from "../../../shared/operator-contract/account-operator.ts";
import type { AccountServices } from "../composition.ts";
import { HeldStores } from "../generations/held-stores.ts";
import { StuckList } from "./stuck-list.ts";

/** What the operator console may do in this Worker. */
export function accountOperator(services: AccountServices): AccountOperatorPort {
  const { db, now } = services;
  const stuck = new StuckList(db, now);
  const held = new HeldStores(services);
  return {
    stuck: () => stuck.all(),
    action: (place) => stuck.action(place),
    settle: (order) => stuck.settle(order),
    held: async () =>
      held.list().then((stores) => stores.map(({ store, since }) => ({ store, since: new Date(since).toISOString() }))),
    accept: (store) => held.accept(store),
  };
}
