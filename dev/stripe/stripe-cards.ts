import { newId, StripeError } from "./forms.ts";

/** Test cards, by what their bank says when they are charged without their owner: pays, declines, or wants to ask the owner. */
export const TEST_CARDS = {
  pays: { label: "4242 4242 4242 4242: charges succeed", refuses: null },
  declines: { label: "4000 0000 0000 0341: charges are declined", refuses: "card_declined" },
  asks: { label: "4000 0027 6000 3184: the bank asks its owner", refuses: "authentication_required" },
} as const;
export type TestCard = keyof typeof TEST_CARDS;

export interface PaymentMethodObject {
  id: string;
  object: "payment_method";
  type: "card";
  /** Seconds since the epoch. */
  created: number;
  /** Null: it is detached, for ever. */
  customer: string | null;
  /** Which of the test cards it is. */
  card: TestCard;
}

/** The saved cards. Those of the demonstration's customers are there from the start. */
export class StripeCards {
  readonly #methods = new Map<string, PaymentMethodObject>();

  /** A card that a customer has saved, who is a new one at Stripe. */
  save(card: TestCard, created = 0): PaymentMethodObject & { customer: string } {
    return this.#keep({ id: newId("pm"), customer: newId("cus"), card, created });
  }

  /** @throws {StripeError} for one that there is not */
  card(id: string): PaymentMethodObject {
    const [, account] = /^pm_demonstration_(\d+)$/.exec(id) ?? [];
    const card =
      this.#methods.get(id) ??
      (account && this.#keep({ id, customer: `cus_demonstration_${account}`, card: "pays", created: 0 }));
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

  #keep<Customer extends string>(saved: { id: string; customer: Customer; card: TestCard; created: number }) {
    const kept = { ...saved, object: "payment_method", type: "card" } as const;
    this.#methods.set(saved.id, kept);
    return kept;
  }
}
