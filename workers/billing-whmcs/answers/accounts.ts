import * as z from "zod";
import { ACCESS } from "../bridge/ask-batch.ts";
import type { ReadAction } from "./action.ts";
import { amount, bool, emailAddress, id, optionalId, optionalText, orNull, text } from "./decode.ts";
import { asList } from "./lists.ts";

// What decides on access is read strictly.
const user = z.object({ id, email: orNull(emailAddress), is_owner: bool });

const name = orNull(optionalText(200));

const currencyCode = orNull(z.string().regex(/^[A-Z]{3}$/));

const country = orNull(
  z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .toUpperCase(),
);

/** One account with its users. Its stats, notes, custom fields and secrets are not read. */
export const getClientsDetails: ReadAction<ClientDetails> = {
  name: "GetClientsDetails",
  refusals: /^client (?:id )?not found\.?$/i,
  answer: z
    .looseObject({ client: z.looseObject({}).optional() })
    // Older versions have the members at the top, newer ones both there and under `client`.
    .transform((answer) => ({ ...answer, ...answer.client }))
    .pipe(
      z.object({
        id,
        ...{ fullname: name, firstname: name, lastname: name, companyname: name },
        email: orNull(text(254)).transform((value) => value ?? ""),
        ...{ countrycode: country, country },
        currency_code: currencyCode,
        currency: orNull(optionalId),
        credit: orNull(amount),
        groupid: orNull(optionalId),
        status: z.string(),
        language: orNull(z.string()),
        users: z.unknown(),
      }),
    )
    .transform(({ users, fullname, firstname, lastname, countrycode, country, ...client }, context) => {
      // An account whose users are not told has not lost them.
      const items = users === undefined ? null : asList({ users }, "users", "user", (value) => "is_owner" in value);
      const read = z.array(user).safeParse(items);
      const person = fullname ?? ([firstname, lastname].filter(Boolean).join(" ") || null);
      if (read.success) return { ...client, fullname: person, country: countrycode ?? country, users: read.data };
      context.addIssue({ code: "custom", path: ["users"], message: "no list of users" });
      return z.NEVER;
    }),
};

/** An account as it is kept there. */
export interface ClientDetails {
  id: number;
  fullname: string | null;
  companyname: string | null;
  /** Empty where none is kept. */
  email: string;
  /** ISO 3166-1 alpha-2; null where none is kept. */
  country: string | null;
  /** ISO 4217; null where it is not told. */
  currency_code: string | null;
  /** Id of the currency; null where it is not told. */
  currency: number | null;
  /** Of the client group, which may have a discount; null outside of any. */
  groupid: number | null;
  /** Minor units; null where it does not read. */
  credit: number | null;
  status: string;
  /** As the installation calls it, such as `french`; empty or null for the installation's own. */
  language: string | null;
  /** `email`: to the letter; null for what is no address. */
  users: { id: number; email: string | null; is_owner: boolean }[];
}

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

/**
 * What a user may do with an account. The addon reads it from WHMCS's own table; only where that has no row is WHMCS's API asked, which
 * then has to say so too.
 */
export const getUserPermissions: ReadAction<{ permissions: string[] | null }> = {
  name: ACCESS,
  refusals: /^(?:user is not associated with client|invalid (?:user|client) id|(?:user|client) (?:id )?not found)\.?$/i,
  answer: z.object({ permissions: orNull(z.array(z.string())) }),
};

/** A user of WHMCS with the accounts that it manages, as the addon tells them by `exchange` and `user`. */
const WhmcsUser = z.object({
  id: z.int().positive(),
  email: z.string().min(3).max(254),
  language: z.enum(["en", "fr"]),
  clients: z.array(
    z.object({
      id: z.int().positive(),
      isOwner: z.boolean(),
      fullname: name,
      companyname: name,
      email: orNull(emailAddress),
      currency_code: currencyCode,
      status: z.string(),
    }),
  ),
});

export type WhmcsUser = z.output<typeof WhmcsUser>;

export const UserAnswer = z.object({ user: WhmcsUser });
