import type { Actor } from "../../../../shared/billing-contract/call.ts";
import type { DomainOrderRequest } from "../../../../shared/billing-contract/domain-orders.ts";
import type { PlanOrderRequest } from "../../../../shared/billing-contract/plan-orders.ts";
import type { QuoteResult } from "../../../../shared/billing-contract/writes.ts";
import { domainNotOffered, planNotOffered, possibleExtensions } from "../../../../shared/ordering/not-offered.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import type { Store } from "../store/account-store.ts";
import { failure } from "../store/results.ts";
import { sql } from "../store/sql.ts";

interface PlansOnOfferRow {
  currency: Currency;
  isKnown: 0 | 1;
  /** JSON arrays: cycles of the plan, and plans, that are sold in the account's currency. */
  cycles: string;
  plans: string;
}

/**
 * Names in a `not_offered` refusal what is not sold: an unknown plan, a plan without a price in the account's currency, or a
 * cycle that the plan does not have. Queries only after such a refusal.
 */
export async function withPlanReason<Value>(
  { db }: Store,
  { accountId }: Actor,
  { planId }: Pick<PlanOrderRequest, "planId">,
  pending: Promise<QuoteResult<Value>>,
): Promise<QuoteResult<Value>> {
  const result = await pending;
  if (result.ok || result.problem.code !== "not_offered") return result;
  const row = await sql(db)`
    SELECT a.currency, EXISTS (SELECT 1 FROM plans WHERE id = ${planId}) AS isKnown,
      (SELECT json_group_array(billing_cycle) FROM plan_prices
        WHERE plan_id = ${planId} AND currency = a.currency) AS cycles,
      (SELECT json_group_array(id) FROM (
        SELECT id FROM plans WHERE EXISTS (SELECT 1 FROM plan_prices WHERE plan_id = id AND currency = a.currency)
        ORDER BY position)) AS plans
    FROM accounts a WHERE a.id = ${accountId}`.first<PlansOnOfferRow>();
  if (!row) return result;
  const { currency, isKnown, cycles, plans } = row;
  const offer = { currency, isKnown: isKnown === 1, cycles: JSON.parse(cycles), plans: JSON.parse(plans) };
  return failure(planNotOffered(planId, offer));
}

/**
 * Names in a `not_offered` refusal the extension that is not sold or takes no new names. A sold extension itself, or a name with
 * a label too many under one, is an `invalid_body` instead. Queries only after such a refusal.
 */
export async function withDomainReason<Value>(
  { db }: Store,
  { accountId }: Actor,
  { domain }: Pick<DomainOrderRequest, "domain">,
  pending: Promise<QuoteResult<Value>>,
): Promise<QuoteResult<Value>> {
  const result = await pending;
  if (result.ok || result.problem.code !== "not_offered") return result;
  const sold = await sql(db)`
    SELECT tld FROM extension_prices
    WHERE tld IN (SELECT value FROM json_each(${JSON.stringify(possibleExtensions(domain))}))
      AND currency = (SELECT currency FROM accounts WHERE id = ${accountId})
    ORDER BY length(tld) DESC LIMIT 1`.first<{ tld: string }>();
  const refused = domainNotOffered(domain, sold?.tld ?? null);
  return refused ? failure(refused) : result;
}
