import { planNamed } from "../../../dev/seed/customers/price-list.ts";
import { cycleInWords, inWords } from "../../../dev/whmcs/cycles.ts";
import { productOf, storedCard } from "../../../dev/whmcs/seed.ts";
import type { Profile } from "../../../dev/whmcs/spelling.ts";
import { nextId as nextStateId } from "../../../dev/whmcs/state.ts";
import {
  type ActingScene,
  type BillingDifferences,
  type BillingScene,
  type BillingUnderTest,
  NOW,
  sceneIds,
  TIME_ZONE,
} from "../../billing-contract/scene.ts";
import { startWhmcs, type TestWhmcs } from "./whmcs-system.ts";

const WHMCS: BillingDifferences = {
  // Customers enter their password only on WHMCS's page.
  signIn: "redirect",
  // A domain that is ordered again also has its former row in WHMCS, which the Worker omits.
  listsFormerDomains: false,
  // WHMCS ends a service in its daily run, even if it is cancelled immediately.
  cancelsAtOnce: false,
  // In WHMCS, every ticket has a department.
  hasTicketsWithoutDepartment: false,
  // A promotion covers a fixed number of payments, so it lasts one year in only one billing cycle.
  discountsSeveralCycles: false,
  // Cart links identify a plan by its WHMCS product id.
  namesProducts: true,
  // WHMCS's API cannot query a registrar without an order.
  asksRegistrar: false,
};

/** Starts WHMCS as a billing system, on a simulated installation. The caller must stop it. */
export async function whmcsUnderTest(profile: Profile): Promise<BillingUnderTest & { stop(): Promise<unknown> }> {
  const at = { now: NOW };
  const whmcs = await startWhmcs({ profile, timeZone: TIME_ZONE, now: () => at.now });
  await whmcs.runScheduledWork();
  const setTime = (now: number) => {
    at.now = now;
  };
  return {
    billing: whmcs.billing,
    scene: { ...whmcsScene(whmcs, setTime), ...actingScene(whmcs) },
    what: WHMCS,
    stop: () => whmcs.stop(),
  };
}

