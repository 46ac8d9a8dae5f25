import { newId, StripeError } from "./forms.ts";

/**
 * The test cards, by what the bank does with a charge in the owner's absence: it pays, declines, or requires the
 * owner's confirmation.
 */
export const TEST_CARDS = {
  pays: { last4: "4242", label: "4242 4242 4242 4242: charges succeed", refuses: null },
  declines: { last4: "0341", label: "4000 0000 0000 0341: charges are declined", refuses: "card_declined" },
  asks: { last4: "3184", label: "4000 0027 6000 3184: the bank asks its owner", refuses: "authentication_required" },
} as const;
export type TestCard = keyof typeof TEST_CARDS;

export interface PaymentMethodObject {
  id: string;
  object: "payment_method";
  type: "card";
  /** Time at which the card was saved, in seconds since the epoch. */
  created: number;
  /** The customer that the card is attached to; `null` if the card is detached, which is permanent. */
  customer: string | null;
  test: TestCard;
  card: { brand: string; last4: string; exp_month: number; exp_year: number };
}

/** The saved cards. The cards of the demonstration's customers exist from the start. */
export class StripeCards {
  readonly #methods = new Map<string, PaymentMethodObject>();

  /** Saves a customer's card. Each card gets a new customer at Stripe. */
  save(card: TestCard, created = 0): PaymentMethodObject & { customer: string } {
    return this.#keep({ id: newId("pm"), customer: newId("cus"), test: card, created });
  }

  /**
   * Returns a saved card.
   * @throws {StripeError} for an unknown card
   */
  card(id: string): PaymentMethodObject {
    const [, account] = /^pm_demonstration_(\d+)$/.exec(id) ?? [];
    const card =
      this.#methods.get(id) ??
      (account && this.#keep({ id, customer: `cus_demonstration_${account}`, test: "pays", created: 0 }));
    if (!card) throw new StripeError(404, "resource_missing", "No such PaymentMethod");
    return card;
  }

  detach(id: string): PaymentMethodObject {
    const card = this.card(id);
    if (card.customer === null)
      throw new StripeError(400, "resource_missing", "The payment method is not attached to a customer.");
    card.customer = null;
    return card;
  }

  #keep<Customer extends string>(saved: { id: string; customer: Customer; test: TestCard; created: number }) {
    const { last4 } = TEST_CARDS[saved.test];
    const card = { brand: "visa", last4, exp_month: 12, exp_year: 2034 };
    const kept = { ...saved, card, object: "payment_method", type: "card" } as const;
    this.#methods.set(saved.id, kept);
    return kept;
  }
}
