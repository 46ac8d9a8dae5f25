import { type LogFields, log, valueOrLogged } from "../platform/log.ts";
import type { Call, WriteCall } from "./call.ts";
import {
  type BillingProblem,
  type BillingResult,
  type BillingUnavailable,
  type ChangesHeld,
  unavailable,
  undone,
} from "./result.ts";
import type { FoundWrite, QuoteReads } from "./writes.ts";

/**
 * The methods of a contract as functions that take a billing system's context first. A write's result and its preview
 * have one type here.
 */
export type ContractMethods<Context, Contract> = {
  [Name in keyof Contract]: Contract[Name] extends (...args: infer Args) => infer Result
    ? (context: Context, ...args: Args) => Result
    : never;
};

type BillingAnswer = BillingResult<unknown, BillingProblem>;
/** Methods that take the context first and the call second. */
type Methods<Context> = Record<string, (context: Context, ...args: never[]) => Promise<BillingAnswer>>;
type FindAction<Context> = ContractMethods<Context, Pick<QuoteReads, "findWrite">>;

/**
 * The retry delay while a store is on hold. It is longer than the delay for a billing system that does not respond,
 * because a person must check the store.
 */
const HELD_RETRY_AFTER_S = 60;

/**
 * Wraps a billing system so that it never throws and refuses writes while its store is on hold. An exception is logged,
 * and the result is `billing_unavailable`. The wrapper adds the call's request id to the context.
 * @param methods the methods of the contract, with the context first; see {@link ContractMethods}
 * @param isHeld returns whether the store is on hold; throws if that cannot be read
 */
export function guardedBilling<Context extends { requestId: string }, Contract>(
  context: Omit<Context, "requestId">,
  { reads, writes }: { reads: Methods<Context> & FindAction<Context>; writes: Methods<Context> },
  isHeld: () => Promise<boolean>,
): Contract {
  async function refusalOnHold(name: string, own: Context, call: WriteCall): Promise<BillingAnswer | null> {
    if (!call.commit) return null;
    const isOnHold = await valueOrLogged("billing_failed", isHeld(), fieldsOf(name, call));
    if (isOnHold === null) return undone();
    return isOnHold ? heldAnswer(await reads.findWrite(own, call, call.reference)) : null;
  }
  const guarded = (methods: Methods<Context>, refusalOf: typeof refusalOnHold | null) =>
    Object.entries(methods).map(([name, method]) => [
      name,
      async (call: WriteCall, ...args: never[]): Promise<BillingAnswer> => {
        const own = { ...context, requestId: call.requestId } as Context;
        try {
          const refusal = refusalOf && (await refusalOf(name, own, call));
          return refusal ?? (await method(own, ...([call, ...args] as never[])));
        } catch (cause) {
          log("billing_failed", { ...fieldsOf(name, call), cause });
          return unavailable();
        }
      },
    ]);
  // The cast is needed because `Object.entries` loses each method's type. `commit` decides which result a write
  // returns.
  return Object.fromEntries([...guarded(reads, null), ...guarded(writes, refusalOnHold)]) as Contract;
}

function fieldsOf(method: string, { requestId, accountId }: Call & Partial<WriteCall>): LogFields {
  return { request_id: requestId, account: accountId, method };
}

/**
 * Returns the refusal of a write while the store is on hold. `changes_held` means that nothing was changed. If an
 * earlier call with the same reference changed something, or may have, the refusal is `billing_unavailable`.
 */
function heldAnswer(
  found: BillingResult<FoundWrite, BillingProblem>,
): BillingResult<never, BillingUnavailable | ChangesHeld> {
  const isUndone = found.ok ? found.value.state === "absent" : found.problem.code !== "billing_unavailable";
  return {
    ok: false,
    problem: { code: isUndone ? "changes_held" : "billing_unavailable", retryAfter: HELD_RETRY_AFTER_S },
  };
}
