import { addMonths, daysBetween } from "../../../shared/platform/calendar.ts";
import { scaleHalfUp } from "../../../shared/platform/money.ts";
import { type Cycle, cycleNamed, MONTHS } from "../cycles.ts";
import type { WhmcsUpgrade } from "../order-tables.ts";
import { isTruthy, numberOf, textOf } from "../parameters.ts";
import { makeUpgrade } from "../provisioning/fulfilment.ts";
import { enterOrder } from "../provisioning/order-placement.ts";
import { nextId, type WhmcsClient, type WhmcsProduct, type WhmcsService } from "../state.ts";
import { decimal } from "../wire-values.ts";
import { type Actions, type Installation, todayOf } from "./action.ts";
import { invalidPaymentMethod } from "./orders.ts";

export const upgradeActions: Actions = {
  /** Quotes or orders a service's change to another product or cycle. */
  UpgradeProduct(installation, parameters) {
    const { state, quirks, adminId } = installation;
    const { serviceid, calconly, paymentmethod, type, newproductid, newproductbillingcycle } = parameters;
    const service = state.services.find(({ id }) => id === numberOf(serviceid));
    const client = state.clients.find(({ id }) => id === service?.clientId);
    if (!service || !client) return { error: "Service ID Not Found" };
    const isCalculation = isTruthy(calconly);
    const isInProgress = hasUnpaidUpgrade(installation, service);
    if (isInProgress && !isCalculation && !installation.isRace)
      return { error: "Unable to accept upgrade order. Previous upgrade invoice for service is still unpaid." };
    const paymentMethod = textOf(paymentmethod) ?? "";
    // WHMCS accepts a calculation without a payment method.
    const wrongMethod = isCalculation && paymentMethod === "" ? null : invalidPaymentMethod(state, paymentMethod);
    if (wrongMethod) return wrongMethod;
    if (type !== "product") return { error: "Invalid Upgrade Type" };
    const product = state.products.find(({ id }) => id === numberOf(newproductid));
    const asked = textOf(newproductbillingcycle) ?? "";
    const cycle = cycleNamed(asked);
    if (!product || !cycle || product.prices[client.currency]?.[cycle] === undefined)
      return { error: "Invalid Billing Cycle Requested" };
    const { amount, recurringAmount } = upgradeCost(installation, service, { client, product, cycle });
    // These fields are unformatted, as the addon returns them.
    const calculated = { price: decimal(amount), newproductid: product.id, newproductbillingcycle: asked };
    if (isCalculation) return { members: { ...calculated, upgradeinprogress: isInProgress ? 1 : 0 } };

    const orderId = nextId(state.orders);
    const upgrade: WhmcsUpgrade = {
      ...{ id: nextId(state.upgrades), orderId, serviceId: service.id, productId: product.id, cycle },
      ...{ recurringAmount, amount, status: "Pending" },
    };
    state.upgrades.push(upgrade);
    const description = `Upgrade/Downgrade - ${service.name} => ${product.name} ${service.domain}`;
    const { id, invoiceId } = enterOrder(installation, {
      ...{ client, paymentMethod, orderId, by: { adminId } },
      lines: [{ kind: "upgrade", upgradeId: upgrade.id }],
      items: [{ type: "Upgrade", relatedId: upgrade.id, description, amount }],
    });
    if (invoiceId === null && quirks.makesFreeUpgrades) makeUpgrade(installation, upgrade);
    return {
      members: { ...calculated, orderid: id, invoiceid: invoiceId === null ? null : invoiceId },
    };
  },
};

function hasUnpaidUpgrade({ state }: Installation, { id }: WhmcsService): boolean {
  return state.upgrades.some(({ serviceId, status, orderId }) => {
    const invoiceId = state.orders.find((order) => order.id === orderId)?.invoiceId;
    const invoice = state.invoices.find((row) => row.id === invoiceId);
    return serviceId === id && status === "Pending" && invoice?.status === "Unpaid";
  });
}

/**
 * Returns the price of a change. With the same cycle, the remaining days are charged. Another cycle costs its full
 * price. In both cases, the rest of the current term is credited.
 */
function upgradeCost(
  installation: Installation,
  service: WhmcsService,
  { client, product, cycle }: { client: WhmcsClient; product: WhmcsProduct; cycle: Cycle },
) {
  const today = todayOf(installation);
  const present = cycleNamed(service.billingCycle);
  const due = service.nextDueOn;
  const startsOn = due && present ? addMonths(due, -MONTHS[present]) : null;
  const daysOfTerm = due && startsOn ? daysBetween(startsOn, due) : 1;
  const daysLeft = due && startsOn ? Math.min(Math.max(daysBetween(today, due), 0), daysOfTerm) : 0;
  const recurringAmount = product.prices[client.currency]?.[cycle] ?? 0;
  const credit = scaleHalfUp(service.amount, daysLeft, daysOfTerm);
  const charge = present === cycle ? scaleHalfUp(recurringAmount, daysLeft, daysOfTerm) : recurringAmount;
  return { recurringAmount, amount: charge - credit };
}
