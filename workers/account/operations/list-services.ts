import * as z from "zod";
import type { ServiceListKey } from "../../../shared/billing-contract/customer.ts";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { readCursor, writeCursor } from "../queries/cursors.ts";
import { accountCurrencyOutput } from "../schemas/account.ts";
import { domainFilter, nextCursorOutput, pageInput } from "../schemas/input.ts";
import { Service, toService } from "../schemas/service.ts";

export const listServices = readOperation({
  id: "listServices",
  tool: "list_my_services",
  http: { method: "GET", path: "/account/services" },
  title: "List my services",
  summary: {
    en: "Hosting plans and other services: status, billing cycle, next due date, price and manage link.",
    fr: "Forfaits d’hébergement et autres services : état, cycle de facturation, prochaine échéance, prix et lien de gestion.",
  },
  label: { en: "Read services", fr: "Lire les services" },
  description:
    "The customer's hosting plans and other services, by id: plan, domain, status, billing cycle, next due date, `recurring_price` of one cycle in `currency`, without taxes, a requested cancellation, and the link to manage each one. The list is complete once `next_cursor` is null.",
  access: { scope: "account:read", permissions: ["products"], limit: "filtered" },
  input: z.strictObject({
    status: z
      .enum(["active", "all"])
      .default("active")
      .describe("`active`: pending, active and suspended ones. `all`: also those that are over."),
    domain: domainFilter.optional().describe("Only this domain name and what is under it; `www.` is ignored."),
    ...pageInput,
  }),
  output: {
    currency: accountCurrencyOutput,
    services: z.array(Service).describe("One page of them."),
    next_cursor: nextCursorOutput,
  },
  example: { domain: "studio-ana.ca" },
  async run(context, { limit, cursor, ...filters }) {
    const { lists, clientArea } = context;
    const after = await readCursor<ServiceListKey>(context, cursor, filters);
    const list = { ...filters, limit, ...(after && { after }) };
    const page = await answered(context, lists.services(list));
    return {
      account: page.account,
      currency: page.account.currency,
      services: page.items.map((service) => toService(service, clientArea)),
      next_cursor: await writeCursor(context, page.next, filters),
    };
  },
});
