import { setTimeout as wait } from "node:timers/promises";
import { signatureOf } from "../../../../dev/stripe/stripe-state.ts";
import type { PartyEvents } from "../harness/plug.ts";

/** The faults in the delivery of an event. */
export const EVENT_FAULTS = [
  "an event is lost",
  "an event comes late",
  "an event comes twice",
  "an event comes after the next",
] as const;
export type EventFault = (typeof EVENT_FAULTS)[number];

const LATE_MS = 4_000;
const RETRY_AFTER_MS = 1_000;
const MAX_TRIES = 60;

export interface EventDeliveryOptions {
  events: PartyEvents;
  /** Returns the fault of the next event; `null` for a normal delivery. */
  faultOf(): EventFault | null;
  /** Returns the current URL of the webhook. */
  webhook(): string;
  secret(): string;
  /** Returns the time in epoch milliseconds. */
  now(): number;
}

/**
 * Delivers events like Stripe: signs each event when it is sent, and tries up to 60 times until the webhook accepts it.
 */
export class EventDelivery {
  readonly #options: EventDeliveryOptions;
  #heldBack: (() => void) | null = null;

  constructor(options: EventDeliveryOptions) {
    this.#options = options;
  }

  /** Starts the delivery of an event. Returns without waiting, because a failed delivery does not undo the event. */
  async send(body: string): Promise<void> {
    const { events, faultOf } = this.#options;
    const fault = events.isFailing() ? faultOf() : null;
    if (fault) events.fault(fault);
    const release = this.#heldBack;
    this.#heldBack = null;
    if (fault !== "an event is lost") void this.#deliver(body, fault).finally(release);
    else release?.();
  }

  async #deliver(body: string, fault: EventFault | null): Promise<void> {
    if (fault === "an event comes late") await wait(LATE_MS);
    if (fault === "an event comes after the next") {
      const next = new Promise<void>((resolve) => {
        this.#heldBack = resolve;
      });
      await Promise.race([next, wait(LATE_MS)]);
    }
    await Promise.all(fault === "an event comes twice" ? [this.#post(body), this.#post(body)] : [this.#post(body)]);
  }

  async #post(body: string): Promise<void> {
    const { events, webhook, secret, now } = this.#options;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      events.moment();
      const headers = { "Stripe-Signature": signatureOf(body, secret(), Math.floor(now() / 1000)) };
      // expected: the runtime is dead
      const response = await fetch(webhook(), { method: "POST", body, headers }).catch(() => null);
      await response?.body?.cancel();
      if (response?.status === 200) return;
      await wait(RETRY_AFTER_MS);
    }
  }
}
