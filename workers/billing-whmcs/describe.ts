import type { BillingDescription } from "../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../shared/billing-contract/result.ts";
import type { WhmcsContext } from "./whmcs-context.ts";

/** What this billing system is; of its own database alone, so that a billing system that is slow delays no page. */
export async function describe({ facts, settings }: WhmcsContext): Promise<BillingResult<BillingDescription>> {
  const installation = await facts.installation();
  const { demonstration, signInHost, links } = settings;
  return {
    ok: true,
    value: { demonstration, installation, signIn: { kind: "redirect", host: signInHost }, acts: false, links },
  };
}
