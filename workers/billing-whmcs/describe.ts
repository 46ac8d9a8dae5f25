import type { BillingDescription } from "../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../shared/billing-contract/result.ts";
import { actingNow } from "./acting/acting-switch.ts";
import type { WhmcsContext } from "./whmcs-context.ts";

/** What this billing system is; of its own database alone, so that a billing system that is slow delays no page. */
export async function describe(context: WhmcsContext): Promise<BillingResult<BillingDescription>> {
  const { demonstration, signInHost, links } = context.settings;
  const acting = await actingNow(context);
  const signIn = { kind: "redirect", host: signInHost } as const;
  return { ok: true, value: { demonstration, signIn, acts: acting !== null, links } };
}
