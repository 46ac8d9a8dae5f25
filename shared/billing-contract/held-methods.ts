import type { Action } from "./actions.ts";
import type { BillingProblem, BillingResult } from "./result.ts";

/** Longer than for a billing system that does not answer: a person has to look. */
const RETRY_AFTER_S = 60;

/** The methods that change something, by the verbs that the contract and the client area name them with. */
const CHANGING = /^(?:order|renew|change|cancel|set|settle|prepare|pay)[A-Z]/;
/** Its caller tries it again without a person, and knows no refusal. */
const SETTLES = "settleAction";

type Method<Context> = (context: Context, ...args: never[]) => Promise<BillingResult<unknown, BillingProblem>>;

export interface HeldMethodsDependencies<Context> {
  /** Whether the billing system's database is held. */
  isHeld(context: Context): Promise<boolean>;
  /** Whether the database knows the reference of an action: it may have been done. */
  isKnown(context: Context, action: Action): Promise<boolean>;
  /** Called after each method that may have changed something. */
  changed(context: Context): void;
}

/** Methods of a billing system, of which those that change something do nothing while its database is held, and say so. */
export function heldMethods<Context, Methods extends object>(
  methods: Methods,
  { isHeld, isKnown, changed }: HeldMethodsDependencies<Context>,
): Methods {
  const guarded = Object.entries<Method<Context>>(methods as Record<string, Method<Context>>)
    .filter(([name]) => CHANGING.test(name))
    .map(([name, method]) => {
      const held: Method<Context> = async (context, ...args) => {
        if (!(await isHeld(context))) return method(context, ...args).finally(() => changed(context));
        const [query] = args as unknown as [Partial<Action>];
        const isUnknown =
          name === SETTLES || (query.reference !== undefined && (await isKnown(context, query as Action)));
        const code = isUnknown ? "billing_unavailable" : "changes_held";
        return { ok: false, problem: { code, retryAfter: RETRY_AFTER_S } };
      };
      return [name, held] as const;
    });
  // Each is a method of the type that stood under its name.
  return Object.assign({ ...methods }, Object.fromEntries(guarded));
}
