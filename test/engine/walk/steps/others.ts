import { CURRENCIES } from "../../../../shared/platform/money.ts";
import { STORED_CONTACT } from "../../../support/new-name.ts";
import { daysAfter } from "../model/calendar.ts";
import { PLACES } from "../model/money.ts";
import { CYCLES, PLANS, type PriceList } from "../model/price-list.ts";
import { MODES } from "../world/registry.ts";
import type { Call, World } from "../world/world.ts";
import { customersOf } from "./customers.ts";

const MAX_ACCOUNTS = 9;

function done(name: string, kind: Call["kind"], work: () => void | Promise<void>): Call {
  const run = async () => {
    await work();
    return "ok";
  };
  return { name, kind, run };
}

/** Adds an account and its owner. The owner's login has the same id as the account. */
export function join(world: World): Call | null {
  if (customersOf(world).length >= MAX_ACCOUNTS) return null;
  const id = world.nextAccount++;
  const { country, province, business_number: number } = world.pick(PLACES);
  const currency = world.pick(CURRENCIES);
  // Most cards are declined so that some services are suspended and some domains expire.
  const card = world.stripe.state.cards.save(id % 4 === 0 ? "pays" : "declines");
  return done("join", "operator", () =>
    world.write(
      [
        `INSERT INTO accounts (id, name, company, email, country, province, currency, credit, business_number, contact)
          VALUES (?, ?, NULL, ?, ?, ?, ?, 0, ?, ?)`,
        ...[id, `Customer ${id}`, `customer-${id}@walk.example`, country, province, currency, number, STORED_CONTACT],
      ],
      ["INSERT INTO saved_cards VALUES (?, ?, ?, '2026-11-29', 0, NULL)", id, card.customer, card.id],
      [
        `INSERT INTO logins (id, email, language, password_hash, password_salt, scrypt_cost, scrypt_block_size, scrypt_parallelism)
          VALUES (?, ?, 'en', ?, ?, 2, 1, 1)`,
        ...[id, `login-${id}@walk.example`, "0".repeat(64), "0".repeat(32)],
      ],
      ["INSERT INTO account_logins VALUES (?, ?, 1)", id, id],
    ),
  );
}

/** Changes the address and VAT number of an account. Later invoices may have different taxes. */
export function changePlace(world: World): Call {
  const { id } = world.pick(customersOf(world));
  const { country, province, business_number: number } = world.pick(PLACES);
  const place = "country = ?, province = ?, business_number = ?";
  return done("place changed", "operator", () =>
    world.write([
      `UPDATE accounts SET revision = revision + 1, ${place} WHERE id = ?`,
      ...[country, province, number, id],
    ]),
  );
}

/** Changes some prices by up to 30 % and sometimes replaces the discounts. Earlier orders keep their price. */
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
  return done("prices changed", "operator", () => world.sell(list));
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

/** Switches the registrar to its next failure mode, or back to normal. */
export function setRegistrar(world: World): Call {
  const { registry } = world;
  const mode = registry.mode === "up" ? (MODES[++world.registrarModes % MODES.length] ?? "up") : "up";
  return done(`registrar ${mode}`, "outside", () => void Object.assign(registry, { mode }));
}
