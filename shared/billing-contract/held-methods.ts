import type { Action } from "./actions.ts";
import type { BillingProblem, BillingResult, BillingUnavailable, ChangesHeld } from "./result.ts";

/** Longer than for a billing system that does not answer: a person has to look. */
const RETRY_AFTER_S = 60;
const HELD = "changes_held";

/** The methods that change something, by the verbs that the contract and the client area name them with. */
const CHANGING = /^(?:order|renew|change|cancel|set|settle|prepare|pay)[A-Z]/;
/** Its caller tries it again without a person, and knows no refusal. */
const SETTLES = "settleAction";

type Method<Context> = (context: Context, ...args: never[]) => Promise<BillingResult<unknown, BillingProblem>>;

export interface HeldMethodsDependencies<Context> {
  /** Methods that find out with their own first question whether the database is held, and refuse by {@link refusedWhileHeld}. */
  asking?: readonly string[];
  /** Whether the billing system's database is held. */
  isHeld(context: Context): Promise<boolean>;
  /** Whether the database knows the reference of an action: it may have been done. */
  isKnown(context: Context, action: Action): Promise<boolean>;
  /** Called after each method that may have changed something. */
  changed(context: Context): void;
}

/** What changes nothing while the database is held. @param mayBeDone its reference is known: it may have been done before */
export function refusedWhileHeld(mayBeDone: boolean): BillingResult<never, BillingUnavailable | ChangesHeld> {
  return { ok: false, problem: { code: mayBeDone ? "billing_unavailable" : HELD, retryAfter: RETRY_AFTER_S } };
}

/** Methods of a billing system, of which those that change something do nothing while its database is held, and say so. */
export function heldMethods<Context, Methods extends object>(
  methods: Methods,
  { asking = [], isHeld, isKnown, changed }: HeldMethodsDependencies<Context>,
): Methods {
  const guarded = Object.entries<Method<Context>>(methods as Record<string, Method<Context>>)
    .filter(([name]) => CHANGING.test(name))
    .map(([name, method]) => {
      const held: Method<Context> = async (context, ...args) => {
        if (asking.includes(name) || !(await isHeld(context))) {
          let mayHaveChanged = true;
          try {
            const result = await method(context, ...args);
            mayHaveChanged = result.ok || result.problem.code !== HELD;
            return result;
          } finally {
            if (mayHaveChanged) changed(context);
          }
        }
        const [query] = args as unknown as [Partial<Action>];
        const isUnknown =
          name === SETTLES || (query.reference !== undefined && (await isKnown(context, query as Action)));
        return refusedWhileHeld(isUnknown);
      };
      return [name, held] as const;
    });
  // Each is a method of the type that stood under its name.
  return Object.assign({ ...methods }, Object.fromEntries(guarded));
}
