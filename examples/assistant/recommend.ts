import { adviceText } from "./advice-text.ts";
import type {
  AssistantDomainPricing,
  AssistantPlan,
  AssistantPrice,
  PlanComparison,
  Plans,
  ProductLines,
} from "./catalogue-answers.ts";
import { AssistantRefusal } from "./problem.ts";
import type { Need, Wish } from "./wish.ts";

/** Calls a tool by name and returns its structured answer. */
export type CallTool = (tool: string, input: Record<string, unknown>) => Promise<unknown>;

/** A plan with the price that suits the budget best. */
export interface Offer {
  plan: AssistantPlan;
  price: AssistantPrice;
  /** The price divided by the months that it pays for. */
  monthly: number;
}

export interface MetNeed {
  need: string;
  met: boolean;
  /** The feature or table row that matches the need, whether or not it suffices; `null` if nothing matches. */
  because: string | null;
}

/** The data of a recommendation; `adviceText` puts it in words. */
export interface Findings {
  currency: string;
  lang: "en" | "fr";
  offer: Offer;
  withinBudget: boolean;
  needs: MetNeed[];
  /** The next more expensive plan and what it adds; `null` if there is none. */
  next: { name: string; monthly: number; adds: string[] } | null;
  domain: { tld: string; register: number; renew: number } | null;
  /** The price of the first year of hosting and, if requested, of the domain name, without taxes. */
  firstYear: number;
}

const MAX_PLANS_COMPARED = 10;
const MAX_ADDITIONS_NAMED = 3;

/**
 * Finds the cheapest plan within a budget that meets the most needs, with at most four tool calls. A model would choose
 * the calls itself (`this.mcp.getAITools()`) and understand needs in free text.
 */
export async function recommend(call: CallTool, wish: Wish) {
  const line = wish.line ?? (await firstLine(call, wish));
  const { plans, currency, lang } = (await call("list_plans", { line, ...wish.locale })) as Plans;
  const offers = offersFor(plans, wish.budget).slice(0, MAX_PLANS_COMPARED);
  const comparison = await compare(call, offers, wish);
  const needsOf = offers.map(({ plan }, index) => {
    const statements = statementsOf(plan, comparison, index);
    return wish.needs.map((need) => meets(need, statements));
  });

  const best = bestOffer(offers, needsOf, wish.budget);
  const offer = offers[best];
  if (!offer)
    throw new AssistantRefusal({ title: "Nothing to recommend", status: 404, detail: "No plan is billed regularly." });
  const domain = wish.extension === undefined ? null : await domainPrice(call, wish.extension, wish);
  const findings: Findings = {
    currency,
    lang,
    offer,
    withinBudget: offer.monthly <= wish.budget,
    needs: needsOf[best] ?? [],
    next: nextUp(offers, comparison, best),
    domain,
    firstYear: toCents(firstYearOf(offer.price) + (domain?.register ?? 0)),
  };
  return {
    answer: adviceText(findings),
    currency,
    lang,
    plan: {
      id: offer.plan.id,
      name: offer.plan.name,
      billing_cycle: offer.price.billing_cycle,
      monthly: offer.monthly,
      order_url: offer.plan.order_url,
    },
    within_budget: findings.withinBudget,
    needs: findings.needs,
    next_plan: findings.next,
    domain,
    first_year: findings.firstYear,
  };
}

async function firstLine(call: CallTool, wish: Wish): Promise<string> {
  const { product_lines } = (await call("list_product_lines", wish.locale)) as ProductLines;
  return product_lines[0]?.id ?? "";
}

/**
 * Compares plans. The `compare_plans` tool requires at least two plans, so a single plan is described by its features
 * only.
 */
async function compare(call: CallTool, offers: Offer[], wish: Wish): Promise<PlanComparison> {
  if (offers.length < 2) return { plans: [], rows: [] };
  const plans = offers.map(({ plan }) => plan.id);
  return (await call("compare_plans", { plans, ...wish.locale })) as PlanComparison;
}

