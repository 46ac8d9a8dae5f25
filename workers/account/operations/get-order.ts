import * as z from "zod";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { orderInput, orderOutput, toOrder } from "../schemas/order-progress.ts";

export const getOrder = readOperation({
  id: "getOrder",
  http: { method: "GET", path: "/account/orders/{order_id}" },
  title: "Get an order",
  summary: {
    en: "An order: what it is, its status, its invoice and what comes next.",
    fr: "Ce qu’est devenue une commande : ce qu’elle est, son état, sa facture et la suite.",
  },
  label: { en: "Read an order", fr: "Lire une commande" },
  description:
    "An order of a domain name, a plan, a renewal or a change of plan: its subject, its status, its current invoice and what comes next. Use the `order_id` that placing the order returned. Orders placed elsewhere are found too, if they are for one thing that these operations order. The renewal of a service is an invoice, not an order. Nothing can be paid or cancelled here.",
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
