import * as z from "zod";
import { targetText } from "../../../shared/api/definition/operation.ts";
import type { ClientArea } from "../../../shared/billing-contract/description.ts";
import { type CustomerOrder, ORDER_STATUSES, type OrderSubject } from "../../../shared/billing-contract/order.ts";
import { ORDERED_BY } from "../../../shared/billing-contract/writes.ts";
import { asSentence } from "../../../shared/platform/language.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";
import { Invoice, toInvoice } from "./invoice.ts";
import { sentences } from "./notes.ts";
import { ActionRequired, toActionRequired } from "./order.ts";

const TEXT_LENGTH = 500;

const MEANINGS: Record<CustomerOrder["status"], string> = {
  awaiting_payment:
    "its invoice is to be paid, or its payment is under way; where paying would bring nothing about, `next` says so.",
  paid: "it is paid, and nothing more is known to have begun.",
  in_progress: "it is being carried out, or nothing was due and it is not completed yet.",
  completed: "it is carried out.",
  refused: "the registrar or the provider did not carry it out.",
  cancelled:
    "it was withdrawn, by the customer or the provider; or not paid in time, where the billing system does not tell which.",
  lapsed: "it was not paid in time.",
};

export const orderInput = z.int().min(1).describe("Id of the order: the `order_id` that placing it answered.");

export const orderOutput = {
  order_id: z.int().describe("The order's number."),
  operation: z
    .enum(Object.values(ORDERED_BY))
    .describe("The operation that places such an order, wherever this one was placed."),
  target: z.string().describe("What it makes or changes: `domain:example.com` or `service:2101`."),
  status: z
    .enum(ORDER_STATUSES)
    .describe(
      `What has become of it:\n${ORDER_STATUSES.map((status) => `\`${status}\`: ${MEANINGS[status]}`).join("\n")}`,
    ),
  ordered_at: z.iso.datetime().nullable().describe("Null if the billing system does not say."),
  invoice: Invoice.nullable().describe("As it is now; null where nothing is due, or it cannot be read any more."),
  action_required: ActionRequired.nullable().describe("Null where the customer has nothing to do."),
  next: z.string().describe("What comes next, or how it ended, as a sentence or two."),
};

export const Order = z.object(orderOutput).meta({ id: "Order", description: "What has become of an order." });

export function toOrder({ id, subject, status, placedAt, invoice, ...order }: CustomerOrder, clientArea: ClientArea) {
  const { actionRequired, reason } = order;
  return {
    order_id: id,
    operation: ORDERED_BY[subject.kind],
    target: targetText(
      "domain" in subject ? { kind: "domain", id: subject.domain } : { kind: "service", id: subject.serviceId },
    ),
    status,
    ordered_at: placedAt,
    invoice: invoice && toInvoice(invoice, clientArea),
    action_required: actionRequired && toActionRequired(actionRequired, clientArea),
    next: sentences(
      nextOf({ subject, status, invoice, ...order }),
      reason ? cleaned(asSentence(reason).en, TEXT_LENGTH) : "",
    ),
  };
}

/** Of an order of one kind: what follows its payment, what is being done, and what was done. */
interface OrderWords {
  oncePaid: string;
  underWay: string;
  done: string;
}

const WORDS: Record<OrderSubject["kind"], OrderWords> = {
  registration: {
    oncePaid: "The name is registered once that is done.",
    underWay: "The name is being registered.",
    done: "The name is registered.",
  },
  transfer: {
    oncePaid: "The transfer begins once that is done.",
    underWay: "The transfer is under way, which can take several days.",
    done: "The name was transferred here.",
  },
  renewal: {
    oncePaid: "The name is renewed once that is done.",
    underWay: "The name is being renewed.",
    done: "The name was renewed.",
  },
  plan: {
    oncePaid: "The plan is set up once that is done.",
    underWay: "The plan is being set up.",
    done: "The plan is set up.",
  },
  plan_change: {
    oncePaid: "The plan changes once that is done.",
    underWay: "The plan is being changed.",
    done: "The plan was changed.",
  },
};

function nextOf({
  subject,
  status,
  actionRequired,
  invoice,
  reason,
}: Pick<CustomerOrder, "subject" | "status" | "actionRequired" | "invoice" | "reason">): string {
  const { oncePaid, underWay, done } = WORDS[subject.kind];
  const pay = actionRequired ? "Give the customer action_required.url, where only they can pay." : "";
  switch (status) {
    case "awaiting_payment":
      return pay && sentences(pay, oncePaid);
    case "paid":
      return sentences("It is paid, and nothing more is to be done by the customer.", ASK_AGAIN);
    case "in_progress":
      return sentences(underWay, ASK_AGAIN);
    case "completed":
      return sentences(done, pay ? `Its invoice is still to be paid. ${pay}` : "Nothing more is to be done.");
    case "refused":
      return sentences(
        "It was refused, and nothing more is done for it.",
        invoice?.status === "refunded" ? "What was paid was given back, or is credit of the account now." : "",
      );
    case "cancelled":
      return sentences(
        "It was cancelled: nothing more is done for it.",
        isSettled(invoice, reason) ? "Nothing is to be paid." : "",
      );
    case "lapsed":
      return "It was not paid in time and has lapsed: nothing more is done for it, and nothing is to be paid. It can be ordered anew.";
  }
}

/** Whether nothing is to be paid for an order that was cancelled; where the invoice does not say so, the reason says what is known. */
function isSettled(invoice: CustomerOrder["invoice"], reason: CustomerOrder["reason"]): boolean {
  return invoice === null ? reason === null : invoice.status === "cancelled" || invoice.status === "refunded";
}

const ASK_AGAIN = "Read the order again later to see how it ends.";
