import { bigPortfolio } from "./big-portfolio.ts";
import type { SeedCalendar } from "./calendar.ts";
import type { SeedAccount } from "./customer-types.ts";
import { anaEurope, noCard, secondStep } from "./small-accounts.ts";
import { studioAna } from "./studio-ana.ts";

/** Every customer's account with what it holds. */
export function accountsOn(calendar: SeedCalendar): SeedAccount[] {
  return [studioAna, anaEurope, secondStep, noCard, bigPortfolio].map((account) => account(calendar));
}
