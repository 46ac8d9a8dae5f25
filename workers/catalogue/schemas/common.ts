import * as z from "zod";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { CURRENCIES, DEFAULT_CURRENCY } from "../../../shared/platform/money.ts";

/**
 * The id of a plan or product line from a caller. The schema is deliberately broad: an impossible id is `not_found`
 * like any unknown one, and only an empty or overlong value is invalid. Surrounding spaces are part of the id, as in
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

/** Makes a list schema reject repeated items. */
export function withoutRepeats<Item extends z.ZodType<string>>(list: z.ZodArray<Item>): z.ZodArray<Item> {
  return list.refine((items) => new Set(items).size === items.length, { params: { text: REPEATS } });
}

/** The error for a list with repeated items. */
export const REPEATS = { en: "must not name anything twice.", fr: "ne doit rien nommer deux fois." };

/** The parameters of every catalogue operation. */
export const localeInput = {
  /** If absent, the default currency, or the first one that has a price list. The answer states the currency. */
  currency: z.enum(CURRENCIES).optional().meta({ default: DEFAULT_CURRENCY, description: "Price list (ISO 4217)." }),
  lang: z.enum(LANGUAGES).default("en").describe("Language of texts and links."),
};

/** The sentence about prices for several years, for every description of one-year prices. */
export const SEVERAL_YEARS = "5 years of registration = `register` + 4 × `renew`, 5 of renewal = 5 × `renew`.";
