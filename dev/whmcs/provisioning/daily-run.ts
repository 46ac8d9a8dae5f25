import { addDays } from "../../../shared/platform/calendar.ts";
import type { Installation } from "../actions/action.ts";
import { cycleNamed } from "../cycles.ts";
import type { WhmcsInvoiceItem } from "../order-tables.ts";
import type { WhmcsDomain, WhmcsService } from "../state.ts";
import { todayOf } from "./calendar.ts";
import { completeTransfer } from "./fulfilment.ts";
import { payInvoice, raiseInvoice } from "./invoicing.ts";

/** Before a due date. */
const INVOICED_DAYS = 14;

/** What the installation does once a day: what is due by the server's today. A second run on a day does nothing more. */
export function runDaily(installation: Installation): void {
  synchronise(installation);
  cancelRequested(installation);
  invoiceRenewals(installation);
  capture(installation);
}

/** Transfers that have an auth code are completed. */
function synchronise(installation: Installation): void {
  for (const domain of installation.state.domains) {
    if (domain.status === "Pending Transfer" && domain.authCode) completeTransfer(installation, domain);
  }
}

function cancelRequested(installation: Installation): void {
  const { services, cancellations } = installation.state;
  const today = todayOf(installation);
  for (const { serviceId, type } of cancellations) {
    const service = services.find(({ id }) => id === serviceId);
    if (!service || !["Active", "Suspended"].includes(service.status)) continue;
    if (type === "Immediate" || (service.nextDueOn !== null && service.nextDueOn <= today))
      service.status = "Cancelled";
  }
}

/** One unpaid invoice for each service and domain that renews soon. */
function invoiceRenewals(installation: Installation): void {
  const { state } = installation;
  const until = addDays(todayOf(installation), INVOICED_DAYS);
  const isDue = ({ nextDueOn }: WhmcsService | WhmcsDomain) => nextDueOn !== null && nextDueOn <= until;
  const isOpen = (type: WhmcsInvoiceItem["type"], relatedId: number) =>
    state.invoices.some(
      ({ status, items = [] }) =>
        status === "Unpaid" && items.some((item) => item.type === type && item.relatedId === relatedId),
    );
  for (const service of state.services) {
    const isEnding = state.cancellations.some(({ serviceId }) => serviceId === service.id);
    const renews = service.status === "Active" && cycleNamed(service.billingCycle) !== undefined && !isEnding;
    if (!renews || service.amount <= 0 || !isDue(service) || isOpen("Hosting", service.id)) continue;
    const description = `${service.name} - ${service.domain} (${service.nextDueOn})`;
    invoice(installation, service, { type: "Hosting", relatedId: service.id, description, amount: service.amount });
  }
  for (const domain of state.domains) {
    const renews = ["Active", "Grace"].includes(domain.status) && !domain.doesNotRenew;
    if (!renews || !isDue(domain) || isOpen("Domain", domain.id)) continue;
    const description = `Domain Renewal - ${domain.name} - ${domain.years} Year/s`;
    if (domain.amount > 0) {
      const item = { type: "Domain", relatedId: domain.id, description, amount: domain.amount } as const;
      invoice(installation, domain, { ...item, years: domain.years });
    }
  }
}

function invoice(installation: Installation, renewed: WhmcsService | WhmcsDomain, item: WhmcsInvoiceItem): void {
  const { clients, gateways } = installation.state;
  const client = clients.find(({ id }) => id === renewed.clientId);
  const paymentMethod = gateways[0]?.module ?? "";
  const dueOn = renewed.nextDueOn ?? todayOf(installation);
  if (client) raiseInvoice(installation, client, [item], { paymentMethod, dueOn });
}

/** Charges what is due by a gateway that does so, where a card is stored. */
function capture(installation: Installation): void {
  const { invoices, gateways, payMethods } = installation.state;
  const today = todayOf(installation);
  for (const { id, clientId, status, dueOn, paymentMethod } of invoices) {
    const captures = gateways.find(({ module }) => module === paymentMethod)?.captures;
    const isStored = payMethods.some((method) => method.clientId === clientId && method.gateway === paymentMethod);
    if (status === "Unpaid" && dueOn <= today && captures && isStored) payInvoice(installation, id);
  }
}
