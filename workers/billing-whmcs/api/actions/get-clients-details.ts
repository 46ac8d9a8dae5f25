import * as z from "zod";
import type { ReadAction } from "../action.ts";
import { amount, bool, emailAddress, id, optionalText, text } from "../decode.ts";
import { asList } from "../lists.ts";

// expected: what is no address is none; the account is read all the same
const user = z.object({ id, email: emailAddress.nullable().catch(null), is_owner: bool });

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
        uuid: z.string().optional(),
        fullname: optionalText(200),
        companyname: optionalText(200),
        email: text(254),
        // Not every account has one: whoever reads it says so, and the account's lists do not need it.
        countrycode: z
          .string()
          .transform((code) => (/^[A-Za-z]{2}$/.test(code) ? code.toUpperCase() : null))
          .nullish()
          .transform((code) => code ?? null),
        currency_code: z.string().regex(/^[A-Z]{3}$/),
        credit: amount,
        status: z.string(),
        language: z.string().nullish(),
        users: z.unknown(),
      }),
    )
    .transform(({ users, ...client }, context) => {
      // An account whose users are not told has not lost them.
      const items = users === undefined ? null : asList({ users }, "users", "user", (value) => "is_owner" in value);
      const read = z.array(user).safeParse(items);
      if (read.success) return { ...client, users: read.data };
      context.addIssue({ code: "custom", path: ["users"], message: "no list of users" });
      return z.NEVER;
    }),
};

export interface ClientDetails {
  id: number;
  /** Absent in versions before 8. */
  uuid?: string | undefined;
  fullname: string | null;
  companyname: string | null;
  email: string;
  /** ISO 3166-1 alpha-2; null where the account has none. */
  countrycode: string | null;
  /** ISO 4217. */
  currency_code: string;
  /** Minor units. */
  credit: number;
  status: string;
  language?: string | null | undefined;
  /** `email`: to the letter; null for what is no address. */
  users: { id: number; email: string | null; is_owner: boolean }[];
}
