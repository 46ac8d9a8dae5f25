import type { BillingDescription } from "../../shared/billing-contract/description.ts";
import { CLIENT_AREA_LINKS } from "../../workers/billing/engine/client-area-links.ts";

/** Returns the description that the embedded engine gives of itself, with the given changes. */
export function sampleDescription(changes: Partial<BillingDescription> = {}): BillingDescription {
  return {
    demonstration: false,
    signIn: { kind: "form" },
    acts: true,
    eventsMissing: [],
    links: CLIENT_AREA_LINKS,
    ...changes,
  };
}
