import * as z from "zod";
import type { ListAction } from "./action.ts";
import { amount, bool, count, day, id, rate, text } from "./decode.ts";

const currency = z.object({ id, code: z.string().regex(/^[A-Z]{3}$/) });

/** The rows that can be read; others are left out. */
function readable<Row extends z.ZodType>(row: Row) {
  return z.array(z.unknown()).transform((rows) =>
    rows.flatMap((each) => {
      const read = row.safeParse(each);
      return read.success ? [read.data] : [];
    }),
  );
}

/** Whether an address is reached with encryption, or is of this machine. */
export function isEncrypted(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || ["127.0.0.1", "localhost"].includes(hostname);
}

function isTimeZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone }) !== null;
  } catch {
    // expected: the name is none
    return false;
  }
}

/** WHMCS's own settings, as the addon reads them in its tables. */
const OwnSettings = z
  .object({
    /** Of the client area, as browsers reach it. */
    system_url: z.string(),
    /** It gives times without a zone. */
    time_zone: z.string().refine(isTimeZone),
    /** As it is called there, such as `french`. */
    language: z.string(),
    /** Of names that are registered here. */
    nameservers: z.array(z.string()),
    /** A yes or no in any spelling; `Exclusive` or `Inclusive`, which counts where taxes are enabled. */
    ...{ tax_enabled: z.string(), tax_type: z.string() },
    /** The rules of taxes: level 1 is an invoice's first tax, level 2 its second. */
    taxes: z.array(z.object({ level: id, taxrate: rate, name: text(60) })),
    currencies: readable(currency),
    /** Groups of clients, with the percentage that is taken off everything that their members order. */
    client_groups: z.array(z.object({ id, discountpercent: rate })),
    departments: readable(z.object({ id, name: text(100) })),
  })
  .transform(({ system_url: address, ...settings }) => ({
    // An address that browsers would not be sent to is none.
    clientArea: URL.canParse(address) && isEncrypted(address) ? address.replace(/\/+$/, "") : null,
    ...settings,
  }));

export type OwnSettings = z.output<typeof OwnSettings>;

/** What WHMCS's API does not tell of a product. */
const ProductFacts = z.object({ id, retired: z.boolean(), prorata: z.boolean(), upgrades_to: z.array(id) });

export type ProductFacts = z.output<typeof ProductFacts>;

/** `catalogue`: what WHMCS's API does not tell of its products, and its own settings. */
export const CatalogueAnswer = z.object({ installation: OwnSettings, products: z.array(ProductFacts) });

// expected: one that does not read is one
const condition = bool.optional().catch(true);

const promotion = z.object({
  id,
  code: z.string(),
  type: z.string(),
  /** Percent in hundredths, where it is a percentage. */
  value: amount,
  recurring: bool,
  recurfor: count,
  cycles: z.string().nullish(),
  appliesto: z.string().nullish(),
  startdate: day,
  expirationdate: day,
  maxuses: count,
  uses: count,
  /** Products that the customer must already have or buy with it. */
  requires: z.string().nullish(),
  ...{ newsignups: condition, existingclient: condition, onceperclient: condition },
});

export type PromotionRow = z.output<typeof promotion>;

export const getPromotions: ListAction<PromotionRow> = {
  name: "GetPromotions",
  row: promotion,
};
