import { log } from "../platform/log.ts";
import type { ActionPreview } from "./action-preview.ts";
import type { CheckedRequests, QuoteResult } from "./actions.ts";
import type { Actor, ActorQuery } from "./actor.ts";
import type { BillingSystem } from "./billing-system.ts";
import type { BillingProblem, BillingResult } from "./result.ts";

/** A contract's methods as functions of a billing system's context. */
export type ContractMethods<Context, Contract> = {
  [Name in keyof Contract]: Contract[Name] extends (...args: infer Args) => infer Result
    ? (context: Context, ...args: Args) => Result
    : never;
};

/** The checks of a billing system, as functions of its context. */
export type ContractChecks<Context> = {
  [Name in keyof CheckedRequests]: (
    context: Context,
    query: ActorQuery,
    request: CheckedRequests[Name],
  ) => Promise<QuoteResult<ActionPreview>>;
};

type Method<Context> = (context: Context, ...args: unknown[]) => Promise<BillingResult<unknown, BillingProblem>>;

/** The position of the request id among the arguments of methods without an actor; all others have it in their first argument. */
const REQUEST_ID_AT = new Map<string, number>(
  Object.entries({
    readCatalogue: 1,
    askRegistrar: 1,
    checkHealth: 0,
    describe: 0,
    listManagedAccounts: 1,
    readHolding: 2,
    listHoldings: 1,
  } satisfies Partial<Record<keyof BillingSystem | "listHoldings", number>>),
);

const RETRY_AFTER_S = 5;

/** Methods as callers have them: without the context. */
type Guarded<Methods> = {
  [Name in keyof Methods]: Methods[Name] extends (context: never, ...args: infer Args) => infer Result
    ? (...args: Args) => Result
    : never;
};

/**
 * Methods that never throw: an exception is logged and becomes `billing_unavailable`. The request id enters the context here.
 * @param methods by name, each with the context first
 */
export function guardedMethods<Context extends { requestId: string | undefined }, Methods extends object>(
  context: Context,
  methods: Methods,
): Guarded<Methods> {
  const guarded = Object.fromEntries(
    Object.entries(methods).map(([name, method]: [string, Method<Context>]) => [
      name,
      async (...args: unknown[]) => {
        const position = REQUEST_ID_AT.get(name);
        const { requestId, accountId } = (
          position === undefined ? args[0] : { requestId: args[position] }
        ) as Partial<Actor>;
        try {
          return await method({ ...context, requestId }, ...args);
        } catch (cause) {
          log("billing_failed", { request_id: requestId, account: accountId, method: name, cause });
          return { ok: false as const, problem: { code: "billing_unavailable" as const, retryAfter: RETRY_AFTER_S } };
        }
      },
    ]),
  );
  // Each is the method of its name, which a record by name does not keep apart.
  return guarded as Guarded<Methods>;
}
