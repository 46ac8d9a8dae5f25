import type { Actor, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { QuoteResult, WriteValue } from "../../../../shared/billing-contract/writes.ts";
import type { Call, World } from "../world/world.ts";
import { customersOf } from "./accounts.ts";

/** The owner of an account, who may do everything. */
export function ownerOf(account: number): Actor {
  return { requestId: "walk", loginId: account, accountId: account };
}

export function anyOwner(world: World): Actor {
  return ownerOf(world.pick(customersOf(world)).id);
}

/** The call of a write, under a new reference unless one is given. */
export function writeCall(actor: Actor, reference: string = crypto.randomUUID()): WriteCall<true> {
  return { ...actor, permissions: [], connection: "walk", reference, commit: true };
}

/** An action under a new reference, which can be asked for again. */
export function action(
  world: World,
  name: string,
  actor: Actor,
  send: (action: WriteCall<true>) => Promise<QuoteResult<WriteValue>>,
): Call {
  const reference = `r-${world.asked.length + 1}`;
  const run = async () => {
    const result = await send(writeCall(actor, reference));
    return result.ok ? "ok" : result.problem.code;
  };
  const call: Call = { name, kind: "customer", run, again: run };
  world.asked.push(call);
  return call;
}

/** The same action under the same reference, which is charged for once. */
export function again({ name, run }: Call): Call {
  return { name: `${name} again`, kind: "customer", run };
}
