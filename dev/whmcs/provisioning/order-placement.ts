import { addYears } from "../../../shared/platform/calendar.ts";
import type { MinorUnits } from "../../../shared/platform/money.ts";
import { type Installation, instantOf, todayOf } from "../actions/action.ts";
import type { WhmcsInvoiceItem, WhmcsOrder, WhmcsOrderLine } from "../order-tables.ts";
import { nextId, type WhmcsClient, type WhmcsDomain } from "../state.ts";
import { raiseInvoice } from "./invoicing.ts";
import * as prices from "./prices.ts";

/** The items to order. As in a cart, an item that is not sold is left out. */
export interface OrderRequest {
  client: WhmcsClient;
  paymentMethod: string;
  products?: { productId: number; cycle: string; domain: string }[];
  domains?: OrderedDomain[];
  renewals?: { domain: WhmcsDomain; years: number }[];
  promoCode?: string;
  /** The nameservers for all new domains. */
  nameservers?: string[];
  isWithoutInvoice?: boolean;
}

export interface OrderedDomain {
  name: string;
  type: "Register" | "Transfer";
  years: number;
  authCode?: string;
  fields?: Record<string, string>;
}

/** The person who orders: a user of the account, or the administrator of the API's credential. */
export type Requestor = { userId: number } | { adminId: number };

/** An order that is being assembled. */
interface Cart {
  installation: Installation;
  request: OrderRequest;
  orderId: number;
  lines: WhmcsOrderLine[];
  items: WhmcsInvoiceItem[];
}

/**
 * Places an order with its invoice. The new services and domains are pending.
 * @returns `null` if none of the items is sold
 */
export function placeOrder(installation: Installation, request: OrderRequest, by: Requestor): WhmcsOrder | null {
  const cart: Cart = { installation, request, orderId: nextId(installation.state.orders), lines: [], items: [] };
  for (const product of request.products ?? []) addProduct(cart, product);
  for (const domain of request.domains ?? []) addDomain(cart, domain);
  for (const renewal of request.renewals ?? []) addRenewal(cart, renewal);
  if (cart.lines.length === 0) return null;
  return enterOrder(installation, { ...request, ...cart, by });
}

/** Stores an order with its invoice. There is no invoice if nothing is due, or if the order is without an invoice. */
export function enterOrder(
  installation: Installation,
  order: Pick<OrderRequest, "client" | "paymentMethod" | "isWithoutInvoice"> &
    Pick<Cart, "orderId" | "lines" | "items"> & { by: Requestor },
): WhmcsOrder {
  const { client, paymentMethod, isWithoutInvoice, orderId, lines, items, by } = order;
  const entered: WhmcsOrder = {
    ...{ id: orderId, clientId: client.id },
    requestorId: "userId" in by ? by.userId : 0,
    adminRequestorId: "adminId" in by ? by.adminId : 0,
    placedAt: instantOf(installation),
    status: "Pending",
    ...{ lines, invoiceId: null },
  };
  installation.state.orders.push(entered);
  const due = items.reduce((sum, { amount }) => sum + amount, 0);
  if (due > 0 && !isWithoutInvoice) raiseInvoice(installation, client, items, { paymentMethod, order: entered });
  return entered;
}

function addProduct(
  cart: Cart,
  { productId, cycle: asked, domain }: { productId: number; cycle: string; domain: string },
) {
  const { installation, request, orderId, lines, items } = cart;
  const { state } = installation;
  const { client, promoCode = "" } = request;
  const product = state.products.find(({ id }) => id === productId);
  const terms = product && prices.productTerms(product, asked, client.currency);
  if (!product || !terms) return;
  const today = todayOf(installation);
  const { word, cycle, price, setupFee } = terms;
  const promotion = prices.promotionFor(state, promoCode, { product, word, today });
  const discount = promotion ? prices.discountOf(price, promotion.percent) : 0;
  const recurring = promotion?.recursFor ? price - discount : price;
  const id = nextId(state.services);
  state.services.push({
    ...{ id, clientId: client.id, productId, name: product.name, domain, status: "Pending", billingCycle: word },
    ...{ nextDueOn: today, amount: cycle ? recurring : 0, orderId },
  });
  const line = { relatedId: id, description: `${product.name} - ${domain} (${today})` };
  items.push({ type: "Hosting", ...line, amount: price });
  if (setupFee > 0) items.push({ type: "Item", ...line, description: `${product.name} Setup Fee`, amount: setupFee });
  if (discount > 0) items.push({ type: "PromoHosting", ...line, description: promoCode, amount: -discount });
  discountOfGroup(cart, line, price + setupFee - discount);
  lines.push({ kind: "product", serviceId: id });
}

function addDomain(cart: Cart, { name, type, years, authCode, fields }: OrderedDomain): void {
  const { installation, request, orderId, lines, items } = cart;
  const { state } = installation;
  const { client, nameservers } = request;
  const listed = prices.extensionPrices(state, name, client.currency)?.prices;
  if (!listed || years < 1) return;
  const isTransfer = type === "Transfer";
  const amount = isTransfer ? listed.transfer : prices.registrationPrice(listed, years);
  const today = todayOf(installation);
  const id = nextId(state.domains);
  state.domains.push({
    ...{ id, clientId: client.id, name, status: "Pending", registeredOn: today, expiresOn: null, nextDueOn: today },
    ...{ amount: listed.renew * years, years, doesNotRenew: false, orderId, isTransfer },
    ...(nameservers && { nameservers }),
    ...(authCode !== undefined && { authCode }),
    ...(fields && { fields }),
  });
  const description = `Domain ${isTransfer ? "Transfer" : "Registration"} - ${name} - ${years} Year/s (${today})`;
  const line = { relatedId: id, description };
  items.push({ type: isTransfer ? "DomainTransfer" : "DomainRegister", ...line, amount });
  discountOfGroup(cart, line, amount);
  lines.push({ kind: "domain", domainId: id, type, years });
}

function addRenewal(cart: Cart, { domain, years }: { domain: WhmcsDomain; years: number }): void {
  const { installation, request, lines, items } = cart;
  const amount = prices.renewalPrice(installation, domain, years, request.client.currency);
  const from = domain.expiresOn ?? todayOf(installation);
  const description = `Domain Renewal - ${domain.name} - ${years} Year/s (${from} - ${addYears(from, years)})`;
  const line = { relatedId: domain.id, description };
  items.push({ type: "Domain", ...line, amount, years });
  discountOfGroup(cart, line, amount);
  lines.push({ kind: "renewal", domainId: domain.id, years });
}

function discountOfGroup(
  { request, items }: Cart,
  line: Pick<WhmcsInvoiceItem, "relatedId" | "description">,
  amount: MinorUnits,
): void {
  const discount = prices.discountOf(amount, prices.groupDiscount(request.client));
  if (discount > 0)
    items.push({ type: "GroupDiscount", ...line, description: "Client Group Discount", amount: -discount });
}
