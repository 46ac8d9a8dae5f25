import type { ActionOperation, Placed } from "../../../shared/billing-actions.ts";
import type { Text } from "../../../shared/language.ts";
import type { Situation } from "../actions/action-runner.ts";
import type { BillingMails } from "../mails/billing-mails.ts";
import type { Fulfilment } from "./fulfilment.ts";
import { quietly } from "./quietly.ts";

/** What comes after an order was placed, without its answer waiting: its mail, and doing what needs no payment. */
export class OrderFollower {
  readonly #mails: BillingMails;
  readonly #fulfilment: Fulfilment;
  readonly #afterwards: (work: Promise<unknown>) => void;

  constructor(mails: BillingMails, fulfilment: Fulfilment, afterwards: (work: Promise<unknown>) => void) {
    this.#mails = mails;
    this.#fulfilment = fulfilment;
    this.#afterwards = afterwards;
  }

  /** @param about the name or plan that the order is about */
  follow(operation: ActionOperation, about: string | Text, { orderId, invoice }: Placed, { facts }: Situation): void {
    if (orderId === null) return;
    if (!invoice) this.#afterwards(quietly("order_not_done_yet", this.#fulfilment.fulfil(orderId)));
    if (!facts.owner) return;
    const mail = this.#mails.orderPlaced(facts.owner, {
      operation,
      orderId,
      subject: typeof about === "string" ? about : about[facts.owner.language],
      invoice: invoice && {
        id: invoice.id,
        number: invoice.number,
        total: invoice.total,
        currency: invoice.currency,
        dueOn: invoice.dueOn,
      },
    });
    this.#afterwards(quietly("order_mail_not_sent", mail));
  }
}
