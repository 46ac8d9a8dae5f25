import type { SentAction } from "../../../shared/billing-contract/actions.ts";
import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import { getClientsProducts } from "../api/actions/get-clients-products.ts";
import { getOrders, type OrderedItem, type OrderRow } from "../api/actions/orders.ts";
import { instantOf } from "../api/local-time.ts";
import type { ApiOutcome, Unavailable } from "../api/outcome.ts";
import { billingCycleOf } from "../services/billing-cycles.ts";
import type { WhmcsContext } from "../whmcs-context.ts";
import type { MadeByOrder, OrderLine } from "./order-request.ts";

/** The account, and who asks. */
export interface OrderSearch {
  accountId: number;
  requestId?: string | undefined;
  /** Its own order is not another's, though a lookup at the same time has noted it already. */
  reference?: string;
  line: OrderLine;
  /** Only orders above it can be the one. */
  watermark: number;
}

export type SearchedOrder =
  | { kind: "none" }
  | { kind: "one"; orderId: number; made: MadeByOrder }
  | { kind: "several"; count: number }
  | Unavailable;

/** The highest order of an account, 0 without any: an order that comes later has a higher one. */
export async function newestOrder(
  { api }: WhmcsContext,
  { accountId, requestId }: Pick<OrderSearch, "accountId" | "requestId">,
): Promise<ApiOutcome<number>> {
  const read = await api.list(getOrders, { userid: accountId }, { accountId, requestId });
  return read.kind === "ok" ? { kind: "ok", body: Math.max(0, ...read.body.map(({ id }) => id)) } : read;
}

/**
 * The order that was placed for a line, by what the line says: orders of this Worker's administrator above the watermark that belong
 * to no other reference. What cannot be told apart is several, never one.
 */
export async function searchOrder(context: WhmcsContext, search: OrderSearch): Promise<SearchedOrder> {
  const { watermark, line } = search;
  const orders = await unaccountedOrders(context, search);
  if (orders.kind === "said_no") return { kind: "none" };
  if (orders.kind !== "ok") return orders;
  const candidates = orders.body.filter(({ id }) => id > watermark);
  const compared = await Promise.all(candidates.map((order) => compare(context, search, order)));
  const failed = compared.find((one) => typeof one === "object");
  if (failed) return failed;
  const maybe = candidates.filter((_, index) => compared[index] !== "other");
  const [only] = maybe;
  if (!only) return { kind: "none" };
  // One that is noted for nobody may be the customer's own.
  if (maybe.length > 1 || only.adminId === null || compared[candidates.indexOf(only)] !== "same")
    return { kind: "several", count: maybe.length };
  return { kind: "one", orderId: only.id, made: madeBy(only, line) };
}

/** Clocks differ: an order this much older than the call may be the one. */
export const CLOCK_SKEW_MS = 600_000;

/**
 * How many orders of this Worker's administrator about one thing nothing accounts for, since it was sent.
 * @param sent what it was about, without what was ordered
 */
export async function searchUnaccounted(
  context: WhmcsContext,
  { accountId, requestId, sent }: Pick<OrderSearch, "accountId" | "requestId"> & { sent: SentAction },
): Promise<ApiOutcome<number>> {
  const orders = await unaccountedOrders(context, { accountId, requestId });
  if (orders.kind !== "ok") return orders;
  const since = Date.parse(sent.sentAt) - CLOCK_SKEW_MS;
  const { timeZone } = context.settings;
  const isLater = ({ date }: OrderRow) => date === null || Date.parse(instantOf(date, timeZone)) >= since;
  return { kind: "ok", body: orders.body.filter((order) => isLater(order) && mayBeOf(order, sent)).length };
}

/** Whether an order may be one of the operation on the target. */
function mayBeOf({ lines, renewals }: OrderRow, { operation, target }: SentAction): boolean {
  if (lines === null || renewals === null) return true;
  const [, name] = /^domain:(.+)$/.exec(target ?? "") ?? [];
  const isOfDomain = lines.some((line) => isDomain(line) && (name === undefined || line.domain === name));
  switch (operation) {
    case "orderDomain":
      return isOfDomain;
    case "renewDomain":
      return isOfDomain || renewals.size > 0;
    case "orderPlan":
      return lines.some(isProduct);
    case "changePlan":
      return renewals.size === 0 && !lines.some((line) => isDomain(line) || isProduct(line));
    case "cancelService":
    case "transferDomainOut":
      // Neither places an order.
      return false;
  }
}

