import { addMonths } from "../../../shared/platform/calendar.ts";
import { type Installation, todayOf } from "../actions/action.ts";
import { noteEvent } from "../addon/addon-events.ts";
import { cycleInWords, cycleNamed, MONTHS } from "../cycles.ts";
import type { WhmcsInvoiceItem, WhmcsUpgrade } from "../order-tables.ts";
import type { WhmcsDomain, WhmcsService } from "../state.ts";

/** Fulfils a line of a paid invoice. If the registrar refuses, nothing is changed. */
export function carryOut(installation: Installation, { type, relatedId, years }: WhmcsInvoiceItem): void {
  const { services, domains, upgrades } = installation.state;
  const service = services.find(({ id }) => id === relatedId);
  const domain = domains.find(({ id }) => id === relatedId);
  const upgrade = upgrades.find(({ id }) => id === relatedId);
  if (type === "Hosting" && service) setUpOrRenew(installation, service);
  if ((type === "DomainRegister" || type === "DomainTransfer") && domain) sendToRegistrar(installation, domain);
  if (type === "Domain" && domain) renew(installation, domain, years ?? domain.years);
  if (type === "Upgrade" && upgrade) makeUpgrade(installation, upgrade);
}

/** Sets up a pending service, or extends an active or suspended service by a term. */
function setUpOrRenew(installation: Installation, service: WhmcsService): void {
  const cycle = cycleNamed(service.billingCycle);
  const isNew = service.status === "Pending";
  if (!isNew && service.status !== "Active" && service.status !== "Suspended") return;
  service.status = "Active";
  if (isNew) noteEvent(installation, service.clientId, "service.activated", service.id);
  const from = isNew ? todayOf(installation) : service.nextDueOn;
  if (cycle && from) service.nextDueOn = addMonths(from, MONTHS[cycle]);
  else if (isNew) service.nextDueOn = null;
}

/** Registers a domain, or requests its transfer. The registrar's next synchronisation completes the transfer. */
function sendToRegistrar(installation: Installation, domain: WhmcsDomain): void {
  if (domain.status !== "Pending") return;
  if (domain.isTransfer) {
    domain.status = "Pending Transfer";
    return;
  }
  const registered = installation.registrar.register(domain, todayOf(installation));
  if (!registered.ok) return;
  const { registeredOn, expiresOn } = registered.value;
  Object.assign(domain, { status: "Active", registeredOn, expiresOn, nextDueOn: expiresOn });
  noteEvent(installation, domain.clientId, "domain.registered", domain.name);
}

/** Adds the domains that are registered at the start to the installation's registrar. */
export function holdRegistered({ state, registrar }: Pick<Installation, "state" | "registrar">): void {
  for (const { name, status, registeredOn, expiresOn } of state.domains) {
    if (!["Active", "Grace", "Redemption"].includes(status) || !registeredOn || !expiresOn) continue;
    registrar.hold(name, { registeredOn, expiresOn });
  }
}

/** Completes a transfer at the registrar, with an expiry date one year from today. */
export function completeTransfer(installation: Installation, domain: WhmcsDomain): void {
  const today = todayOf(installation);
  const expiresOn = addMonths(today, 12);
  installation.registrar.hold(domain.name, { registeredOn: today, expiresOn });
  Object.assign(domain, { status: "Active", registeredOn: today, expiresOn, nextDueOn: expiresOn });
  noteEvent(installation, domain.clientId, "domain.transferred_in", domain.name);
}

function renew({ registrar }: Installation, domain: WhmcsDomain, years: number): void {
  const renewed = registrar.renew(domain.name, years);
  if (!renewed.ok) return;
  const { expiresOn } = renewed.value;
  Object.assign(domain, { status: "Active", expiresOn, nextDueOn: expiresOn });
}

/** Makes an upgrade. A new cycle begins today, and the same cycle keeps its due date. */
export function makeUpgrade(installation: Installation, upgrade: WhmcsUpgrade): void {
  const { state } = installation;
  const service = state.services.find(({ id }) => id === upgrade.serviceId);
  if (!service || upgrade.status !== "Pending") return;
  const word = cycleInWords(upgrade.cycle);
  if (service.billingCycle !== word) service.nextDueOn = addMonths(todayOf(installation), MONTHS[upgrade.cycle]);
  service.productId = upgrade.productId;
  service.name = state.products.find(({ id }) => id === upgrade.productId)?.name ?? service.name;
  service.billingCycle = word;
  service.amount = upgrade.recurringAmount;
  upgrade.status = "Completed";
  const client = state.clients.find(({ id }) => id === service.clientId);
  if (client && upgrade.amount < 0) client.credit -= upgrade.amount;
}
