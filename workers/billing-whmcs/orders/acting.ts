import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { NO_CHANGES_TAKEN } from "../../../shared/billing-contract/description.ts";
import type { Terms } from "../../../shared/billing-contract/result.ts";
import { type TermsRow, toTerms } from "../../../shared/ordering/refusals.ts";
import type { Text } from "../../../shared/platform/language.ts";
import { log } from "../../../shared/platform/log.ts";
import { type MinorUnits, scaleHalfUp } from "../../../shared/platform/money.ts";
import { type Admitted, admit } from "../accounts/access.ts";
import { getPayMethods } from "../answers/accounts.ts";
import { inOrder } from "../bridge/outcome.ts";
import { Refused } from "../results.ts";
import { type ActingSettings, instantNow, type PlainContext, todayOf, type WhmcsContext } from "../whmcs-context.ts";

/**
 * Returns the settings for orders and changes; `null` if this Worker does not accept them now. It accepts them if the
 * provider has configured them and has terms, and if nothing has stopped orders.
 */
export async function actingNow({ db, settings }: PlainContext): Promise<ActingSettings | null> {
  if (!settings.acting) return null;
  // Customers must accept the terms to order, so no order is possible without terms.
  const isTaken = await db
    .prepare(
      "SELECT EXISTS (SELECT 1 FROM terms WHERE scope = '') AND NOT EXISTS (SELECT 1 FROM acting_stopped) AS taken",
    )
    .first<0 | 1>("taken");
  return isTaken ? settings.acting : null;
}

/** Stops orders and changes until the operator deletes the row. */
export async function stopActing(
  context: WhmcsContext,
  reason: "order_may_be_captured" | "order_was_paid",
  { accountId, orderId }: { accountId: number; orderId: number },
): Promise<void> {
  await context.db
    .prepare(
      `INSERT INTO acting_stopped (only_row, stopped_at, reason, account_id, order_id) VALUES (1, ?, ?, ?, ?)
       ON CONFLICT DO NOTHING`,
    )
    .bind(instantNow(context), reason, accountId, orderId)
    .run();
  log("billing_acting_stopped", { request_id: context.requestId, reason, account: accountId, order: orderId });
}

/** An account for which this Worker accepts orders and changes. */
export interface AdmittedActing extends Admitted {
  acting: ActingSettings;
  /** Returns the account's price for a list price: the list price minus the discount of the account's client group. */
  priceFor(amount: MinorUnits): MinorUnits;
}

/**
 * Checks that the actor has access, and that this Worker accepts orders and changes now.
 * @param notTaken the reason to give if it does not accept them
 * @throws {Refused}
 */
export async function admitActing(
  context: WhmcsContext,
  query: ActorQuery,
  notTaken: Text = NO_CHANGES_TAKEN,
): Promise<AdmittedActing> {
  const [admitted, acting] = await inOrder(admit(context, query), actingNow(context));
  if (!acting) throw new Refused({ code: "not_offered", reason: notTaken, path: context.settings.links.home });
  const group = context.installation.client_groups.find(({ id }) => id === admitted.client.groupid);
  const thousandths = Math.round((group?.discountpercent ?? 0) * 1_000);
  return { ...admitted, acting, priceFor: (amount) => amount - scaleHalfUp(amount, thousandths, 100_000) };
}

/** Returns whether the account has a payment method on file, or orders do not require one. */
export async function paymentMethodOnFile({ api, settings }: WhmcsContext, accountId: number): Promise<boolean> {
  if (!settings.acting?.needsPaymentMethod) return true;
  return (await api.list(getPayMethods, {}, { accountId })).length > 0;
}

/**
 * Returns the terms that are currently in force.
 * @param tld the extension whose registry terms are included; `null` for none
 * @throws Error if the provider has no terms
 */
export async function readTerms(context: WhmcsContext, tld: string | null): Promise<Terms> {
  const { results } = await context.db
    .prepare(
      `SELECT scope, in_force_on, title_en, title_fr, url FROM terms WHERE scope IN ('', ?) ORDER BY scope, in_force_on`,
    )
    .bind(tld ?? "")
    .all<TermsRow>();
  return toTerms(results, todayOf(context));
}
