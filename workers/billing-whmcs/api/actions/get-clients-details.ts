import * as z from "zod";
import type { ReadAction } from "../action.ts";
import { amount, bool, emailAddress, id, optionalId, optionalText, orNull, text } from "../decode.ts";
import { asList } from "../lists.ts";

// What decides on access is read strictly.
const user = z.object({ id, email: orNull(emailAddress), is_owner: bool });

const name = orNull(optionalText(200));

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
        uuid: z
          .string()
          .nullish()
          .transform((value) => value ?? undefined),
        ...{ fullname: name, firstname: name, lastname: name, companyname: name },
        email: orNull(text(254)).transform((value) => value ?? ""),
        ...{ countrycode: country, country },
        currency_code: orNull(z.string().regex(/^[A-Z]{3}$/)),
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

export interface ClientDetails {
  id: number;
  /** Absent in versions before 8. */
  uuid?: string | undefined;
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
