import * as z from "zod";
import type { AccountReference, CustomerAccount } from "../../../shared/billing-contract/customer.ts";
import { toMajorUnits } from "../../../shared/platform/money.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";

const NAME_LENGTH = 200;
const EMAIL_LENGTH = 254;

/** An ISO 4217 code. The provider's own price lists use only some of the codes. */
export const AccountCurrency = z.string().regex(/^[A-Z]{3}$/);

export const AccountRef = z
  .object({
    id: z.int().describe("The account's number."),
    name: z.string().describe("The company's name, or the customer's own."),
  })
  .meta({ id: "AccountRef", description: "The account that the connection was made for." });

export const Account = z
  .object({
    id: z.int().describe("The account's number."),
    name: z.string().describe("The customer's name."),
    company: z.string().nullable().describe("Null for an account without one."),
    email: z.string().describe("The account's contact address."),
    country: z.string().describe("ISO 3166-1 alpha-2."),
    currency: AccountCurrency.describe("The currency of every amount of the account (ISO 4217)."),
    credit_balance: z.number().describe("Credit that invoices can be paid from."),
  })
  .meta({ id: "Account", description: "The customer's account." });

/** The currency of every amount in the answer. */
export const accountCurrencyOutput = AccountCurrency.nullable().describe(
  "The currency of every amount (ISO 4217); null if the billing system does not say.",
);

export function toAccountRef({ id, name }: AccountReference): z.output<typeof AccountRef> {
  return { id, name: cleaned(name, NAME_LENGTH) };
}

/** Creates the output of an operation on an account. The account is the first field. */
export function onAccount(members: z.ZodRawShape) {
  return z.object({ account: AccountRef, ...members });
}

/** Converts an operation's answer to its published form. */
export function published({ account, ...members }: { account: AccountReference }) {
  return { account: toAccountRef(account), ...members };
}

export function toAccount(account: CustomerAccount): z.output<typeof Account> {
  return {
    ...toAccountRef(account),
    company: cleaned(account.company ?? "", NAME_LENGTH) || null,
    email: cleaned(account.email, EMAIL_LENGTH),
    // The published country is a string. It is empty if the billing system has no country.
    country: account.country ?? "",
    currency: account.currency,
    credit_balance: toMajorUnits(account.creditBalance),
  };
}
