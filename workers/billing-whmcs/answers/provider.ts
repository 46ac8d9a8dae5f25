import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { amount, bool, count, day, id, rate, text } from "./decode.ts";

/** Of formatted amounts; a currency may have none. */
const affix = z
  .string()
  .nullish()
  .transform((text) => text ?? "");

const currency = z.object({
  id,
  code: z.string().regex(/^[A-Z]{3}$/),
  prefix: affix,
  suffix: affix,
  format: z.coerce.number().pipe(z.literal([1, 2, 3, 4])),
});

export type CurrencyRow = z.output<typeof currency>;

export const getCurrencies: ListAction<CurrencyRow> = {
  name: "GetCurrencies",
  container: "currencies",
  item: "currency",
  rowMember: "code",
  row: currency,
  isOnePage: true,
};

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
  /** Products that have to be bought with it, or held. */
  requires: z.string().nullish(),
  ...{ newsignups: condition, existingclient: condition, onceperclient: condition },
});

export type PromotionRow = z.output<typeof promotion>;

export const getPromotions: ListAction<PromotionRow> = {
  name: "GetPromotions",
  container: "promotions",
  item: "promotion",
  rowMember: "code",
  row: promotion,
  isOnePage: true,
};

const clientGroup = z.object({ id, discountpercent: rate });

/** Groups of clients, with what is taken off everything that their members order. */
export const getClientGroups: ListAction<z.output<typeof clientGroup>> = {
  name: "GetClientGroups",
  container: "groups",
  item: "group",
  rowMember: "groupname",
  row: clientGroup,
  isOnePage: true,
};

/** One setting of the installation; empty where it is null. */
export const getConfigurationValue: ReadAction<string> = {
  name: "GetConfigurationValue",
  answer: z
    .object({ value: z.union([z.string(), z.number(), z.boolean(), z.null()]) })
    .transform(({ value }) => String(value ?? "")),
};

const version = z.object({ canonicalversion: text(60) });

export const whmcsDetails: ReadAction<string> = {
  name: "WhmcsDetails",
  answer: z.object({ whmcs: version }).transform(({ whmcs }) => whmcs.canonicalversion),
};

/** The administrator whose credential this is; `requesttime` is of the server's clock. */
export const getAdminDetails: ReadAction<{ adminId: number; requestTime: string | null; version: string | null }> = {
  name: "GetAdminDetails",
  answer: z
    .object({ adminid: id, requesttime: z.string().nullish(), whmcs: version.nullish() })
    .transform(({ adminid: adminId, requesttime, whmcs }) => ({
      adminId,
      requestTime: requesttime ?? null,
      version: whmcs?.canonicalversion ?? null,
    })),
};
