import * as z from "zod";
import { pageUrl } from "../../../shared/billing-contract/description.ts";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";

export const getPaymentMethodsLink = readOperation({
  id: "getPaymentMethodsLink",
  tool: "get_payment_methods_link",
  http: { method: "GET", path: "/account/payment-methods" },
  title: "Get the payment methods link",
  summary: {
    en: "The link to the client-area page for adding or changing a payment method.",
    fr: "Le lien vers la page de l’espace client où ajouter ou modifier un mode de paiement.",
  },
  label: { en: "Get the link to payment methods", fr: "Obtenir le lien des modes de paiement" },
  description:
    "The address of the client-area page where the customer adds or changes a card or other payment method. Payment methods themselves are not shown, and nothing can be paid here.",
  access: { scope: "account:read", permissions: [], limit: "whole" },
  input: z.strictObject({}),
  output: {
    payment_methods_url: z.url().describe("Where the customer adds or changes a payment method."),
    note: z.string().describe("For the customer: what it is for."),
  },
  example: {},
  async run(context) {
    const { billing, query, clientArea } = context;
    return {
      account: await answered(context, billing.authorize(query)),
      payment_methods_url: pageUrl(clientArea, "payment_methods"),
      note: "The customer signs in there to add or change a payment method; it cannot be done or seen here.",
    };
  },
});
