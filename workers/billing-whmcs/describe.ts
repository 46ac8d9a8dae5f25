import type { BillingDescription } from "../../shared/billing-contract/description.ts";
import type { BillingResult } from "../../shared/billing-contract/result.ts";
import type { WhmcsContext } from "./whmcs-context.ts";

/** What this billing system is; of its own database alone, so that a billing system that is slow delays no page. */
export async function describe({ db, settings }: WhmcsContext): Promise<BillingResult<BillingDescription>> {
  const installation = await db.prepare("SELECT id FROM installation WHERE only_row = 1").first<string>("id");
  if (installation === null) throw new Error("the database has no name");
  const { demonstration, signInHost, links } = settings;
  return {
    ok: true,
    value: { demonstration, installation, signIn: { kind: "redirect", host: signInHost }, acts: false, links },
  };
}
