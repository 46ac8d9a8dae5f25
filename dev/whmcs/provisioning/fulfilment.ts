import type { Installation } from "../actions/action.ts";
import { cycleNamed, cycleWord, MONTHS } from "../cycles.ts";
import type { WhmcsInvoiceItem, WhmcsUpgrade } from "../order-tables.ts";
import type { WhmcsDomain, WhmcsService } from "../state.ts";
import { monthsAfter, todayOf } from "./calendar.ts";

/** Does what a line of a paid invoice is for. What the registrar refuses stays as it is. */
export function carryOut(installation: Installation, item: WhmcsInvoiceItem): void {
  const { state } = installation;
  switch (item.type) {
    case "Hosting": {
      const service = state.services.find(({ id }) => id === item.relatedId);
      if (service) setUpOrRenew(installation, service);
      return;
    }
    case "DomainRegister":
    case "DomainTransfer": {
      const domain = state.domains.find(({ id }) => id === item.relatedId);
      if (domain) sendToRegistrar(installation, domain);
      return;
    }
    case "Domain": {
      const domain = state.domains.find(({ id }) => id === item.relatedId);
      if (domain) renew(installation, domain, item.years ?? domain.years);
      return;
    }
    case "Upgrade": {
      const upgrade = state.upgrades.find(({ id }) => id === item.relatedId);
      if (upgrade) makeUpgrade(installation, upgrade);
      return;
    }
    default:
      return;
  }
}

/** A pending service is set up; another one gets its next term. */
function setUpOrRenew(installation: Installation, service: WhmcsService): void {
  const cycle = cycleNamed(service.billingCycle);
  switch (service.status) {
    case "Pending":
      service.status = "Active";
      service.nextDueOn = cycle ? monthsAfter(todayOf(installation), MONTHS[cycle]) : null;
      break;
    case "Active":
    case "Suspended":
      service.status = "Active";
      if (cycle && service.nextDueOn) service.nextDueOn = monthsAfter(service.nextDueOn, MONTHS[cycle]);
      break;
    default:
      break;
  }
}

/** Registers a name, or asks for its transfer, which comes with the registrar's next synchronisation. */
function sendToRegistrar(installation: Installation, domain: WhmcsDomain): void {
  if (domain.status !== "Pending") return;
  if (domain.isTransfer) {
    domain.status = "Pending Transfer";
    return;
  }
  const { nameservers } = domain;
  const registered = installation.registrar.register(domain.name, domain.years, {
    today: todayOf(installation),
    ...(nameservers ? { nameservers } : {}),
  });
  if (!registered.ok) return;
  const { registeredOn, expiresOn } = registered.value;
  Object.assign(domain, { status: "Active", registeredOn, expiresOn, nextDueOn: expiresOn });
}

/** What is registered at the start is so through the installation's registrar. */
export function holdRegistered({ state, registrar }: Pick<Installation, "state" | "registrar">): void {
  for (const { name, status, registeredOn, expiresOn } of state.domains) {
    if (!["Active", "Grace", "Redemption"].includes(status) || !registeredOn || !expiresOn) continue;
    registrar.hold(name, { registeredOn, expiresOn });
  }
}

/** A transfer that the registrar has completed: the name has a year more. */
export function completeTransfer(installation: Installation, domain: WhmcsDomain): void {
  const today = todayOf(installation);
  const expiresOn = monthsAfter(today, 12);
  installation.registrar.hold(domain.name, { registeredOn: today, expiresOn });
  Object.assign(domain, { status: "Active", registeredOn: today, expiresOn, nextDueOn: expiresOn });
}

function renew({ registrar }: Installation, domain: WhmcsDomain, years: number): void {
  const renewed = registrar.renew(domain.name, years);
  if (!renewed.ok) return;
  const { expiresOn } = renewed.value;
  Object.assign(domain, { status: "Active", expiresOn, nextDueOn: expiresOn });
}

/** Another cycle begins today; the same one keeps its due date. */
export function makeUpgrade(installation: Installation, upgrade: WhmcsUpgrade): void {
  const { state } = installation;
  const service = state.services.find(({ id }) => id === upgrade.serviceId);
  if (!service || upgrade.status !== "Pending") return;
  const word = cycleWord(upgrade.cycle);
  if (service.billingCycle !== word) service.nextDueOn = monthsAfter(todayOf(installation), MONTHS[upgrade.cycle]);
  service.productId = upgrade.productId;
  service.name = state.products.find(({ id }) => id === upgrade.productId)?.name ?? service.name;
  service.billingCycle = word;
  service.amount = upgrade.recurringAmount;
  upgrade.status = "Completed";
  const client = state.clients.find(({ id }) => id === service.clientId);
  if (client && upgrade.amount < 0) client.credit -= upgrade.amount;
}
