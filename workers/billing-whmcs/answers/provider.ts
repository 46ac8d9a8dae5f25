import * as z from "zod";
import type { ListAction } from "./action.ts";
import { amount, bool, count, day, id, rate, text } from "./decode.ts";

const currency = z.object({ id, code: z.string().regex(/^[A-Z]{3}$/) });

/** Returns a schema that keeps only the readable rows of a list. */
function readable<Row extends z.ZodType>(row: Row) {
  return z.array(z.unknown()).transform((rows) =>
    rows.flatMap((each) => {
      const read = row.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  );
}

/** Returns whether a URL uses https or is on this machine. */
export function isEncrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["127.0.0.1", "localhost"].includes(hostname);
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== null;
  } catch {
    // expected: the text is not the name of a time zone
    return false;
  }
}

/** WHMCS's own settings, which the addon reads from WHMCS's tables. */
const OwnSettings = z
  .object({
    /** The URL of the client area for browsers. */
    system_url: z.string(),
    /** The time zone of WHMCS's times, which are stored without a zone. */
    time_zone: z.string().refine(isTimeZone),
    /** The default language in WHMCS's spelling, such as `french`. */
    language: z.string(),
    /** The default nameservers of domains that are registered in WHMCS. */
    nameservers: z.array(z.string()),
    /**
     * `tax_enabled` is a boolean in any spelling. `tax_type` is `Exclusive` or `Inclusive` and applies only if taxes
     * are enabled.
     */
    ...{ tax_enabled: z.string(), tax_type: z.string() },
    /** The tax rules. Rules of level 1 define an invoice's first tax, and rules of level 2 its second. */
    taxes: z.array(z.object({ level: id, taxrate: rate, name: text(60) })),
    currencies: readable(currency),
    /** The client groups, with their discount percentage on all orders. */
    client_groups: z.array(z.object({ id, discountpercent: rate })),
    departments: readable(z.object({ id, name: text(100) })),
  })
  .transform(({ system_url: address, ...settings }) => ({
    // Ignore a URL that is invalid or not encrypted.
    clientArea: URL.canParse(address) && isEncrypted(address) ? address.replace(/\/+$/, "") : null,
    ...settings,
  }));

export type OwnSettings = z.output<typeof OwnSettings>;

/** The product data that WHMCS's API does not return. */
const ProductFacts = z.object({ id, retired: z.boolean(), prorata: z.boolean(), upgrades_to: z.array(id) });

export type ProductFacts = z.output<typeof ProductFacts>;

/** The answer to `catalogue`: WHMCS's own settings, and the product data that WHMCS's API does not return. */
export const CatalogueAnswer = z.object({ installation: OwnSettings, products: z.array(ProductFacts) });

// expected: an unreadable condition is treated as set
const condition = bool.optional().catch(true);

const promotion = z.object({
  id,
  code: z.string(),
  type: z.string(),
  /** The discount in minor units, or in hundredths of a percent for a percentage. */
  value: amount,
  recurring: bool,
  recurfor: count,
  cycles: z.string().nullish(),
  appliesto: z.string().nullish(),
  startdate: day,
  expirationdate: day,
  maxuses: count,
  uses: count,
  /** The products that the customer must already have, or must buy with this promotion. */
  requires: z.string().nullish(),
  ...{ newsignups: condition, existingclient: condition, onceperclient: condition },
});

export type PromotionRow = z.output<typeof promotion>;

export const getPromotions: ListAction<PromotionRow> = {
  name: "GetPromotions",
  row: promotion,
};