async function domainPrice(call: CallTool, extension: string, wish: Wish): Promise<Findings["domain"]> {
  const { domains } = (await call("get_domain_pricing", {
    tld: [extension],
    ...wish.locale,
  })) as AssistantDomainPricing;
  const [priced] = domains;
  return priced ? { tld: priced.tld, register: priced.register, renew: priced.renew } : null;
}

/**
 * Returns one offer for each plan with a recurring price, the cheapest plan first. An offer has the shortest billing
 * cycle within the budget, or the lowest monthly price if no cycle is within the budget.
 */
function offersFor(plans: AssistantPlan[], budget: number): Offer[] {
  const bySize = plans.flatMap((plan) => {
    const offers = plan.prices
      .flatMap((price) => (price.monthly_equivalent === null ? [] : { plan, price, monthly: price.monthly_equivalent }))
      .toSorted((a, b) => (a.price.months ?? 0) - (b.price.months ?? 0));
    const lowest = offers.toSorted((a, b) => a.monthly - b.monthly)[0];
    return lowest ? { lowest, offer: offers.find(({ monthly }) => monthly <= budget) ?? lowest } : [];
  });
  return bySize.toSorted((a, b) => a.lowest.monthly - b.lowest.monthly).map(({ offer }) => offer);
}

/**
 * Returns the index of the cheapest plan within the budget that meets the most needs, or of the cheapest plan overall
 * if none is within the budget.
 */
function bestOffer(offers: Offer[], needsOf: MetNeed[][], budget: number): number {
  let best = 0;
  offers.forEach(({ monthly }, index) => {
    if (monthly <= budget && countMet(needsOf[index]) > countMet(needsOf[best])) best = index;
  });
  return best;
}

function countMet(needs: MetNeed[] = []): number {
  return needs.filter(({ met }) => met).length;
}

/** Returns the facts about a plan: the named rows of its specification table, and its features without a name. */
function statementsOf(
  { features }: AssistantPlan,
  { rows }: PlanComparison,
  planIndex: number,
): { name: string; value: string }[] {
  return [
    ...rows.map(({ name, values }) => ({ name, value: values[planIndex] ?? "" })),
    ...features.map((feature) => ({ name: "", value: feature })),
  ];
}

/**
 * Checks a need against the statements. A minimum is compared only with rows that have the word in their name; a plain
 * word can match a name or a value.
 */
function meets({ word, atLeast }: Need, statements: { name: string; value: string }[]): MetNeed {
  const need = atLeast === null ? word : `${word}:${atLeast}`;
  const judged = statements.flatMap(({ name, value }) => {
    const named = plain(name).includes(plain(word));
    if (!named && !plain(value).includes(plain(word))) return [];
    const because = name ? `${name}: ${value || "–"}` : value;
    return { need, met: named ? suffices(value, atLeast) : atLeast === null, because };
  });
  return judged.find(({ met }) => met) ?? judged[0] ?? { need, met: false, because: null };
}

function suffices(value: string, atLeast: number | null): boolean {
  const text = plain(value);
  if (text === "" || /^(?:no|non|none|aucune?)\b/.test(text)) return false;
  if (atLeast === null || /^(?:unlimited|illimite)/.test(text)) return true;
  const number = Number(text.match(/\d+(?:[ .,]\d{3})*/)?.[0].replace(/[ .,]/g, ""));
  return number >= atLeast;
}

/** Converts a text to lower case without accents, and makes every white-space character a plain space. */
function plain(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").replace(/\s/g, " ").toLowerCase();
}

function nextUp(offers: Offer[], { rows }: PlanComparison, best: number): Findings["next"] {
  const next = offers[best + 1];
  if (!next) return null;
  const adds = rows
    .filter(({ values }) => values[best + 1] != null && values[best + 1] !== values[best])
    .map(({ name, values }) => `${name}: ${values[best + 1]}`);
  return { name: next.plan.name, monthly: next.monthly, adds: adds.slice(0, MAX_ADDITIONS_NAMED) };
}

/** Returns the price of the first year. If a price covers several years, this is its share for one year. */
function firstYearOf({ months, amount, setup_fee, first_year_amount }: AssistantPrice): number {
  return setup_fee + (first_year_amount ?? (amount * 12) / (months ?? 12));
}

function toCents(amount: number): number {
  return Math.round(amount * 100) / 100;
}
