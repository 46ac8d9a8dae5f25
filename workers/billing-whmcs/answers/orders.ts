import * as z from "zod";
import type { ListAction, ReadAction } from "./action.ts";
import { bool, domainName, id, localTime, optionalId, text } from "./decode.ts";
import { asList } from "./lists.ts";

/** Its amounts are formatted, with or without taxes: they are not read. */
const lineItem = z.object({
  type: text(60),
  relid: optionalId.optional().default(null),
  product: text(200).nullish(),
  domain: z.string().nullish(),
  billingcycle: text(60).nullish(),
});

const row = z
  .looseObject({
    id,
    userid: id,
    date: localTime,
    status: z.string(),
    invoiceid: optionalId.optional().default(null),
    renewals: z.unknown().optional(),
    renewalsByType: z.unknown().optional(),
    lineitems: z.unknown().optional(),
  })
  .transform(({ id: orderId, userid, date, status, invoiceid, ...rest }) => ({
    id: orderId,
    userid,
    date,
    status,
    invoiceId: invoiceid,
    renewals: renewedIn(rest),
    lines: linesIn(rest.lineitems),
  }));

export type OrderRow = z.output<typeof row>;
export type OrderedItem = Omit<z.output<typeof lineItem>, "domain"> & { domain: string | null };

/** Orders of an account: their notes, transfer secrets and fraud data are not read. */
export const getOrders: ListAction<OrderRow> = {
  name: "GetOrders",
  container: "orders",
  item: "order",
  rowMember: "ordernum",
  row,
  ownerOf: ({ userid }) => userid,
  // What an order is decides whether it is the one that is looked for.
  needsEveryRow: true,
};

/** Null where a line does not read. */
function linesIn(lineitems: unknown): OrderedItem[] | null {
  if (lineitems === undefined || lineitems === null) return [];
  const items = asList({ lineitems }, "lineitems", "lineitem", (value) => "relid" in value);
  const read = z.array(lineItem).safeParse(items);
  if (!read.success) return null;
  return read.data.map((item) => ({ ...item, domain: domainName.parse(item.domain) }));
}

/** Years by the id of the renewed domain; null where it does not read. `12=1,13=2`, or a map under `renewalsByType.domains`. */
function renewedIn({ renewals, renewalsByType }: Record<string, unknown>): ReadonlyMap<number, number> | null {
  const typed = z.object({ domains: z.unknown() }).safeParse(renewalsByType);
  const entries =
    typeof renewals === "string" && renewals !== ""
      ? renewals.split(",").map((pair) => pair.split("="))
      : Object.entries((typed.success ? typed.data.domains : undefined) ?? {});
  const read = z.array(z.tuple([id, id])).safeParse(entries);
  return read.success ? new Map(read.data) : null;
}

/** What a change of product costs now. */
export interface UpgradePrice {
  /** As it is written: with the currency's prefix and suffix, or bare; negative for credit. */
  price: string;
  /** Another change of the service waits for its payment or is under way. */
  isOpen: boolean;
}

/** The calculation of a change: with `calconly`, nothing is done. */
export const calculateUpgrade: ReadAction<UpgradePrice> = {
  name: "UpgradeProduct",
  refusals: /^(?:service id not found|invalid billing cycle requested|unable to accept upgrade order)/i,
  answer: z
    .object({ price: text(60), upgradeinprogress: bool.optional().default(false) })
    .transform(({ price, upgradeinprogress: isOpen }) => ({ price, isOpen })),
};
