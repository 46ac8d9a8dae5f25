import * as z from "zod";
import { getInvoice, getInvoices } from "../../workers/billing-whmcs/api/actions/get-invoices.ts";
import { getPayMethods } from "../../workers/billing-whmcs/api/actions/get-pay-methods.ts";
import { getOrders } from "../../workers/billing-whmcs/api/actions/orders.ts";
import { getAdminDetails, getClientGroups } from "../../workers/billing-whmcs/api/actions/provider.ts";
import type { Parameters } from "../../workers/billing-whmcs/api/form.ts";
import { asList } from "../../workers/billing-whmcs/api/lists.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import { type Finding, ok, orderFinding, stop, warn } from "./findings.ts";
import { Installation } from "./installation.ts";

/** What is called to order and to change, with numbers that nothing has: only the role is tried. */
const WRITES: Record<string, Parameters> = {
  AddOrder: { clientid: 0 },
  CancelOrder: { orderid: 0 },
  UpgradeProduct: { serviceid: 0, calconly: true },
  AddCancelRequest: { serviceid: 0 },
  UpdateClientDomain: { domainid: 0 },
  DomainGetNameservers: { domainid: 0 },
  DomainUpdateNameservers: { domainid: 0 },
  DomainGetLockingStatus: { domainid: 0 },
  DomainUpdateLockingStatus: { domainid: 0 },
  DomainGetWhoisInfo: { domainid: 0 },
  DomainRequestEPP: { domainid: 0 },
  SendEmail: { messagename: "Invoice Created", id: 0 },
};

/** Modules that come with WHMCS and charge stored cards or accounts by themselves. */
const CAPTURING = new Set(
  (
    "acceptjs authorize authorizecim bluepay cybersource eway ewayv4 moneris navigate offlinecc optimalpayments payflowpro payjunction " +
    "paymentexpress paypal_acdc paypal_ppcpv paypalpaymentspro paypalpaymentsproref psigate quantumgateway sagepayrepeats " +
    "sagepaytokens securepay securetrading stripe stripe_ach stripe_sepa trustcommerce usaepay worldpayinvisible"
  ).split(" "),
);

/** Invoices whose gateway is looked at. */
const MAX_INVOICES = 10;

/** Whether orders and changes can be taken: settings, gateway, role and the list of orders. Changes nothing. */
export async function checkActing(
  texts: WhmcsSettingTexts,
  secrets: WhmcsSecrets,
  reachedAt?: string,
): Promise<Finding[]> {
  const { WHMCS_ORDER_GATEWAY: gateway, NAMESERVERS: nameservers } = texts;
  if (gateway === "") return [stop("WHMCS_ORDER_GATEWAY is not set: orders and changes are not taken.")];
  const whmcs = new Installation(texts, secrets, reachedAt);
  return [
    ok(`Orders are raised on ${gateway}; new names get ${nameservers}.`),
    ...(await gatewayFindings(whmcs, gateway)),
    ...(await roleFindings(whmcs)),
    ...(await orderListFindings(whmcs)),
  ];
}

async function gatewayFindings(whmcs: Installation, gateway: string): Promise<Finding[]> {
  const asked = await whmcs.ask("GetPaymentMethods", {});
  if (asked.kind !== "ok") return [stop("GetPaymentMethods is not answered: the gateway cannot be looked at.")];
  const methods = z
    .array(z.object({ module: z.string() }))
    .safeParse(asList(asked.body, "paymentmethods", "paymentmethod", (value) => "module" in value));
  const modules = methods.success ? methods.data.map(({ module }) => module) : [];
  if (!modules.includes(gateway)) {
    return [stop(`WHMCS has no gateway ${gateway} that is active. It has: ${modules.join(", ") || "none"}.`)];
  }
  const captures = CAPTURING.has(gateway) || (await hasCapturableInvoice(whmcs, gateway));
  if (captures) {
    return [
      stop(`${gateway} charges stored cards by itself: an order would be paid without its customer having opened it. Set
      WHMCS_ORDER_GATEWAY to one that does not, such as a bank transfer; customers choose another on the invoice's page.`),
    ];
  }
  return [
    warn(`Nothing shows that ${gateway} charges stored cards by itself. Place one order of your own, look at its invoice, and
      cancel it: an invoice that can be captured is taken back, and stops orders altogether.`),
  ];
}

/** Whether one of the newest invoices on the gateway can be captured. */
async function hasCapturableInvoice(whmcs: Installation, gateway: string): Promise<boolean> {
  const listed = await whmcs.ask(getInvoices.name, { orderby: "date", order: "desc", limitnum: 100 });
  if (listed.kind !== "ok") return false;
  const rows = asList(listed.body, "invoices", "invoice", (value) => "duedate" in value) ?? [];
  const row = z.object({ id: z.coerce.number(), paymentmethod: z.string() });
  const own = rows.flatMap((value) => row.safeParse(value).data ?? []).filter((one) => one.paymentmethod === gateway);
  for (const { id } of own.slice(0, MAX_INVOICES)) {
    const read = await whmcs.read(getInvoice, { invoiceid: id });
    if (read.kind === "ok" && read.body.ccgateway) return true;
  }
  return false;
}

async function roleFindings(whmcs: Installation): Promise<Finding[]> {
  const reads: Record<string, Parameters> = {
    [getPayMethods.name]: { clientid: 0 },
    [getOrders.name]: { userid: 0 },
    [getClientGroups.name]: {},
  };
  const lacking: string[] = [];
  for (const [name, parameters] of Object.entries({ ...reads, ...WRITES })) {
    const asked = await whmcs.ask(name, parameters);
    if (asked.kind === "not_allowed") lacking.push(name);
    else if (asked.kind === "no_answer") return [stop(`${name}: no answer (${asked.text}).`)];
  }
  if (lacking.length === 0) return [ok("The API role allows every action of orders and changes.")];
  return [stop(`The API role lacks ${lacking.join(", ")}: tick what it lacks under API Roles.`)];
}

async function orderListFindings(whmcs: Installation): Promise<Finding[]> {
  const asked = await whmcs.rows(getOrders, { limitnum: 25 });
  if (asked.kind === "not_allowed") return [];
  if (asked.kind !== "ok") return [warn("GetOrders was not read: a lost order could not be found by its lines.")];
  const { rows } = asked.body;
  if (rows.length === 0) return [warn("There is no order yet: the shape of orders was not seen.")];
  const own = await whmcs.read(getAdminDetails, {});
  const hasAdministrator = own.kind === "ok" && rows.some(({ adminId }) => adminId === own.body.adminId);
  return [
    orderFinding(getOrders.name, asked.body),
    hasAdministrator
      ? ok("Orders say which administrator placed them.")
      : warn(`No order here says that this credential's administrator placed it: until one does, an order of a customer's own, of the same thing in the same minute,
      may call for a person to look.`),
  ];
}
