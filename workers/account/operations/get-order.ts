import * as z from "zod";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { orderInput, orderOutput, toOrder } from "../schemas/order-progress.ts";

export const getOrder = readOperation({
  id: "getOrder",
  http: { method: "GET", path: "/account/orders/{order_id}" },
  title: "Get an order",
  summary: {
    en: "What has become of an order: what it is, its status, its invoice and what comes next.",
    fr: "Ce qu’est devenue une commande : ce qu’elle est, son état, sa facture et la suite.",
  },
  label: { en: "Read an order", fr: "Lire une commande" },
  description:
    "What has become of an order of a domain name, a plan, a renewal or a change of plan: what it is about, its status, its invoice as it is now and what comes next. An order that was placed through this API is found by the `order_id` of its answer; one that the customer or the provider placed elsewhere is found too where it is of one thing that these operations order. What a service's next term costs is an invoice and no order. Nothing can be paid or cancelled here.",
  access: { scope: "account:read", permissions: ["orders"], limit: "outside" },
  target: { kind: "order", member: "order_id" },
  problems: ["not_offered"],
  input: z.strictObject({ order_id: orderInput }),
  output: orderOutput,
  example: { order_id: 6110 },
  async run(context, { order_id }) {
    const { billing, query, clientArea } = context;
    const { account, order } = await answered(context, billing.readOrder(query, order_id));
    return { account, ...toOrder(order, clientArea) };
  },
});
