import * as z from "zod";
import { LANGUAGES } from "../../../shared/platform/language.ts";
import { CURRENCIES } from "../../../shared/platform/money.ts";

/** The members that every catalogue operation takes. */
export const localeInput = {
  currency: z.enum(CURRENCIES).default("USD").describe("Price list to answer in (ISO 4217)."),
  lang: z.enum(LANGUAGES).default("en").describe("Language of names, texts and links."),
};
