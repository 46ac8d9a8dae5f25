import { addDays } from "../../../shared/platform/calendar.ts";
import { type Installation, todayOf } from "../actions/action.ts";
import { noteEvent } from "../addon/addon-events.ts";
import { cycleNamed } from "../cycles.ts";
import type { WhmcsService } from "../state.ts";
import { completeTransfer } from "./fulfilment.ts";
import { payInvoice, raiseInvoice } from "./invoicing.ts";

/** Number of days before the due date at which a renewal is invoiced. */
const INVOICED_DAYS = 14;

/**
 * Runs the installation's daily work for the server's current day. A second run on the same day changes nothing more.
 */
export function runDaily(installation: Installation): void {
  synchronise(installation);
  cancelRequested(installation);
  invoiceRenewals(installation);
  capture(installation);
}

/** Completes the paid transfers that have an auth code. */
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
    if (type === "Immediate" || (service.nextDueOn !== null && service.nextDueOn <= today)) {
      service.status = "Cancelled";
      noteEvent(installation, service.clientId, "service.cancelled", service.id);
    }
  }
}

/** Creates one invoice for each service and domain that renews soon. */
function invoiceRenewals(installation: Installation): void {
  const { services, domains, cancellations, invoices, clients, gateways } = installation.state;
  const until = addDays(todayOf(installation), INVOICED_DAYS);
  const isEnding = ({ id }: WhmcsService) => cancellations.some(({ serviceId }) => serviceId === id);
  const ofServices = services
    .filter((row) => row.status === "Active" && cycleNamed(row.billingCycle) !== undefined && !isEnding(row))
    .map((row) => ({ row, type: "Hosting" as const, description: `${row.name} - ${row.domain} (${row.nextDueOn})` }));
  const ofDomains = domains
    .filter(({ status, doesNotRenew }) => ["Active", "Grace"].includes(status) && !doesNotRenew)
    .map((row) => {
      const { name, years } = row;
      return { row, type: "Domain" as const, years, description: `Domain Renewal - ${name} - ${years} Year/s` };
    });
  for (const { row, ...line } of [...ofServices, ...ofDomains]) {
    const { id: relatedId, clientId, amount, nextDueOn: dueOn } = row;
    const isOpen = invoices.some(
      ({ status, items = [] }) =>
        status === "Unpaid" && items.some((item) => item.type === line.type && item.relatedId === relatedId),
    );
    const client = clients.find(({ id }) => id === clientId);
    if (!client || amount <= 0 || dueOn === null || dueOn > until || isOpen) continue;
    const paymentMethod = gateways[0]?.module ?? "";
    raiseInvoice(installation, client, [{ ...line, relatedId, amount }], { paymentMethod, dueOn });
  }
}

/** Charges the due invoices of a capturing gateway, if a card is stored. */
function capture(installation: Installation): void {
  const { invoices, gateways, payMethods } = installation.state;
  const today = todayOf(installation);
  for (const { id, clientId, status, dueOn, paymentMethod } of invoices) {
    const captures = gateways.find(({ module }) => module === paymentMethod)?.captures;
    const isStored = payMethods.some((method) => method.clientId === clientId && method.gateway === paymentMethod);
    if (status === "Unpaid" && dueOn <= today && captures && isStored) payInvoice(installation, id);
  }
}
