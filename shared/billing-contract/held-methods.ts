import type { BillingProblem, BillingResult } from "./result.ts";

/** Longer than for a billing system that does not answer: a person has to look. */
const RETRY_AFTER_S = 60;

/** The methods that change something, by the verbs that the contract and the client area name them with. */
const CHANGING = /^(?:order|renew|change|cancel|set|settle|prepare|pay)[A-Z]/;

type Method<Context> = (context: Context, ...args: never[]) => Promise<BillingResult<unknown, BillingProblem>>;

/** Methods of a billing system, of which those that change something do nothing while its database is held. */
export function heldMethods<Context, Methods extends object>(
  methods: Methods,
  isHeld: (context: Context) => Promise<boolean>,
): Methods {
  const guarded = Object.entries<Method<Context>>(methods as Record<string, Method<Context>>)
    .filter(([name]) => CHANGING.test(name))
    .map(([name, method]) => {
      const held: Method<Context> = async (context, ...args) => {
        if (!(await isHeld(context))) return method(context, ...args);
        return { ok: false, problem: { code: "billing_unavailable", retryAfter: RETRY_AFTER_S } };
      };
      return [name, held] as const;
    });
  // Each is a method of the type that stood under its name.
  return Object.assign({ ...methods }, Object.fromEntries(guarded));
}
