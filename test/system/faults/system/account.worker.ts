import { AccountObject } from "../../../../durable-objects/account/account.ts";
import account from "../../../../workers/account/account.worker.ts";
import { accountDependencies } from "../../../../workers/account/composition.ts";
import type { AccountEnv } from "../../../../workers/account/environment.ts";
import { mistaken } from "../orders/mistakes.ts";
import type { CampaignTimes } from "./faults.ts";

export {
  AddressWindow,
  Connection,
  DailyKey,
  ServiceKey,
  Session,
  StoreHolds,
} from "../../../../workers/account/account.worker.ts";

interface Bindings extends AccountEnv {
  /** One of the account's own or another; empty: none. */
  MISTAKE: string;
  /** {@link CampaignTimes}, as JSON. */
  TIMES: string;
}

/** The account as it is, with shorter times. */
export class Account extends AccountObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    const { MISTAKE } = bindings;
    const { journal } = JSON.parse(bindings.TIMES) as CampaignTimes;
    const timing = MISTAKE === "no delivery window" ? { ...journal, deliveryWindowMs: 0 } : journal;
    const world = { ...accountDependencies(bindings), timing };
    const own = MISTAKE === "forget the key on an error" ? MISTAKE : "";
    super(state, bindings, mistaken(own, state.storage).world(world));
  }
}

export default account;
