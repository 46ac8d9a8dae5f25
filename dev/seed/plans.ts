import { emailPlans } from "./plans/email.ts";
import { resellerHostingPlans } from "./plans/reseller-hosting.ts";
import { vpsPlans } from "./plans/vps.ts";
import { webHostingPlans } from "./plans/web-hosting.ts";
import { wordpressHostingPlans } from "./plans/wordpress-hosting.ts";
import type { SeedPlan } from "./seed-types.ts";

/** Every plan sold: by product line in the shop's order, the smallest first. */
export const plans: SeedPlan[] = [
  ...webHostingPlans,
  ...wordpressHostingPlans,
  ...resellerHostingPlans,
  ...vpsPlans,
  ...emailPlans,
];
