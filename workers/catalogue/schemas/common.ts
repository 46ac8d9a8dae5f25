import * as z from "zod";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { CURRENCIES, DEFAULT_CURRENCY } from "../../../shared/platform/money.ts";

/**
 * The id of a plan or product line as a caller gives it. Wide on purpose: an id that cannot exist is `not_found` like
 * any unknown one; only what is too long to be one is refused as a value. Spaces around it are part of it, like in
 * every value of the API.
 */
export const idInput = z.string().min(1).max(100);

/** An extension with or without its leading dot, in any case, or `all`. */
export const extensionInput = z
  .string()
  .min(1)
  .max(64)
  .transform((text) => normalExtension(text));

function normalExtension(text: string): string {
  const lower = text.toLowerCase();
  return lower === "all" || lower.startsWith(".") ? lower : `.${lower}`;
}

/** Refuses a list that names the same thing twice. */
export function withoutRepeats<Item extends z.ZodType<string>>(list: z.ZodArray<Item>): z.ZodArray<Item> {
  return list.refine((items) => new Set(items).size === items.length, { params: { text: REPEATS } });
}

/** What is wrong with a list that names the same thing twice. */
export const REPEATS = { en: "must not name anything twice.", fr: "ne doit rien nommer deux fois." };

/** The members that every catalogue operation takes. */
export const localeInput = {
  /** Absent: the default where there is a price list in it, otherwise the first that there is; `currency` of the answer says which. */
  currency: z.enum(CURRENCIES).optional().meta({ default: DEFAULT_CURRENCY, description: "Price list (ISO 4217)." }),
  lang: z.enum(LANGUAGES).default("en").describe("Language of texts and links."),
};

/** How several years are priced; in each description of prices for one year. */
export const SEVERAL_YEARS = "5 years of registration = `register` + 4 × `renew`, 5 of renewal = 5 × `renew`.";
