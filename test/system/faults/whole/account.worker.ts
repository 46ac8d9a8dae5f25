import { AccountObject } from "../../../../durable-objects/account/account.ts";
import account from "../../../../workers/account/account.worker.ts";
import { accountDependencies } from "../../../../workers/account/composition.ts";
import type { AccountEnv } from "../../../../workers/account/environment.ts";
import { mistaken } from "../orders/mistakes.ts";
import { type Mistake, TIMING } from "./faults.ts";

export {
  AddressWindow,
  Connection,
  DailyKey,
  ServiceKey,
  Session,
} from "../../../../workers/account/account.worker.ts";

interface Bindings extends AccountEnv {
  MISTAKE: Mistake | "";
}

/** The account as it is, with shorter times. */
export class Account extends AccountObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    const { MISTAKE } = bindings;
    const timing = MISTAKE === "no delivery window" ? { ...TIMING, deliveryWindowMs: 0 } : TIMING;
    const world = { ...accountDependencies(bindings), timing };
    const own = MISTAKE === "forget the key on an error" ? MISTAKE : "";
    super(state, bindings, mistaken(own, state.storage).world(world));
  }
}

export default account;
