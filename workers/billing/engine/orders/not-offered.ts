import type { DomainOrderRequest, PlanOrderRequest, QuoteResult } from "../../../../shared/billing-contract/actions.ts";
import type { Actor } from "../../../../shared/billing-contract/actor.ts";
import { takesNewNames } from "../../../../shared/domain-names/registration-terms.ts";
import type { Text } from "../../../../shared/platform/language.ts";
import type { Currency } from "../../../../shared/platform/money.ts";
import { refusal } from "../actions/refusals.ts";
import type { Store } from "../store/account-store.ts";
import { failure } from "../store/results.ts";
import { sql } from "../store/sql.ts";

interface PlanRow {
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
    FROM accounts a WHERE a.id = ${accountId}`.first<PlanRow>();
  if (!row) return result;
  const { en, fr } = planReason(planId, row);
  return failure(refusal("not_offered", en, fr));
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
  const labels = domain.split(".");
  const suffixes = labels.map((_, first) => `.${labels.slice(first).join(".")}`);
  const sold = await sql(db)`
    SELECT tld FROM extension_prices
    WHERE tld IN (SELECT value FROM json_each(${JSON.stringify(suffixes)}))
      AND currency = (SELECT currency FROM accounts WHERE id = ${accountId})
    ORDER BY length(tld) DESC LIMIT 1`.first<{ tld: string }>();
  if (sold) {
    if (sold.tld !== suffixes[1]) return failure({ code: "invalid_body", refused: [notDirectlyUnder(sold.tld)] });
    if (takesNewNames(sold.tld)) return result;
  }
  const tld = sold?.tld ?? suffixes.at(-1);
  return failure(
    refusal("not_offered", `Names in ${tld} are not sold here.`, `Les noms en ${tld} ne sont pas vendus ici.`),
  );
}

function planReason(planId: string, { currency, isKnown, ...json }: PlanRow): Text {
  const [cycles, plans] = [json.cycles, json.plans].map((list) => (JSON.parse(list) as string[]).join(", "));
  if (!isKnown)
    return { en: `There is no such plan. Plans: ${plans}.`, fr: `Ce forfait n’existe pas. Forfaits : ${plans}.` };
  if (!cycles) {
    return {
      en: `The plan ${planId} is not sold in ${currency}, the currency of the account. Plans sold in it: ${plans}.`,
      fr: `Le forfait ${planId} n’est pas vendu en ${currency}, la devise du compte. Forfaits vendus dans cette devise : ${plans}.`,
    };
  }
  return {
    en: `The plan ${planId} is not sold with this billing cycle. Its cycles: ${cycles}.`,
    fr: `Le forfait ${planId} n’est pas vendu avec ce cycle de facturation. Ses cycles : ${cycles}.`,
  };
}

function notDirectlyUnder(tld: string): { pointer: string; message: Text } {
  const message = {
    en: `must be one name right under ${tld}, such as example${tld}`,
    fr: `doit être un seul nom directement sous ${tld}, comme exemple${tld}`,
  };
  return { pointer: "/domain", message };
}
