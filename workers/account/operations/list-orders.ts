import * as z from "zod";
import { OPEN_ORDER_STATUSES, type OrderListKey } from "../../../shared/billing-contract/order.ts";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { readCursor, writeCursor } from "../queries/cursors.ts";
import { nextCursorOutput, pageInput } from "../schemas/input.ts";
import { Order, toOrder } from "../schemas/order-progress.ts";

export const listOrders = readOperation({
  id: "listOrders",
  optionalTool: "list_my_orders",
  http: { method: "GET", path: "/account/orders" },
  title: "List my orders",
  summary: {
    en: "Orders, newest first: what each is, its status, its invoice and what comes next.",
    fr: "Commandes, de la plus récente à la plus ancienne : ce qu’est chacune, son état, sa facture et la suite.",
  },
  label: { en: "Read orders", fr: "Lire les commandes" },
  description:
    "The customer's orders of domain names, plans, renewals and changes of plan, from the newest to the oldest: the subject of each, its status, its invoice and what comes next. Orders placed elsewhere are included if they are for one thing that can be ordered here. The renewal of a service is an invoice, not an order. The list is complete once `next_cursor` is null.",
  access: { scope: "account:read", permissions: ["orders"], limit: "outside" },
  problems: ["not_offered"],
  input: z.strictObject({
    status: z
      .enum(["open", "all"])
      .default("all")
      .describe(`\`open\`: those that are ${OPEN_ORDER_STATUSES.map((status) => `\`${status}\``).join(", ")}.`),
    ...pageInput,
  }),
  output: {
    orders: z.array(Order).describe("One page of them, newest first."),
    next_cursor: nextCursorOutput,
  },
  example: {},
  async run(context, { limit, cursor, ...filters }) {
    const { billing, query, clientArea } = context;
    const after = await readCursor<OrderListKey>(context, cursor, filters);
    const list = { ...filters, limit, ...(after && { after }) };
    const page = await answered(context, billing.listOrders(query, list));
    return {
      account: page.account,
      orders: page.items.map((order) => toOrder(order, clientArea)),
      next_cursor: await writeCursor(context, page.next, filters),
    };
  },
});
