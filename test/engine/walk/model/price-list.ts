import type { BillingCycle } from "../../../../shared/billing-contract/billing-cycle.ts";
import { CURRENCIES, type Currency } from "../../../../shared/platform/money.ts";
import { EXTENSIONS, FIRST_PRICES } from "./extensions.ts";
import { shareOf } from "./money.ts";

/** Number of months in each billing cycle that the walk orders. */
export const MONTHS: Partial<Record<BillingCycle, number>> = { monthly: 1, quarterly: 3, annually: 12, biennially: 24 };
export const CYCLES = Object.keys(MONTHS) as BillingCycle[];

interface PlanPrice {
  price: number;
  setup: number;
}

interface Discount {
  percent: number;
  /** The last day of the discount; `null` if the discount has no end. */
  endsOn: string | null;
  cycles: readonly BillingCycle[];
}

/** The version of the provider's terms. It never changes during a walk. */
export const TERMS = "2020-01-01";

/** The products and their prices at one time. Prices are in cents. */
export interface PriceList {
  /** Plan prices. A key is a plan, a currency and a billing cycle, separated by spaces. */
  plans: ReadonlyMap<string, PlanPrice>;
  discounts: ReadonlyMap<string, Discount>;
  /** Domain prices. A key is an extension and a currency, separated by a space. */
  names: ReadonlyMap<string, { register: number; transfer: number; renew: number }>;
}

/** The product line of each plan. */
export const PLANS: Record<string, string> = {
  small: "hosting",
  middle: "hosting",
  large: "hosting",
  box: "mail",
  boxes: "mail",
};
const MONTHLY: Record<string, [price: number, setup: number]> = {
  small: [899, 0],
  middle: [1499, 500],
  large: [2733, 1250],
  box: [333, 0],
  boxes: [1, 0],
};
const RATE: Record<Currency, number> = { CAD: 100, EUR: 71, USD: 79 };
const DISCOUNTS: [string, Discount][] = [
  ["small", { percent: 33, endsOn: null, cycles: ["monthly", "annually", "biennially"] }],
  ["large", { percent: 15, endsOn: "2025-08-31", cycles: ["quarterly", "annually"] }],
];

export function firstPriceList(): PriceList {
  const plans = Object.entries(MONTHLY).flatMap(([plan, [price, setup]]) =>
    CURRENCIES.flatMap((currency) =>
      CYCLES.map((cycle): [string, PlanPrice] => {
        const months = MONTHS[cycle] ?? 0;
        // Longer cycles cost less per month. The prices are odd amounts so that calculations need rounding.
        const amount = Math.ceil((price * months * RATE[currency] * (100 - Math.min(months, 12))) / 10_000);
        return [`${plan} ${currency} ${cycle}`, { price: amount, setup }];
      }),
    ),
  );
  const names = Object.keys(EXTENSIONS).flatMap((tld) =>
    CURRENCIES.map((currency) => {
      const [register, transfer, renew] = FIRST_PRICES[tld]?.[currency] ?? [0, 0, 0];
      return [`${tld} ${currency}`, { register, transfer, renew }] as const;
    }),
  );
  return { plans: new Map(plans), discounts: new Map(DISCOUNTS), names: new Map(names) };
}

/** Returns a new plan's recurring price, the price of its first term, and the amount due with the setup fee. */
export function firstPaymentOf(
  list: PriceList,
  { plan, currency, cycle }: { plan: string; currency: Currency; cycle: BillingCycle },
  day: string,
): { recurring: bigint; term: bigint; due: bigint } | null {
  const sold = list.plans.get(`${plan} ${currency} ${cycle}`);
  if (!sold) return null;
  const recurring = BigInt(sold.price);
  const discount = list.discounts.get(plan);
  const cycles = (MONTHS[cycle] ?? 99) <= 12 ? (discount?.cycles ?? []) : [];
  const isGiven = cycles.includes(cycle) && (discount?.endsOn ?? day) >= day;
  const term = isGiven ? shareOf(recurring, 100 - (discount?.percent ?? 0), 100) : recurring;
  return { recurring, term, due: term + BigInt(sold.setup) };
}

/** Returns the statements that replace the prices in the engine's catalogue. */
export function priceStatements({ plans, discounts, names }: PriceList): [sql: string, ...values: unknown[]][] {
  return [
    ["DELETE FROM plan_discount_cycles"],
    ["DELETE FROM plan_discounts"],
    ...[...plans].map(([key, { price, setup }]): [string, ...unknown[]] => [
      "INSERT OR REPLACE INTO plan_prices VALUES (?, ?, ?, ?, ?)",
      ...[...key.split(" "), price, setup],
    ]),
    ...[...discounts].flatMap(([plan, { percent, endsOn, cycles }]): [string, ...unknown[]][] => [
      ["INSERT INTO plan_discounts VALUES (?, ?, ?)", plan, percent, endsOn],
      ...cycles.map((cycle): [string, ...unknown[]] => ["INSERT INTO plan_discount_cycles VALUES (?, ?)", plan, cycle]),
    ]),
    ...[...names].map(([key, { register, transfer, renew }]): [string, ...unknown[]] => [
      "INSERT OR REPLACE INTO extension_prices VALUES (?, ?, ?, ?, ?)",
      ...[...key.split(" "), register, transfer, renew],
    ]),
  ];
}

/** Returns the statements that create the engine's catalogue without prices. */
export function catalogueStatements(): [sql: string, ...values: unknown[]][] {
  const plans = Object.entries(PLANS);
  return [
    ...["hosting", "mail"].map((line, position): [string, ...unknown[]] => [
      "INSERT INTO product_lines VALUES (?, ?)",
      line,
      position,
    ]),
    ...plans.flatMap(([plan, line], position): [string, ...unknown[]][] => [
      ["INSERT INTO plans VALUES (?, ?, ?, 'annually')", plan, line, position],
      [
        "INSERT INTO plan_texts VALUES (?, 'en', ?, ''), (?, 'fr', ?, '')",
        plan,
        `Plan ${plan}`,
        plan,
        `Forfait ${plan}`,
      ],
    ]),
    ...Object.keys(EXTENSIONS).map((tld, position): [string, ...unknown[]] => [
      "INSERT INTO extensions VALUES (?, ?, 0)",
      tld,
      position,
    ]),
    ["INSERT INTO terms VALUES ('', ?, 'Terms', 'Conditions', 'https://provider.example/terms')", TERMS],
  ];
}
