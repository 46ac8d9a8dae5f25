import * as z from "zod";
import { REASON_MEANINGS, REASONS } from "../domain-names/verdict.ts";
import { currencyOutput, langOutput } from "./answers.ts";

const REASON_LINES = REASONS.map((reason) => `\`${reason}\`: ${REASON_MEANINGS[reason]}`).join("\n");

export const DomainCheckAnswer = z.object({
  currency: currencyOutput,
  lang: langOutput,
  domain: z.string().describe("The name in ASCII, lower case."),
  unicode_domain: z.string().describe("The name as people write it."),
  tld: z.string().describe("Its extension, with the leading dot."),
  status: z
    .enum(["available", "taken", "unavailable", "unknown"])
    .describe("`unavailable`: reserved, blocked or not allowed. `unknown`: no clear answer."),
  available: z.boolean().nullable().describe("null when unknown."),
  reason: z.enum(REASONS).describe(`Why:\n${REASON_LINES}`),
  retry_after: z.int().nullable().describe("Seconds until a retry may help; otherwise null."),
  order_type: z.enum(["register", "transfer"]).nullable().describe("What can be ordered; null if nothing can."),
  register: z
    .number()
    .describe("Price of the first year; several years cost `register` and `renew` for each further one."),
  transfer: z.number().describe("Price of a transfer in, once; the term that it adds is in the `note` of the quote."),
  renew: z.number().describe("Price of each further year, and of renewing for one year."),
  period_years: z.int().describe("The years that `register` and `renew` are for."),
  years_sold: z.array(z.int()).describe("The numbers of years for which a name with this extension can be registered."),
  order_url: z
    .url()
    .nullable()
    .describe(
      "The cart with this name in it; null if it cannot be ordered. With `no_public_source`: the cart's own search.",
    ),
  checked_at: z.iso.datetime().describe("When the registry was checked."),
  source: z
    .enum(["rdap", "whois", "das", "registrar", "dns"])
    .nullable()
    .describe("What kind of source answered (`dns`: the name's delegation was seen); null when none did."),
  simulated: z.boolean().describe("Whether a sandbox registry answered instead of the real one."),
  note: z.string().describe("What the answer does not guarantee."),
});
export type DomainCheckAnswer = z.output<typeof DomainCheckAnswer>;
