import { type BillingHostPort, MAX_BODY_BYTES } from "../../../durable-objects/billing-host/billing-host-port.ts";
import { type AddonAccess, type AddonCall, postToAddon } from "../../../workers/billing-whmcs/bridge/bridge.ts";

/** Returns a host that sends every call immediately and uses the real clock. It replaces the Durable Object. */
export function directHost(access: AddonAccess): Pick<BillingHostPort, "send"> {
  return {
    send: ({ text, deadlineMs, maxBytes = MAX_BODY_BYTES }) =>
      postToAddon(access, JSON.parse(text) as AddonCall, { deadlineMs, maxBytes }, Date.now()),
  };
}