/** The account's orders that this Worker's administrator may have placed, and that belong to no other reference. */
export async function unaccountedOrders(
  { api, facts, actions }: WhmcsContext,
  { accountId, requestId, reference }: Pick<OrderSearch, "accountId" | "requestId" | "reference">,
): Promise<ApiOutcome<OrderRow[]>> {
  const [orders, adminId, taken] = await Promise.all([
    api.list(getOrders, { userid: accountId }, { accountId, requestId }),
    facts.adminId(api, requestId),
    actions.ordersOf(accountId, reference),
  ]);
  if (orders.kind !== "ok") return orders;
  if (adminId.kind !== "ok") return adminId;
  const { body: own } = adminId;
  // Some installations may note its orders for nobody, as a customer's own are: until one of ours here has shown otherwise.
  const isNoted = orders.body.some(({ id, adminId: by }) => taken.has(id) && by === own);
  const isOurs = ({ id, adminId: by }: OrderRow) =>
    !taken.has(id) && (by === undefined || by === own || (by === null && !isNoted));
  return { kind: "ok", body: orders.body.filter(isOurs) };
}

function madeBy({ invoiceId, lines }: OrderRow, { kind }: OrderLine): MadeByOrder {
  const item = kind === "plan" ? lines?.find(isProduct) : undefined;
  return { invoiceId, serviceId: item?.relid ?? null };
}

type Comparison = "same" | "other" | "unreadable";

async function compare(
  context: WhmcsContext,
  { accountId, requestId, line }: OrderSearch,
  { lines, renewals }: OrderRow,
): Promise<Comparison | Unavailable> {
  if (lines === null || renewals === null) return "unreadable";
  const [item] = lines;
  // What the wanted line stands among, or may be, is not the order that was asked for, and may be what WHMCS made of it.
  const isOdd = lines.length > 1 ? lines.some((one) => mayBeLine(one, line)) : item !== undefined && !isKnown(item);
  if (isOdd) return "unreadable";
  switch (line.kind) {
    case "register":
    case "transfer": {
      if (!item || lines.length > 1 || !isDomain(item) || item.domain !== line.domain) return "other";
      const kind = kindOf(item);
      if (kind !== line.kind) return kind === null ? "unreadable" : "other";
      return yearsIn(item) === line.years || yearsIn(item) === null ? "same" : "other";
    }
    case "renew": {
      const years = renewals.get(line.domainId);
      if (years !== undefined) return renewals.size === 1 && years === line.years ? "same" : "other";
      if (!item || !isDomain(item) || item.domain !== line.domain || lines.length > 1) return "other";
      const kind = kindOf(item);
      if (kind === null) return "unreadable";
      return kind === "renew" ? "same" : "other";
    }
    case "plan": {
      if (!item || lines.length > 1 || !isProduct(item) || item.domain !== line.domain) return "other";
      if (cycleIn(item) === null) return "unreadable";
      if (cycleIn(item) !== line.billingCycle) return "other";
      if (item.relid === null) return "unreadable";
      const parameters = { clientid: accountId, serviceid: item.relid };
      const services = await context.api.list(getClientsProducts, parameters, { accountId, requestId });
      if (services.kind !== "ok") return services.kind === "said_no" ? "unreadable" : services;
      const service = services.body.find(({ id }) => id === item.relid);
      if (!service) return "unreadable";
      return service.pid === line.productId ? "same" : "other";
    }
    case "change":
      // Nothing says how an upgrade is listed: an order of ours that is nothing else is one.
      return lines.every((one) => !isDomain(one) && !isProduct(one)) && renewals.size === 0 ? "same" : "other";
  }
}

/** Whether a line among others is about what was ordered, or says too little. */
function mayBeLine(item: OrderedItem, line: OrderLine): boolean {
  if (!isKnown(item)) return true;
  switch (line.kind) {
    case "register":
    case "transfer":
    case "renew":
      return isDomain(item) && item.domain === line.domain;
    case "plan":
      return isProduct(item) && item.domain === line.domain;
    case "change":
      return false;
  }
}

function isKnown(item: OrderedItem): boolean {
  return isDomain(item) || isProduct(item) || OTHER_TYPES.has(item.type.toLowerCase());
}

/** Types of lines that are neither a name nor a product. */
const OTHER_TYPES = new Set(["addon", "upgrade", "renewal"]);

function isDomain({ type }: OrderedItem): boolean {
  return type.toLowerCase().startsWith("domain");
}

function isProduct({ type }: OrderedItem): boolean {
  return ["product", "hosting"].includes(type.toLowerCase());
}

/** What a line does with its name; null where its text does not tell, as in another language. */
function kindOf({ product }: OrderedItem): "register" | "transfer" | "renew" | null {
  const text = product?.toLowerCase() ?? "";
  return (["register", "transfer", "renew"] as const).find((kind) => text.includes(kind)) ?? null;
}

/** The billing cycle of a domain's line is its number of years; null where it is something else. */
function yearsIn({ billingcycle }: OrderedItem): number | null {
  const years = Number.parseInt(billingcycle ?? "", 10);
  return Number.isInteger(years) ? years : null;
}

function cycleIn({ billingcycle }: OrderedItem): BillingCycle | null {
  return billingCycleOf(billingcycle ?? "");
}
