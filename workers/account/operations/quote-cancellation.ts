import * as z from "zod";
import { readOperation } from "../account-context.ts";
import { answered } from "../queries/billing-answers.ts";
import { cancellationOutput, toCancellation } from "../schemas/cancellation.ts";
import { serviceInput, whenInput } from "../schemas/input.ts";

export const quoteCancellation = readOperation({
  id: "quoteCancellation",
  http: { method: "GET", path: "/account/services/{id}/cancellation" },
  title: "State a cancellation",
  summary: {
    en: "What cancelling a service would do and when; changes nothing.",
    fr: "Ce que ferait la résiliation d’un service, et quand ; ne change rien.",
  },
  label: { en: "Preview a cancellation", fr: "Demander ce qu’entraîne une résiliation" },
  description:
    "What cancelling a service would do: the day it ends and what the customer loses; changes nothing. `confirm` confirms exactly this: once the customer has read it, send it to cancelService within 15 minutes.",
  access: { scope: "account:read", permissions: ["products"], limit: "item" },
  target: { kind: "service", member: "id" },
  problems: ["not_offered", "already_requested", "not_allowed", "not_cancellable"],
  input: z.strictObject({ id: serviceInput, when: whenInput }),
  output: cancellationOutput,
  example: { id: 2101 },
  async run(context, { id, when }) {
    const { billing, query, confirm, clientArea } = context;
    const statement = await answered(context, billing.stateCancellation(query, { serviceId: id, when }));
    return { account: statement.account, ...toCancellation(statement, await confirm.write(statement), clientArea) };
  },
});
