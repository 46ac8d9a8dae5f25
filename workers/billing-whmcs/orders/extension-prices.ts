import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { possibleExtensions } from "../../../shared/ordering/domain-orders.ts";
import { scaleHalfUp } from "../../../shared/platform/money.ts";
import { type ExtensionPricing, getTldPricing, type PricesByYears } from "../api/actions/get-tld-pricing.ts";
import { domainName } from "../api/decode.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** Prices of an extension for one account, before taxes. */
export interface AccountExtension {
  /** With its first dot, as A-label. */
  tld: string;
  register: PricesByYears;
  renew: PricesByYears;
  /** Null where transfers are not sold. */
  transfer: number | null;
  graceFee: number | null;
  redemptionFee: number | null;
}

/** The longest extension with prices that a name may be sold under, in the account's currency and at its prices; null where none is. */
export async function extensionOfName(
  context: WhmcsContext,
  { accountId, requestId }: Pick<ActorQuery, "accountId" | "requestId">,
  name: string,
): Promise<ApiOutcome<AccountExtension | null>> {
  const [read, included] = await Promise.all([
    context.api.read(getTldPricing, { clientid: accountId }, { accountId, requestId }),
    context.includedTax.percent(requestId),
  ]);
  if (read.kind !== "ok") return read;
  if (included.kind !== "ok") return included;
  const rows = new Map(read.body.map((row) => [extensionIn(row), row]));
  const tld = possibleExtensions(name).find((extension) => rows.has(extension));
  const row = tld === undefined ? undefined : rows.get(tld);
  if (tld === undefined || !row) return { kind: "ok", body: null };
  const net = (price: number) => scaleHalfUp(price, 100, 100 + included.body);
  const netOrNone = (price: number | null) => (price === null ? null : net(price));
  const byYears = (prices: PricesByYears) => new Map([...prices].map(([years, price]) => [years, net(price)]));
  return {
    kind: "ok",
    body: {
      tld,
      register: byYears(row.byYears.register),
      renew: byYears(row.byYears.renew),
      transfer: netOrNone(row.transfer),
      graceFee: netOrNone(row.graceFee),
      redemptionFee: netOrNone(row.redemptionFee),
    },
  };
}

function extensionIn({ tld }: ExtensionPricing): string | null {
  // An extension is a name's ending: it reads as one behind a label.
  return domainName.parse(`x.${tld.replace(/^\./, "")}`)?.slice(1) ?? null;
}
