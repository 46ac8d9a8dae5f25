import * as z from "zod";
import { BILLING_CYCLES } from "../../../shared/billing-contract/billing-cycle.ts";
import { parseDomainName, withoutWww } from "../../../shared/domain-names/parse-domain.ts";
import { MAX_CURSOR } from "../queries/cursors.ts";

/** A domain name in any form, which is read as lower-case A-labels. */
const domainName = parsedName(253, (ascii) => ascii);

function parsedName(maxLength: number, read: (ascii: string) => string) {
  return (
    z
      .string()
      // If the length is invalid, the other checks are meaningless.
      .min(3, { abort: true })
      .max(maxLength, { abort: true })
      .transform((text, context) => {
        const name = parseDomainName(text);
        if (!("refused" in name)) return read(name.ascii);
        context.addIssue({ code: "custom", params: { text: name.refused } });
        return z.NEVER;
      })
  );
}

export const orderedDomainInput = domainName.describe("The domain name, such as example.com, in Unicode or ASCII.");
export const ownDomainInput = domainName.describe("One of the customer's domain names.");
export const siteInput = domainName.optional().describe("The customer's site, if the plan is for one.");
export const hostInput = domainName;
export const zoneInput = domainName.describe(
  "The zone: the service's domain name, or another one that its server has for the service.",
);

export const serviceInput = z.int().min(1).describe("Id of the service, from list_my_services.");

const years = z.int().min(1).max(10).default(1);
export const yearsInput = years.describe(
  "For how many years. Some extensions sell other terms, which `years_sold` of check_domain lists.",
);
export const renewalYearsInput = years.describe("For how many years; registries accept only some numbers.");

export const orderTypeInput = z
  .enum(["register", "transfer"])
  .default("register")
  .describe("`transfer`: for a name registered elsewhere; the quote's `note` says what it adds to its term.");

export const planInput = z.string().min(1).max(100).describe("Id of the plan, from list_plans.");

export const BillingCycle = z.enum(BILLING_CYCLES);
export const cycleInput = BillingCycle.optional();

export const promotionInput = z.string().min(1).max(100).optional().describe("A promotion code that the customer has.");

export const whenInput = z
  .enum(["end_of_period", "immediately"])
  .default("end_of_period")
  .describe("`end_of_period`: it runs until its next due date. `immediately`: it ends now.");

/** A price in major units with at most two decimals, which is read as minor units. */
const priceInput = z
  .number()
  .min(0)
  .max(10_000_000)
  .transform((amount, context) => {
    const minor = Math.round(amount * 100);
    if (Math.abs(minor / 100 - amount) < 1e-9) return minor;
    context.addIssue({
      code: "custom",
      params: { text: { en: "must have at most two decimals.", fr: "doit avoir au plus deux décimales." } },
    });
    return z.NEVER;
  });

export const expectedPriceInput = priceInput
  .optional()
  .describe("The quote's price that the customer agreed to, without taxes; the current one by default.");

/** This price is required, because a change with nothing due is made immediately. */
export const amountDueInput = priceInput.describe(
  "The quote's `due_now.amount` that the customer agreed to, 0 included.",
);

/** The expected price of a renewal, which has no quote. */
export const renewalPriceInput = priceInput
  .optional()
  .describe("The price of all years that the customer agreed to, without taxes.");

export const pageInput = {
  limit: z.int().min(1).max(100).default(25).describe("Page size; a page may be shorter."),
  cursor: z
    .string()
    .min(1)
    .max(MAX_CURSOR)
    .optional()
    .describe("`next_cursor` of the previous page, with the same filters."),
};

export const nextCursorOutput = z
  .string()
  .nullable()
  .describe("Send it as `cursor` for the next page; null on the last one.");

/** A domain name in any form, which is read as lower-case A-labels without `www.`. */
export const domainFilter = parsedName(254, withoutWww);
