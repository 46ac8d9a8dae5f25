import * as z from "zod";
import type { ActionRequired as Required } from "../../../shared/billing-contract/result.ts";
import type { Addresses } from "../../../shared/platform/addresses.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";

const MESSAGE_LENGTH = 500;

export const ActionRequired = z
  .object({
    type: z.enum(["pay_invoice", "add_payment_method", "update_contact", "confirm_by_email"]),
    message: z.string(),
    url: z.url().describe("Where the customer does it."),
  })
  .meta({ id: "ActionRequired", description: "What the customer has to do next; nobody can do it through the API." });

export function toActionRequired(
  { type, message, path }: Required,
  { clientArea }: Addresses,
): z.output<typeof ActionRequired> {
  return { type, message: cleaned(message.en, MESSAGE_LENGTH), url: clientArea + path };
}
