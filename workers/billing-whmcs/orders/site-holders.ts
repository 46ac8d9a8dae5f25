import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import { isReservedSite, withParents } from "../../../shared/ordering/plan-orders.ts";
import { getHoldersOfSite } from "../api/actions/get-clients-products.ts";
import type { ApiOutcome } from "../api/outcome.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import { holdersOf, type NameHolder } from "./name-holders.ts";

/** A name that nobody may have a site of, or not this account, and the account's own pending services for it. */
export interface SiteHolders {
  isRefused: boolean;
  /** Ids of pending services of the account for the site, by product. */
  pending: { id: number; productId: number }[];
}

/** Registered here: a pending registration or transfer proves nothing. */
const PROVES_NOTHING: NameHolder["status"][] = ["pending", "pending_registration", "pending_transfer"];

/**
 * Who has a site's name or one above it, as a domain or as a site. An account that has the name, or one above it, registered here may
 * use it although another has a service for it.
 */
export async function siteHolders(
  context: WhmcsContext,
  query: Pick<ActorQuery, "accountId" | "requestId">,
  site: string | null,
): Promise<ApiOutcome<SiteHolders>> {
  if (site === null) return { kind: "ok", body: { isRefused: false, pending: [] } };
  const { accountId, requestId } = query;
  const [services, ...names] = await Promise.all([
    context.api.list(getHoldersOfSite, { domain: site }, { accountId: null, requestId }),
    ...withParents(site).map((name) => holdersOf(context, query, name)),
  ]);
  if (services.kind !== "ok") return services;
  const holders: NameHolder[] = [];
  for (const read of names) {
    if (read.kind !== "ok") return read;
    holders.push(...read.body);
  }
  const rows = services.body.filter(({ domain }) => domain === site);
  const statusIs = (row: { status: string }, ...wanted: string[]) => wanted.includes(row.status.toLowerCase());
  const isRegistered = ({ status }: NameHolder) => !PROVES_NOTHING.includes(status);
  const isOwn = holders.some((holder) => holder.accountId === accountId && isRegistered(holder));
  const isOthersName = holders.some(
    (holder) => holder.accountId !== accountId && (isRegistered(holder) || holder.status !== "pending"),
  );
  const isOthersSite = rows.some((row) => row.clientid !== accountId && statusIs(row, "active", "suspended"));
  const pending = rows.filter((row) => row.clientid === accountId && statusIs(row, "pending"));
  return {
    kind: "ok",
    body: {
      isRefused: isReservedSite(site, context.settings.blockedSites) || isOthersName || (isOthersSite && !isOwn),
      pending: pending.flatMap(({ id, pid }) => (pid === null ? [] : [{ id, productId: pid }])),
    },
  };
}
