import { daysAfter } from "../model/calendar.ts";
import { CYCLES, PLANS, type PriceList } from "../model/price-list.ts";
import type { Call, World } from "../world/world.ts";

/** Prices go up or down by up to a third, discounts begin and end: what was ordered before keeps its price. */
export function changePrices(world: World): Call {
  const { plans, names, discounts } = world.state.prices;
  const factor = () => 0.7 + world.random() * 0.6;
  const scaled = (amount: number) => Math.max(amount > 0 ? 1 : 0, Math.min(Math.round(amount * factor()), 2_000_000));
  const next = <Value>(rows: ReadonlyMap<string, Value>, change: (value: Value) => Value) =>
    new Map([...rows].map(([key, value]) => [key, world.chance(0.3) ? change(value) : value]));
  const list: PriceList = {
    plans: next(plans, ({ price, setup }) => ({ price: scaled(price), setup: scaled(setup) })),
    names: next(names, ({ register, transfer, renew }) => ({
      ...{ register: scaled(register), transfer: scaled(transfer), renew: scaled(renew) },
    })),
    discounts: world.chance(0.3) ? newDiscounts(world) : discounts,
  };
  const run = () => world.sell(list).then(() => "ok");
  return { name: "prices changed", kind: "operator", run };
}

function newDiscounts(world: World): PriceList["discounts"] {
  const plans = Object.keys(PLANS).filter(() => world.chance(0.5));
  return new Map(
    plans.map((plan) => {
      const endsOn = world.chance(0.5) ? daysAfter(world.today, world.below(200)) : null;
      return [plan, { percent: 1 + world.below(99), endsOn, cycles: CYCLES.filter(() => world.chance(0.7)) }];
    }),
  );
}
