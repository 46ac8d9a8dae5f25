import type { BillingSystem } from "../../../shared/billing.ts";
import { embeddedBilling, type Surroundings } from "../../../workers/billing/billing-context.ts";
import { deriveByScrypt } from "../../../workers/billing/sign-in/password.ts";

/** The engine itself on a Worker's database, at a time that stands still. */
export function engineAt(
  db: D1Database,
  now: number | (() => number),
  timeZone = "UTC",
  others: Partial<Surroundings> = {},
): BillingSystem {
  return embeddedBilling(
    { DB: db, TIME_ZONE: timeZone, SANDBOX_REGISTRAR: "", SANDBOX_REGISTRAR_TOKEN: "", DEMONSTRATION: "" },
    {
      now: typeof now === "number" ? () => now : now,
      randomBytes: (count) => crypto.getRandomValues(new Uint8Array(count)),
      deriveKey: deriveByScrypt,
      ...others,
    },
  );
}
