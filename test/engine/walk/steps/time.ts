import { daysAfter, daysFrom } from "../model/calendar.ts";
import { termsOf } from "../model/extensions.ts";
import type { World } from "../world/world.ts";
import { domains, pay, payable, services } from "./customers.ts";

const MAX_DAYS = 460;

/** Lets days pass. The scheduled jobs run once a day, and on some days a customer pays an invoice. */
export async function passDays(world: World, days: number, paying: number): Promise<void> {
  for (let day = 0; day < days && world.violations.length === 0; day++) {
    await world.nextDay();
    if (!world.chance(paying)) continue;
    const due = payable(world);
    const call = due.length > 0 ? pay(world, world.pick(due)) : null;
    if (call) await world.run([call]);
  }
}

/** Returns how many days to skip: a few, the days until a coming event, or sometimes 30 days or more. */
export function daysToGo(world: World): number {
  const drawn = world.random();
  if (drawn < 0.5) return 1 + world.below(4);
  if (drawn < 0.54) return 30 + world.below(MAX_DAYS - 29);
  const ahead = events(world)
    .map((day) => daysFrom(world.today, day) + world.below(3) - 1)
    .filter((days) => days > 0 && days <= MAX_DAYS)
    .toSorted((one, other) => one - other);
  if (ahead.length === 0) return 1;
  // The exponent makes near events more likely.
  return ahead[Math.floor(ahead.length * world.random() ** 4)] ?? 1;
}

/** Returns the days on which the scheduled jobs will have work. */
function events(world: World): string[] {
  const { state } = world;
  return [
    ...payable(world).flatMap(({ due_on }) => [8, 61].map((days) => daysAfter(due_on, days))),
    ...services(world).flatMap(({ id, next_due_on: due }) => [
      ...(due === null ? [] : [due, daysAfter(due, -14)]),
      ...[state.row("cancellations", id)?.effective_on ?? ""].filter((day) => day !== ""),
    ]),
    ...domains(world).flatMap(({ name, expires_on: expires }) => {
      const { grace, redemption } = termsOf(name);
      return expires === null
        ? []
        : [-14, 1, grace + 1, grace + redemption + 1].map((days) => daysAfter(expires, days));
    }),
  ];
}
