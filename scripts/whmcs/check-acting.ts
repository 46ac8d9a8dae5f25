import * as z from "zod";
import { AddonStatus } from "../../workers/billing-whmcs/bridge/messages.ts";
import type { WhmcsSettingTexts } from "../../workers/billing-whmcs/whmcs-settings.ts";
import { type Finding, ok, stop, warn } from "../findings.ts";
import type { WhmcsSecrets } from "../secrets-file.ts";
import { Installation } from "./installation.ts";

/** Payment modules of WHMCS that charge stored cards or bank accounts automatically. */
const CAPTURING = new Set(
  (
    "acceptjs authorize authorizecim bluepay cybersource eway ewayv4 moneris navigate offlinecc optimalpayments payflowpro payjunction " +
    "paymentexpress paypal_acdc paypal_ppcpv paypalpaymentspro paypalpaymentsproref psigate quantumgateway sagepayrepeats " +
    "sagepaytokens securepay securetrading stripe stripe_ach stripe_sepa trustcommerce usaepay worldpayinvisible"
  ).split(" "),
);

/**
 * Checks whether orders and changes are possible: the settings, the addon's Orders option and the gateway. The check
 * changes nothing.
 */
export async function checkActing(texts: WhmcsSettingTexts, secrets: WhmcsSecrets): Promise<Finding[]> {
  const { WHMCS_ORDER_GATEWAY: gateway } = texts;
  if (gateway === "") return [stop("WHMCS_ORDER_GATEWAY is not set: no orders or changes are accepted.")];
  const whmcs = new Installation(texts, secrets);
  const status = await whmcs.call("status", AddonStatus);
  const isTicked = status.kind === "ok" && status.body.orders;
  return [
    ok(`Orders are raised on ${gateway}.`),
    ...(isTicked ? [] : [stop("Orders is not ticked in the addon's settings: it refuses every order and change.")]),
    ...(await gatewayFindings(whmcs, gateway)),
  ];
}

async function gatewayFindings(whmcs: Installation, gateway: string): Promise<Finding[]> {
  const asked = await whmcs.ask("GetPaymentMethods", {});
  if (asked.kind !== "ok") return [stop("GetPaymentMethods does not answer, so the gateway cannot be checked.")];
  const methods = z.array(z.object({ module: z.string() })).safeParse(asked.body.rows);
  const modules = methods.success ? methods.data.map(({ module }) => module) : [];
  if (!modules.includes(gateway)) {
    return [stop(`WHMCS has no active gateway ${gateway}. It has: ${modules.join(", ") || "none"}.`)];
  }
  if (CAPTURING.has(gateway)) {
    return [
      stop(`${gateway} charges stored cards automatically: an order would be paid before its customer opens it. Set
      WHMCS_ORDER_GATEWAY to one that does not, such as a bank transfer; customers choose another on the invoice's page.`),
    ];
  }
  return [
    warn(`Nothing shows that ${gateway} charges stored cards automatically. Place one order yourself, look at its invoice, and
      cancel it: an invoice that can be captured is cancelled, and stops all orders.`),
  ];
}
