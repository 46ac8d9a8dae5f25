import type { BillingEventType } from "../../../shared/billing-contract/events.ts";
import type { Installation } from "../actions/action.ts";

/**
 * Records an event, as a hook of the addon does.
 * @param subject a domain, or the id of a row
 */
export function noteEvent(
  { state, now }: Pick<Installation, "state" | "now">,
  clientId: number,
  type: BillingEventType,
  subject: string | number,
): void {
  const last = state.addonEvents.at(-1)?.id ?? 0;
  state.addonEvents.push({ id: Math.max(now() * 1_000, last + 1), clientId, type, subject: String(subject) });
}
