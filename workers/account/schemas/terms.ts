import * as z from "zod";
import type { Terms as BillingTerms } from "../../../shared/billing-contract/result.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";

const TITLE_LENGTH = 200;

export const Terms = z
  .object({
    version: z.string().describe("What `accept_terms` takes, once the customer has accepted."),
    title: z.string(),
    url: z.url(),
    items: z
      .array(z.object({ title: z.string(), url: z.url() }))
      .describe("Each part to show the customer: the provider's terms and the registry's."),
  })
  .meta({ id: "Terms", description: "The terms of service that an order accepts." });

export function toTerms({ version, title, url, items }: BillingTerms): z.output<typeof Terms> {
  return {
    version,
    title: cleaned(title.en, TITLE_LENGTH),
    url,
    items: items.map((item) => ({ title: cleaned(item.title.en, TITLE_LENGTH), url: item.url })),
  };
}

export const acceptTermsInput = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe("The quote's `terms.version`, once the customer has accepted the terms.");
