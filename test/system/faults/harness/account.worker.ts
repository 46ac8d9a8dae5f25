import { AccountObject } from "../../../../durable-objects/account/account.ts";
import account from "../../../../workers/account/account.worker.ts";
import { accountDependencies } from "../../../../workers/account/composition.ts";
import type { AccountEnv } from "../../../../workers/account/environment.ts";
import type { AccountVars, CampaignTimes } from "./faults.ts";
import { mistaken } from "./mistakes.ts";

export {
  AddressWindow,
  Connection,
  DailyKey,
  ServiceKey,
  Session,
  StoreHolds,
} from "../../../../workers/account/account.worker.ts";

interface Bindings extends AccountEnv, AccountVars {}

/** The account object with shorter times and a seeded mistake. */
export class Account extends AccountObject<Bindings> {
  constructor(state: DurableObjectState, bindings: Bindings) {
    const { journal } = JSON.parse(bindings.TIMES) as CampaignTimes;
    const wrong = mistaken(bindings.MISTAKE, state.storage);
    super(state, bindings, wrong.world({ ...accountDependencies(bindings), timing: wrong.timing(journal) }));
  }
}

export default account;
