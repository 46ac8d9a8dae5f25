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
    "its invoice is unpaid, or its payment is being processed; if paying would have no effect, `next` says so.",
  paid: "it is paid, and work on it is not known to have started.",
  in_progress: "it is in progress, or nothing was due and it is not complete yet.",
  completed: "it is complete.",
  refused: "the registrar or the provider refused or could not complete it.",
  cancelled:
    "the customer or the provider cancelled it, or it was not paid in time and the billing system does not say which.",
  lapsed: "it was not paid in time.",
};

export const orderInput = z.int().min(1).describe("Id of the order: the `order_id` that placing it returned.");

export const orderOutput = {
  order_id: z.int().describe("The order's number."),
  operation: z
    .enum(Object.values(ORDERED_BY))
    .describe("The operation that places such an order, even if this one was placed elsewhere."),
  target: z.string().describe("What it makes or changes: `domain:example.com` or `service:2101`."),
  status: z
    .enum(ORDER_STATUSES)
    .describe(`The status:\n${ORDER_STATUSES.map((status) => `\`${status}\`: ${MEANINGS[status]}`).join("\n")}`),
  ordered_at: z.iso.datetime().nullable().describe("Null if the billing system does not say."),
  invoice: Invoice.nullable().describe("Its current state; null if nothing is due, or it can no longer be read."),
  action_required: ActionRequired.nullable().describe("Null if the customer has nothing to do."),
  next: z.string().describe("What comes next, or how it ended, in a sentence or two."),
};

export const Order = z.object(orderOutput).meta({ id: "Order", description: "An order and its status." });

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

/** The texts for one kind of order: what follows its payment, what is being done, and what was done. */
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
    underWay: "The transfer is in progress, which can take several days.",
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
      return sentences("It is paid, and the customer has nothing more to do.", ASK_AGAIN);
    case "in_progress":
      return sentences(underWay, ASK_AGAIN);
    case "completed":
      return sentences(done, pay ? `Its invoice is still unpaid. ${pay}` : "Nothing is left to do.");
    case "refused":
      return sentences(
        "It was refused and is closed.",
        invoice?.status === "refunded" ? "The payment was refunded, or is account credit now." : "",
      );
    case "cancelled":
      return sentences("It was cancelled and is closed.", isSettled(invoice, reason) ? "Nothing is due." : "");
    case "lapsed":
      return "It was not paid in time and has expired. Nothing is due. It can be ordered again.";
  }
}

/** Checks whether nothing is due for a cancelled order. Without an invoice, the reason decides. */
function isSettled(invoice: CustomerOrder["invoice"], reason: CustomerOrder["reason"]): boolean {
  return invoice === null ? reason === null : invoice.status === "cancelled" || invoice.status === "refunded";
}

const ASK_AGAIN = "Read the order again later to see how it ends.";
