import * as z from "zod";
import type { ReadAction } from "../action.ts";
import { asList } from "../lists.ts";

/** Whether an account has a payment method on file. Tokens and numbers of cards are not read. */
export const getPayMethods: ReadAction<boolean> = {
  name: "GetPayMethods",
  refusals: /^client (?:id )?not found/i,
  answer: z.looseObject({ paymethods: z.unknown() }).transform((answer, context) => {
    const items = asList(answer, "paymethods", "paymethod", (value) => "type" in value);
    if (items) return items.length > 0;
    context.addIssue({ code: "custom", path: ["paymethods"], message: "no list of payment methods" });
    return z.NEVER;
  }),
};
