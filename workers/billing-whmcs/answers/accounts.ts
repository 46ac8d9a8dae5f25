import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { amount, emailAddress, id, optionalId, optionalText, orNull, text } from "./decode.ts";

const name = orNull(optionalText(200));

const currencyCode = z.string().regex(/^[A-Z]{3}$/);

const country = z
  .string()
  .regex(/^[A-Za-z]{2}$/)
  .toUpperCase();

const named = { id, fullname: name, companyname: name, status: z.string() };

const client = z.object({
  ...named,
  /** Empty where none is kept. */
  email: orNull(text(254)).transform((value) => value ?? ""),
  /** ISO 3166-1 alpha-2; null where none is kept. */
  country: orNull(country),
  currency_code: currencyCode,
  /** Minor units; null where it does not read. */
  credit: orNull(amount),
  /** Of the client group, which may have a discount; null outside of any. */
  groupid: orNull(optionalId),
  /** The users who manage it. */
  users: z.array(id),
  /**
   * Who owns it, with the address to the letter; null where that is no address. The language is as it is called there, such as `french`, and
   * empty for the installation's own.
   */
  owner: orNull(z.object({ id, email: emailAddress, language: z.string() })),
});

/** An account as it is kept there. */
export type Client = z.output<typeof client>;

/** One account, which the addon reads itself; null where there is none. */
export const getClientsDetails: ReadAction<Client | null> = {
  name: "GetClientsDetails",
  answer: z.object({ client: client.nullable() }).transform(({ client }) => client),
};

/** The payment methods on file of an account. Tokens and numbers of cards are not read. */
export const getPayMethods: ListAction<{ id: number }> = { name: "GetPayMethods", row: z.object({ id }) };

/** A user of WHMCS with the accounts that it manages, as the addon tells them by `exchange` and `user`. */
const WhmcsUser = z.object({
  id,
  email: z.string().min(3).max(254),
  language: z.enum(["en", "fr"]),
  clients: z.array(
    z.object({ ...named, isOwner: z.boolean(), email: orNull(emailAddress), currency_code: orNull(currencyCode) }),
  ),
});

export type WhmcsUser = z.output<typeof WhmcsUser>;

export const UserAnswer = z.object({ user: WhmcsUser });
