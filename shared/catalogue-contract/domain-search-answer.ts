import * as z from "zod";
import { currencyOutput, langOutput } from "./answers.ts";
import { DomainCheckAnswer } from "./domain-check-answer.ts";

/** One domain in the results of a search, with the fields of a check that can differ between domains. */
export const FoundDomain = DomainCheckAnswer.pick({
  domain: true,
  unicode_domain: true,
  status: true,
  reason: true,
  retry_after: true,
  register: true,
  renew: true,
  period_years: true,
  years_sold: true,
  order_type: true,
  order_url: true,
  note: true,
}).meta({ id: "FoundDomain" });

export const DomainSearchAnswer = z.object({
  currency: currencyOutput,
  lang: langOutput,
  results: z
    .array(FoundDomain)
    .describe(
      "The names of `domains`, or `name` under each extension of `tld`, in that order. Without `tld`: under its own extension and the next ones sold, ten in all.",
    ),
  checked: z.int().describe("Checks used: one for each name, alternatives included."),
  alternatives: z.array(FoundDomain).describe("Free names close to those that are not free; empty unless requested."),
  alternatives_unknown: z.int().describe("Number of other similar names without a clear result, or not checked."),
  simulated: z.boolean().describe("Whether a sandbox registry answered instead of the real ones."),
});

export type FoundDomain = z.output<typeof FoundDomain>;
export type DomainSearchAnswer = z.output<typeof DomainSearchAnswer>;
