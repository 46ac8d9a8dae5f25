import {
  type BillingEngine,
  type BillingEnv,
  billingEngine,
  type EngineDependencies,
  runtime,
} from "../../../workers/billing/engine/billing-engine.ts";

/** The engine itself on a Worker's database, at a time that stands still, and without a limit of sign-ins. */
export function engineAt(
  db: D1Database,
  now: number | (() => number),
  timeZone = "UTC",
  others: Partial<EngineDependencies> = {},
  settings: Partial<BillingEnv> = {},
): BillingEngine {
  return billingEngine(
    {
      DB: db,
      TIME_ZONE: timeZone,
      NAMESERVERS: "ns1.maple.example ns2.maple.example",
      DEMONSTRATION: "true",
      ...settings,
    },
    {
      ...runtime(() => {}),
      authCodeKey: async () => new Uint8Array(32).fill(7).buffer,
      signInLimit: { count: async () => ({ giveBack: async () => {} }) },
      now: typeof now === "number" ? () => now : now,
      ...others,
    },
  );
}
