import { setTimeout as wait } from "node:timers/promises";
import type { StripeSimulator } from "../../../../dev/stripe/stripe-simulator.ts";
import { PageVisitor, textOf } from "../../../support/page-visitor.ts";
import { openInvoice } from "../../../support/pay-invoice.ts";
import { type CampaignAccount, emailOf, passwordOf } from "../harness/accounts.ts";
import type { choosing } from "../harness/scenario.ts";
import type { OperatorAct } from "./operate.worker.ts";

const PAY_TRIES = 60;
const PAUSE_MS = 1_000;
const BANK_MS = 2_000;

/** The probabilities of unusual customer behaviour and of later events about a payment. */
const SHARES = { twoTabs: 0.2, declined: 0.15, later: 0.2, bankPays: 0.7, returns: 0.5, afterwards: 0.35, fails: 0.3 };

interface Invoice {
  id: number;
  number: string;
  /** The amount in the account currency, including taxes. */
  total: number;
}

export interface PaymentParties {
  system: { origin: string };
  stripe: StripeSimulator;
  draw: ReturnType<typeof choosing>;
  operate(act: OperatorAct): Promise<void>;
}

/**
 * Simulates customers who pay on Stripe's page, and what the bank, Stripe's dashboard and the operator do afterwards.
 */
export class PayingCustomer {
  readonly #parties: PaymentParties;
  /** The ids of invoices with a refunded payment, even if the refund failed later. */
  readonly refunded = new Set<number>();

  constructor(parties: PaymentParties) {
    this.#parties = parties;
  }

  /**
   * Pays the invoice of an order. Tries up to 60 times, until Stripe has the money or nothing is due.
   * @param answer the API response to the order
   * @returns whether Stripe has the money or the invoice is paid
   */
  async pay(account: CampaignAccount, answer: string): Promise<boolean> {
    const { action_required: action, invoice } = JSON.parse(answer) as {
      action_required?: { url: string } | null;
      invoice?: Invoice;
    };
    if (!action || !invoice) return false;
    for (let tries = 0; tries < PAY_TRIES; tries++) {
      // expected: the runtime is dead, or Stripe was not reached
      const isPaid = await this.#try(account, action.url).catch(() => false);
      if (isPaid) {
        if (this.#parties.draw.chance(SHARES.afterwards)) await this.#afterwards(invoice);
        return true;
      }
      await wait(PAUSE_MS);
    }
    return false;
  }

  async #try(account: CampaignAccount, url: string): Promise<boolean> {
    const { system, stripe, draw } = this.#parties;
    const credentials = { email: emailOf(account), password: passwordOf(account) };
    const { visitor, invoice, pay } = await openInvoice(system.origin, url, credentials);
    if (!pay) return /\bPaid\b/.test(textOf(invoice.html));
    const [page] = await Promise.all(draw.chance(SHARES.twoTabs) ? [pay(), pay()] : [pay()]);
    if (!page?.left) return false;
    const atStripe = new PageVisitor(page.left.origin);
    const choose = (outcome: string) => atStripe.post(page.left ?? "", [["outcome", outcome]]);
    if (draw.chance(SHARES.declined)) await choose("decline");
    const isLater = draw.chance(SHARES.later);
    const { left: back } = await choose(isLater ? "later" : "pay");
    if (!back) return false;
    const { payment_intent: payment } = stripe.state.session(page.left.pathname.split("/").at(-1) ?? "");
    if (isLater) {
      await wait(draw.below(BANK_MS));
      const isPaid = draw.chance(SHARES.bankPays);
      await stripe.state.decide(payment ?? "", isPaid);
      if (!isPaid) return false;
    }
    // expected: the runtime may be dead
    if (draw.chance(SHARES.returns)) await visitor.open(back).catch(() => undefined);
    return true;
  }

  /** Simulates a dispute, a refund or a second payment after the customer has paid. */
  async #afterwards({ id, number, total }: Invoice): Promise<void> {
    const { stripe, draw, operate } = this.#parties;
    const { state } = stripe;
    const intent = [...state.intents.values()].find(
      ({ metadata, status }) => metadata.invoices === String(id) && status === "succeeded",
    );
    if (!intent) return;
    switch (draw.pick(["disputed", "refunded there", "refunded here", "paid again"] as const)) {
      case "disputed":
        await state.dispute(intent.id, "needs_response");
        if (draw.chance(0.5)) await state.dispute(intent.id, "won");
        return;
      case "refunded there": {
        this.refunded.add(id);
        const refund = await state.refund({ payment_intent: intent.id });
        await wait(draw.below(BANK_MS));
        if (draw.chance(SHARES.fails)) await state.failRefund(refund);
        return;
      }
      case "refunded here":
        this.refunded.add(id);
        return operate({ act: "refund", refund: { reference: intent.id, invoice: number, amount: null } });
      case "paid again": {
        const payment = { invoice: number, amount: Math.round(total * 100), reference: `transfer-${id}` };
        const record = () => operate({ act: "record", payment: { ...payment, receivedOn: null } });
        await Promise.all([record(), record()]);
      }
    }
  }
}
