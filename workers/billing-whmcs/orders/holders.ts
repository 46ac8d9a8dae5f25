import { ENDED_DOMAIN_STATUSES, type InvoiceReference } from "../../../shared/billing-contract/customer.ts";
import type { HeldDomain } from "../../../shared/ordering/name-obstacles.ts";
import { isReservedSite, withParents } from "../../../shared/ordering/plan-orders.ts";
import { getClientsDomains, getHoldersOfName } from "../answers/domains.ts";
import { getOrder } from "../answers/orders.ts";
import { getClientsProducts, getHoldersOfSite } from "../answers/services.ts";
import { inOrder } from "../bridge/outcome.ts";
import { domainStatusOf } from "../domains/domains.ts";
import { readInvoice } from "../invoices/invoices.ts";
import type { WhmcsContext } from "../whmcs-context.ts";

/** An account that holds a domain or has an open order for it. */
interface NameHolder {
  accountId: number;
  status: HeldDomain["status"];
}

/**
 * Returns the accounts that have a domain in WHMCS, without rows that have ended. A row with an unknown status is
 * treated as active.
 */
async function holdersOf({ api }: WhmcsContext, name: string): Promise<NameHolder[]> {
  const read = await api.list(getHoldersOfName, { domain: name }, { accountId: null });
  // Some versions of WHMCS ignore the filter and also return other domains.
  const rows = read.filter(({ domainname }) => domainname === name);
  const holders = rows.map((row) => ({ accountId: row.userid, status: domainStatusOf(row.status) ?? "active" }));
  const isOver = ({ status }: NameHolder) => (ENDED_DOMAIN_STATUSES as readonly string[]).includes(status);
  return holders.filter((holder) => !isOver(holder));
}

/**
 * Returns the domain record that prevents an order: the account's own, or else one that another account has paid for;
 * `null` if there is none.
 */
export async function heldDomain(
  context: WhmcsContext,
  account: { id: number; currency: string },
  name: string,
): Promise<HeldDomain | null> {
  const holders = await holdersOf(context, name);
  const own = holders.find(({ accountId }) => accountId === account.id);
  const paid = holders.find(({ status }) => status !== "pending");
  if (!own) return paid ? { isOwn: false, status: paid.status, unpaidInvoice: null } : null;
  const { status } = own;
  if (!status.startsWith("pending")) return { isOwn: true, status, unpaidInvoice: null };
  const rows = await context.api.list(getClientsDomains, { domain: name }, { accountId: account.id });
  const orderIds = rows.flatMap(({ domainname, orderid }) => (domainname === name && orderid ? [orderid] : []));
  return { isOwn: true, status, unpaidInvoice: await unpaidInvoiceOf(context, account, Math.max(0, ...orderIds)) };
}

/** Returns the unpaid invoice of the pending order that created a service; `null` if there is none. */
export async function unpaidInvoiceOfService(
  context: WhmcsContext,
  account: { id: number; currency: string },
  serviceId: number,
): Promise<InvoiceReference | null> {
  const rows = await context.api.list(getClientsProducts, { serviceid: serviceId }, { accountId: account.id });
  return unpaidInvoiceOf(context, account, rows.find(({ id }) => id === serviceId)?.orderid ?? 0);
}

async function unpaidInvoiceOf(
  context: WhmcsContext,
  { id: accountId, currency }: { id: number; currency: string },
  orderId: number,
): Promise<InvoiceReference | null> {
  const order = orderId > 0 ? await context.api.read(getOrder, { id: orderId }, { accountId }) : null;
  if (order?.status.toLowerCase() !== "pending" || order.invoice === null) return null;
  const invoice = await readInvoice(context, accountId, currency, order.invoice);
  return invoice?.status === "unpaid" ? invoice : null;
}

/** The statuses that do not prove that the account has registered the domain here. */
const PROVES_NOTHING: NameHolder["status"][] = ["pending", "pending_registration", "pending_transfer"];

/**
 * Returns whether the account must not use a domain for a site. The domain is refused if it is reserved, if another
 * account has the domain or a parent domain, or if another account has a service for the site. An account that
 * registered the domain or its parent here may use it although another account has a service for it.
 */
export async function siteRefused(context: WhmcsContext, accountId: number, site: string | null): Promise<boolean> {
  if (site === null) return false;
  const [services, ...names] = await inOrder(
    context.api.list(getHoldersOfSite, { domain: site }, { accountId: null }),
    ...withParents(site).map((name) => holdersOf(context, name)),
  );
  const holders = names.flat();
  const isRegistered = ({ status }: NameHolder) => !PROVES_NOTHING.includes(status);
  const isOwn = holders.some((holder) => holder.accountId === accountId && isRegistered(holder));
  const isOthersName = holders.some((holder) => holder.accountId !== accountId && holder.status !== "pending");
  const isOthersSite = services.some(
    ({ clientid, domain, status }) =>
      domain === site && clientid !== accountId && ["active", "suspended"].includes(status.toLowerCase()),
  );
  return isReservedSite(site, context.settings.blockedSites) || isOthersName || (isOthersSite && !isOwn);
}
