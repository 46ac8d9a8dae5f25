import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { amount, emailAddress, id, optionalId, optionalText, orNull, text } from "./decode.ts";

const name = orNull(optionalText(200));

const currencyCode = orNull(z.string().regex(/^[A-Z]{3}$/));

const country = orNull(
  z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .toUpperCase(),
);

const client = z
  .object({
    id,
    ...{ fullname: name, firstname: name, lastname: name, companyname: name },
    /** Empty where none is kept. */
    email: orNull(text(254)).transform((value) => value ?? ""),
    ...{ countrycode: country, country },
    /** ISO 4217; null where it is not told. */
    currency_code: currencyCode,
    /** Id of the currency; null where it is not told. */
    currency: orNull(optionalId),
    /** Minor units; null where it does not read. */
    credit: orNull(amount),
    /** Of the client group, which may have a discount; null outside of any. */
    groupid: orNull(optionalId),
    status: z.string(),
    /** As the installation calls it, such as `french`; empty or null for the installation's own. */
    language: orNull(z.string()),
    /** Who owns it, with the address to the letter; null where that is no address. */
    owner: orNull(z.object({ id, email: emailAddress })),
  })
  .transform(({ fullname, firstname, lastname, countrycode, country, ...client }) => ({
    ...client,
    fullname: fullname ?? ([firstname, lastname].filter(Boolean).join(" ") || null),
    /** ISO 3166-1 alpha-2; null where none is kept. */
    country: countrycode ?? country,
  }));

/** An account as it is kept there. */
export type ClientDetails = z.output<typeof client>;

/** One account. Its stats, notes, custom fields and secrets are not read. */
export const getClientsDetails: ReadAction<ClientDetails> = {
  name: "GetClientsDetails",
  refusals: /^client (?:id )?not found\.?$/i,
  answer: z
    .looseObject({ client: z.looseObject({}).optional() })
    // Older versions have the members at the top, newer ones both there and under `client`.
    .transform((answer) => ({ ...answer, ...answer.client }))
    .pipe(client),
};

/** The payment methods on file of an account. Tokens and numbers of cards are not read. */
export const getPayMethods: ListAction<{ id: number }> = { name: "GetPayMethods", row: z.object({ id }) };

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
