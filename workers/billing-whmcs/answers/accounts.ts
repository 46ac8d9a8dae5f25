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
  /** The contact e-mail address; empty if none is stored or it is unreadable. */
  email: orNull(text(254)).transform((value) => value ?? ""),
  /** ISO 3166-1 alpha-2; `null` if no country is stored or it is unreadable. */
  country: orNull(country),
  currency_code: currencyCode,
  /** The credit balance in minor units; `null` if it is unreadable. */
  credit: orNull(amount),
  /** The client group, which may have a discount; `null` if the account has no group or it is unreadable. */
  groupid: orNull(optionalId),
  /** The ids of the users who manage the account. */
  users: z.array(id),
  /**
   * The owner; `null` if the account has none, or if the owner's e-mail address is invalid. Only HTML entities in the
   * address are decoded. The language is in WHMCS's spelling, such as `french`. It is the account's if the owner has
   * none, and empty if neither has one.
   */
  owner: orNull(z.object({ id, email: emailAddress, language: z.string() })),
});

/** An account as WHMCS stores it. */
export type Client = z.output<typeof client>;

/** Reads one account, with the addon's own query; `null` if the account does not exist. */
export const getClientsDetails: ReadAction<Client | null> = {
  name: "GetClientsDetails",
  answer: z.object({ client: client.nullable() }).transform(({ client }) => client),
};

/** Reads the payment methods that an account has on file, without card numbers and tokens. */
export const getPayMethods: ListAction<{ id: number }> = { name: "GetPayMethods", row: z.object({ id }) };

/** A WHMCS user with the accounts that the user manages, as the addon's `exchange` and `user` return it. */
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
