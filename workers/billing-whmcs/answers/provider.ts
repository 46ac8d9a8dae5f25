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

/** Returns whether an address uses encryption, or is on this machine. */
export function isEncrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["127.0.0.1", "localhost"].includes(hostname);
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== null;
  } catch {
    // expected: the text is not a name
    return false;
  }
}

/** WHMCS's own settings, which the addon reads from WHMCS's tables. */
const OwnSettings = z
  .object({
    /** The address of the client area for browsers. */
    system_url: z.string(),
    /** The time zone of all times that have none. */
    time_zone: z.string().refine(isTimeZone),
    /** The language in WHMCS's spelling, such as `french`. */
    language: z.string(),
    /** The default nameservers of domains that are registered here. */
    nameservers: z.array(z.string()),
    /** Whether taxes are enabled, in any spelling; `Exclusive` or `Inclusive`, which applies only to enabled taxes. */
    ...{ tax_enabled: z.string(), tax_type: z.string() },
    /** The tax rules. Level 1 is an invoice's first tax, level 2 its second. */
    taxes: z.array(z.object({ level: id, taxrate: rate, name: text(60) })),
    currencies: readable(currency),
    /** Client groups, with the percentage of their discount on all orders. */
    client_groups: z.array(z.object({ id, discountpercent: rate })),
    departments: readable(z.object({ id, name: text(100) })),
  })
  .transform(({ system_url: address, ...settings }) => ({
    // Ignore an address that browsers cannot open.
    clientArea: URL.canParse(address) && isEncrypted(address) ? address.replace(/\/+$/, "") : null,
    ...settings,
  }));

export type OwnSettings = z.output<typeof OwnSettings>;

/** The facts about a product that WHMCS's API does not return. */
const ProductFacts = z.object({ id, retired: z.boolean(), prorata: z.boolean(), upgrades_to: z.array(id) });

export type ProductFacts = z.output<typeof ProductFacts>;

/** `catalogue`: the facts about products that WHMCS's API does not return, and WHMCS's own settings. */
export const CatalogueAnswer = z.object({ installation: OwnSettings, products: z.array(ProductFacts) });

// expected: an unreadable condition counts as one
const condition = bool.optional().catch(true);

const promotion = z.object({
  id,
  code: z.string(),
  type: z.string(),
  /** The amount; for a percentage, hundredths of a percent. */
  value: amount,
  recurring: bool,
  recurfor: count,
  cycles: z.string().nullish(),
  appliesto: z.string().nullish(),
  startdate: day,
  expirationdate: day,
  maxuses: count,
  uses: count,
  /** Products that the customer must already have, or must buy with it. */
  requires: z.string().nullish(),
  ...{ newsignups: condition, existingclient: condition, onceperclient: condition },
});

export type PromotionRow = z.output<typeof promotion>;

export const getPromotions: ListAction<PromotionRow> = {
  name: "GetPromotions",
  row: promotion,
};
