import type { Actor, Permission, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { QuoteResult, WriteOperation, WriteValue } from "../../../../shared/billing-contract/writes.ts";
import { REQUIRED } from "../invariants/accounts.ts";
import type { Asked } from "../world/answers.ts";
import type { Call, World } from "../world/world.ts";
import { customersOf, loginsOf } from "./accounts.ts";

/** A login that acts on an account: mostly its owner, at times a contact, who may lack the permission. */
export function actorOn(world: World, account: number): Actor {
  const logins = loginsOf(world, account);
  const owner = logins.find((login) => login.owner === 1);
  const contacts = logins.filter((login) => login.owner === 0);
  const login = contacts.length > 0 && world.chance(0.25) ? world.pick(contacts) : (owner ?? contacts[0]);
  // Nobody of that number: the account has lost its logins.
  return { requestId: "walk", loginId: login?.login_id ?? 1, accountId: account };
}

export function anyActor(world: World): Actor {
  return actorOn(world, world.pick(customersOf(world)).id);
}

/** Why the login may not act; null where it may. */
export function notGranted(
  { state }: World,
  { loginId, accountId }: Actor,
  permissions: readonly Permission[],
): string | null {
  if (!state.row("account_logins", loginId, accountId)) return "access_lost";
  return state.isGranted(loginId, accountId, permissions) ? null : "permission_denied";
}

/** The call of a write, under a new reference unless one is given. */
export function writeCall(
  actor: Actor,
  permissions: readonly Permission[],
  reference: string = crypto.randomUUID(),
): WriteCall<true> {
  return { ...actor, permissions: [...permissions], connection: "walk", reference, commit: true };
}

/** An action under a new reference. @param expected the outcome by the model, where the login may act at all */
export function action(
  world: World,
  operation: WriteOperation,
  actor: Actor,
  send: (action: WriteCall<true>) => Promise<QuoteResult<WriteValue>>,
  expected: () => string | null,
): Call & { asked: Asked } {
  const asked = world.answers.begin(operation, actor, send);
  return {
    ...{ name: operation, kind: "customer", actor, asked },
    run: () => world.answers.ask(asked),
    expected: () => notGranted(world, actor, REQUIRED[operation]) ?? expected(),
  };
}

/** The same action again, under the same reference. */
export function again(world: World, asked: Asked): Call {
  const { operation, actor } = asked;
  const expected = () => {
    const refused = notGranted(world, actor, REQUIRED[operation]);
    if (refused) return refused;
    return world.state.row("actions", actor.accountId, asked.reference)?.state === "done" ? "ok" : null;
  };
  return { name: `${operation} again`, kind: "customer", actor, run: () => world.answers.ask(asked), expected };
}

/** Another action under a reference that stands for one: it is refused, and nothing is done. */
export function underUsedReference(world: World, { actor, reference }: Asked): Call {
  const run = async () => {
    const request = { serviceId: [...world.state.activeServices][0] ?? 1, when: "immediately", reason: null } as const;
    const call = writeCall(actor, REQUIRED.cancelService, reference);
    const result = await world.engine.cancelService(call, request);
    if (result.ok) world.fail("a reference stands for one action", { reference, result });
    return result.ok ? "ok" : result.problem.code;
  };
  const expected = () => notGranted(world, actor, REQUIRED.cancelService) ?? "refused";
  return { name: "used reference", kind: "customer", actor, run, expected };
}
