import type Stripe from "stripe";
import { log } from "../../../../shared/platform/log.ts";
import { readAtMost } from "../../../../shared/platform/read-at-most.ts";
import type { EngineContext } from "../engine-context.ts";
import { isSigned } from "../stripe/webhook-signature.ts";
import { reconcileSession } from "./reconcile.ts";
import { reconcileRefunds } from "./refunds.ts";

/** The types of events that Stripe's webhook endpoint must send. */
export const PAYMENT_EVENTS = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "charge.refunded",
  "refund.created",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.closed",
];

const MAX_BODY_BYTES = 262_144;

/**
 * Handles an event from Stripe. The event only tells which object to read from Stripe. The order, content and
 * repetition of events therefore do not matter. A request without a valid signature causes no request to the database
 * or to Stripe.
 * @param secrets the secrets of the webhook endpoint, separated by a space
 * @returns 200, also for events from other installations; 400 for an invalid signature or an oversized body; 503 if
 *   Stripe must send the event again
 */
export async function takePaymentEvent(
  engine: EngineContext,
  request: Request,
  secrets: string,
  isHeld: () => Promise<boolean>,
): Promise<Response> {
  const body = await readAtMost(request.body, MAX_BODY_BYTES);
  if (!body || !(await isSigned(body, request.headers.get("Stripe-Signature"), secrets, engine.now())))
    return answer(400);
  try {
    if (await isHeld()) return answer(503);
    const event: Stripe.Event = JSON.parse(new TextDecoder().decode(body));
    if (event.type.startsWith("checkout.session.")) {
      await reconcileSession(engine, (event.data.object as Stripe.Checkout.Session).id);
    } else if (/^(?:charge\.refund|refund\.|charge\.dispute\.)/.test(event.type)) {
      const { payment_intent: payment } = event.data.object as Stripe.Refund | Stripe.Charge | Stripe.Dispute;
      if (typeof payment === "string") await reconcileRefunds(engine, payment);
    }
    return answer(200);
  } catch (cause) {
    log("payment_event_failed", { request_id: engine.requestId, cause });
    return answer(503);
  }
}

function answer(status: 200 | 400 | 503): Response {
  return new Response(null, { status, headers: { "Cache-Control": "no-store" } });
}