function whmcsScene(
  { simulator: { state }, runScheduledWork }: TestWhmcs,
  setTime: (now: number) => void,
): Omit<BillingScene, keyof ActingScene> {
  const nextId = sceneIds();
  const revoke = async (loginId: number, accountId: number) => {
    state.memberships = state.memberships.filter((row) => row.userId !== loginId || row.clientId !== accountId);
  };
  return {
    setTime,
    async login({ email, language = "en" } = {}) {
      const id = nextId();
      state.users.push({
        ...{ id, email: email ?? `login-${id}@maple.example` },
        ...{ password: "scene", totpSecret: null, language: language === "fr" ? "french" : "english" },
      });
      return id;
    },
    async account({
      name = "Scene Inc.",
      isPerson = false,
      email = CONTACT,
      country = "CA",
      currency = "CAD",
      credit = 0,
      language = "en",
    } = {}) {
      const id = nextId();
      const [firstName = "", ...others] = name.split(" ");
      state.clients.push({
        ...{ id, firstName, lastName: others.join(" "), company: isPerson ? "" : name },
        ...{ email, country, state: country === "CA" ? "QC" : "", currency, credit, status: "Active" },
        language: language === "fr" ? "french" : "english",
      });
      state.payMethods.push(storedCard(id, id));
      return id;
    },
    async grant(userId, clientId, holds) {
      await revoke(userId, clientId);
      const isOwner = holds === "owner";
      const client = state.clients.find(({ id }) => id === clientId);
      const user = state.users.find(({ id }) => id === userId);
      // The addon sends a transfer code only if the owner signs in with the account's e-mail address.
      if (isOwner && client?.email === CONTACT && user) client.email = user.email;
      state.memberships.push({ userId, clientId, isOwner, permissions: isOwner ? [] : [...holds] });
    },
    revoke,
    async removeLogin(loginId) {
      state.users = state.users.filter(({ id }) => id !== loginId);
      state.memberships = state.memberships.filter(({ userId }) => userId !== loginId);
    },
    async service(clientId, service = {}) {
      const { planId, name = "Custom", domain = "", status = "active", billingCycle = "monthly" } = service;
      const id = nextId();
      state.services.push({
        ...{ id, clientId, domain },
        productId: planId ? productOf(planId) : OWN_PRODUCT,
        name: planId ? planNamed(planId).name.en : name,
        status: inWords(status),
        billingCycle: cycleInWords(billingCycle),
        nextDueOn: service.nextDueOn ?? null,
        amount: service.price ?? 100,
        ...(service.server && { server: { id: service.server.id, username: service.server.user } }),
      });
      return id;
    },
    async domain(clientId, { name, status = "active", autoRenew = false, ...domain }) {
      const id = nextId();
      state.domains.push({
        ...{ id, clientId, name, status: inWords(status), years: 1, doesNotRenew: !autoRenew },
        registeredOn: domain.registeredOn ?? null,
        expiresOn: domain.expiresOn ?? null,
        nextDueOn: domain.nextDueOn ?? null,
        amount: domain.renewalPrice ?? 0,
      });
      return id;
    },
    async invoice(clientId, invoice = {}) {
      const { status = "paid", issuedOn = "2026-01-02", dueOn = issuedOn, paidOn, subtotal = 1000 } = invoice;
      const { taxes = [], creditApplied: credit = 0, paid = 0 } = invoice;
      const id = nextId();
      const paidAt = paidOn ? `${paidOn}T17:00:00Z` : null;
      state.invoices.push({
        ...{ id, clientId, number: `T-${id}`, status: inWords(status), issuedOn, dueOn, paidAt },
        ...{ subtotal, taxes, credit, paid },
      });
      return id;
    },
    async ticket(clientId, ticket = {}) {
      const { subject = "Scene", department = "Billing", serviceId, status = "open" } = ticket;
      const { openedAt = "2026-01-02T09:00:00Z", lastReplyAt = null } = ticket;
      const id = nextId();
      const departmentId = state.departments.find(({ name }) => name === department)?.id;
      if (departmentId === undefined) throw new Error("every ticket has a department");
      state.tickets.push({
        ...{ id, number: `T-${id}`, clientId, departmentId, subject, openedAt, lastReplyAt },
        status: status === "customer_reply" ? "Customer-Reply" : inWords(status),
        about: serviceId === undefined ? "" : `S${serviceId}`,
      });
      return id;
    },
    async cancellation(serviceId, { when, requestedAt }) {
      const type = when === "immediately" ? "Immediate" : "End of Billing Period";
      state.cancellations.push({ id: nextId(), serviceId, type, requestedAt });
      // Run the scheduled work after the request, as in production.
      await runScheduledWork();
    },
    async remove(table, id) {
      const rows: { id: number }[] = state[table];
      rows.splice(
        rows.findIndex((row) => row.id === id),
        1,
      );
    },
  };
}

const CONTACT = "scene@maple.example";
/** A product that is not in the catalogue. */
const OWN_PRODUCT = 900;

/** Returns the part of the scene that orders and changes need. */
function actingScene({ simulator, db, outbox, operator, settled }: TestWhmcs): ActingScene {
  const { state, control, installation } = simulator;
  return {
    async paymentMethod(accountId, isOnFile) {
      state.payMethods = state.payMethods.filter(({ clientId }) => clientId !== accountId);
      if (isOnFile) state.payMethods.push(storedCard(nextStateId(state.payMethods), accountId));
    },
    registered(domain, more) {
      const own = state.domains.findLast(({ name }) => name === domain);
      const registeredOn = more?.registeredOn ?? own?.registeredOn ?? "2024-01-10";
      const expiresOn = more?.expiresOn ?? own?.expiresOn ?? "2027-06-20";
      installation.registrar.hold(domain, { registeredOn, expiresOn });
      // The API shows only the dates in WHMCS, which WHMCS copies from the registrar.
      if (own && more) Object.assign(own, more);
    },
    async pay(_loginId, _accountId, invoiceId) {
      control.pay(invoiceId);
    },
    async traces() {
      await settled();
      const { names, mailedCodes } = installation.registrar;
      return {
        changes: await db.prepare("SELECT total_changes() AS changes").first("changes"),
        installation: JSON.stringify([state, [...names.values()], mailedCodes]),
        mails: outbox.sent.length,
      };
    },
    async setHold(isHeld) {
      await (isHeld ? operator.hold() : operator.resume(false));
    },
  };
}
