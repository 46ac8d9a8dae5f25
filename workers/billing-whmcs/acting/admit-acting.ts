import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { NO_CHANGES_TAKEN } from "../../../shared/billing-contract/description.ts";
import type { QuoteResult } from "../../../shared/billing-contract/writes.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { type MinorUnits, scaleHalfUp } from "../../../shared/platform/money.ts";
import { type Admitted, admit } from "../access/gate.ts";
import { unavailable } from "../results.ts";
import type { ActingSettings, WhmcsContext } from "../whmcs-context.ts";
import { actingNow } from "./acting-switch.ts";

/** An account whose order or change may be judged. */
export interface AdmittedActing extends Admitted {
  acting: ActingSettings;
  /** What the account pays for an amount of the price list: less the discount of its group. */
  priceFor(amount: MinorUnits): MinorUnits;
}

/** Checks the actor, as every question does, and that orders and changes are taken now. @param notTaken said where they are not */
export async function admitActing(
  context: WhmcsContext,
  query: ActorQuery,
  notTaken: Text = NO_CHANGES_TAKEN,
): Promise<QuoteResult<AdmittedActing>> {
  const [admitted, acting] = await Promise.all([admit(context, query), actingNow(context)]);
  if (!admitted.ok) return admitted;
  if (!acting) {
    const path = context.settings.links.home;
    return { ok: false, problem: { code: "not_offered", reason: notTaken, path } };
  }
  const { groupid } = admitted.value.client;
  if (groupid === null) return { ok: true, value: { ...admitted.value, acting, priceFor: (amount) => amount } };
  const discounts = await context.facts.groupDiscounts(context.api, query.requestId);
  if (discounts.kind !== "ok") return unavailable(discounts);
  const thousandths = Math.round((discounts.body.get(groupid) ?? 0) * 1_000);
  const priceFor = (amount: MinorUnits) => amount - scaleHalfUp(amount, thousandths, 100_000);
  return { ok: true, value: { ...admitted.value, acting, priceFor } };
}
