import { decodeHTMLStrict } from "entities";
import * as z from "zod";
import { parseDomainName } from "../../../shared/domain-names/parse-domain.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import { cleaned } from "../../../shared/platform/plain-text.ts";

/*
 * These schemas parse values in WHMCS's answers. Each schema accepts every spelling of a value and returns one form.
 * The spelling depends on the action and the WHMCS version: numbers may be text, and there are several words for yes. A
 * missing date is a date of zeros, amounts are decimal text, and texts contain HTML entities. PHP ends each entity with
 * a semicolon, so `a&reg@…` is an e-mail address without entities.
 */

/** A record's id: a positive safe integer, written as a number or as text. */
export const id = z.union([z.string(), z.number()]).transform((value, context) => {
  const number = typeof value === "number" || /^0*[1-9]\d{0,15}$/.test(value) ? Number(value) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : refused(context);
});

/** A record's id, or `null` if there is none (`0`, `""`, `"0"`, null). */
export const optionalId = z.union([id, z.union([z.literal([0, "0", ""]), z.null()]).transform(() => null)]);

/** A count: a non-negative integer, written as a number or as text. */
export const count = z.union([z.string(), z.number()]).transform((value, context) => {
  const number = typeof value === "number" || /^\d{1,15}$/.test(value) ? Number(value) : -1;
  return Number.isSafeInteger(number) && number >= 0 ? number : refused(context);
});

const YES = new Set<unknown>([true, 1, "1", "on", "true", "yes"]);
const NO = new Set<unknown>([false, 0, "0", "off", "false", "no", "", null]);

/** A boolean in any of WHMCS's spellings. */
export const bool = z.unknown().transform((value, context) => {
  const spelled = typeof value === "string" ? value.toLowerCase() : value;
  if (YES.has(spelled)) return true;
  if (NO.has(spelled)) return false;
  context.addIssue({ code: "custom", message: "neither yes nor no" });
  return z.NEVER;
});

/** Unformatted decimal text, such as `-8.67`. Some versions return a number. */
const decimalText = z
  .union([z.string(), z.number().transform(String)])
  .pipe(z.string().regex(/^-?\d{1,12}(?:\.\d{1,10})?$/));

/** An amount in minor units, with two decimals in every currency. Further decimals must be zeros. */
export const amount = decimalText.transform((text, context): MinorUnits => minor(text) ?? refused(context));

/** A price in minor units, or `null` if the item is not sold (`-1.00`, null, no value). */
export const price = z
  .union([amount, z.literal("").transform(() => null)])
  .nullish()
  .transform((value) => (value === undefined || value === null || value < 0 ? null : value));

/** A map with string keys, such as prices by currency. PHP writes an empty map as an empty list. */
export const mapOf = <Value extends z.ZodType>(value: Value) =>
  z.preprocess(
    (map) => (map === "" || (Array.isArray(map) && map.length === 0) ? {} : map),
    z.record(z.string(), value),
  );

/** A percentage, such as `9.97500`. */
export const rate = decimalText.transform(Number);

/** A calendar date as YYYY-MM-DD, parsed from a date with or without a time; `null` if there is none. */
export const day = z
  .union([z.string(), z.null()])
  .transform((text, context) => (isNoDate(text) ? null : (existingDay(text) ?? refused(context))));

/** A time from the addon, RFC 3339 in UTC; `null` if there is none. */
export const instant = z.iso.datetime().nullable();

const DAY = /^\d{4}-\d{2}-\d{2}(?=$|[ T])/;

/** Returns the date at the beginning of a text; `null` if there is none or the calendar does not have it. */
function existingDay(text: string): string | null {
  const written = DAY.exec(text)?.[0];
  if (written === undefined) return null;
  const at = new Date(`${written}T00:00:00Z`);
  return Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== written ? null : written;
}

/**
 * Returns whether a value has no date: it is `null`, empty or a date of zeros. PHP writes a parsed date of zeros as a
 * day in the year −1.
 */
function isNoDate(text: string | null): text is null {
  return text === null || text === "" || text.startsWith("0000-00-00") || text.startsWith("-0001-11-30");
}

/** Text on one line, with HTML entities decoded once. */
export const text = (max: number) =>
  z.union([z.string(), z.number().transform(String)]).transform((value) => cleaned(decodeHTMLStrict(value), max));

/** Like {@link text}, but `null` if there is no text. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value || null);

/** Makes a schema return `null` for an unreadable value, for callers that can work without the value. */
export const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  // expected: fields that an installation leaves empty, or spells in an unknown way
  schema.nullable().catch(null);

/**
 * A user name on a server's control panel. Only HTML entities are decoded, because a cleaned name could be another
 * user's. Some panels use e-mail addresses as user names.
 */
export const panelUser = z
  .string()
  .transform((value) => decodeHTMLStrict(value))
  .pipe(z.string().regex(/^[\x21-\x7e]{1,254}$/));

/** An e-mail address. Only HTML entities are decoded, because comparisons need the exact address. */
export const emailAddress = z
  .string()
  .transform((value) => decodeHTMLStrict(value))
  .pipe(
    z
      .string()
      .max(254)
      .regex(/^[^\s\p{C}@]+@[^\s\p{C}@]+$/u),
  );

/** A domain name in lower-case A-label form, parsed from its Unicode or A-label form; `null` if it is invalid. */
export const domainName = z
  .string()
  .nullish()
  .transform((value) => {
    const name = parseDomainName(decodeHTMLStrict(value ?? "").trim());
    return "ascii" in name ? name.ascii : null;
  });

/**
 * Converts decimal text to minor units. Returns `null` for any other text, and if the third or a later decimal is not
 * zero.
 */
function minor(text: string): MinorUnits | null {
  const parts = /^(-?)(\d{1,12})(?:\.(\d{1,2})0*)?$/.exec(text);
  if (!parts) return null;
  const [, sign, units = "", decimals = ""] = parts;
  const value = Number(units) * 100 + Number(decimals.padEnd(2, "0"));
  return sign && value !== 0 ? -value : value;
}

function refused(context: z.core.$RefinementCtx): never {
  context.addIssue({ code: "custom", message: "not a known spelling" });
  return z.NEVER;
}
