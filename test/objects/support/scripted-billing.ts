import { WorkerEntrypoint } from "cloudflare:workers";
import type { Actor, ActorQuery, WriteCall } from "../../../shared/billing-contract/call.ts";
import type { CancellationRequest } from "../../../shared/billing-contract/cancellation.ts";
import type { DomainOrder, DomainOrderRequest, DomainRenewal } from "../../../shared/billing-contract/domain-orders.ts";
import type {
  PlanChange,
  PlanChangeRequest,
  PlanOrder,
  PlanOrderRequest,
} from "../../../shared/billing-contract/plan-orders.ts";
import type { BillingUnavailable, WriteRefused } from "../../../shared/billing-contract/result.ts";
import type { FoundWrite, SettledWrite, WriteOperation, WriteValue } from "../../../shared/billing-contract/writes.ts";
import type { ZoneChangeNotice } from "../../../shared/billing-contract/zone-notices.ts";
import { checkWithoutSource, type DomainCheck } from "../../../shared/catalogue-contract/domain-check.ts";
import { previewOf } from "../../../shared/ordering/write-preview.ts";
import { sampleDescription } from "../../support/sample-description.ts";
import { ACCOUNT, domainOf, PLACED, serviceOf, settingsOf, TERMS } from "./sample-answers.ts";

/** The behaviour of the billing system for the next action; `well` by default. */
export type Mood =
  | "well"
  /** Acts immediately, and responds after this many milliseconds. */
  | { late: number }
  /** Acts immediately, and responds once `isHeld` is false. */
  | "held"
  /** Accepts the request, and acts after this many milliseconds even if the caller has disconnected. */
  | { actsAfter: number }
  /** Acts and never responds. */
  | "silent"
  /** Neither acts nor responds. */
  | "deaf"
  /** Acts and then throws. */
  | "breaks after"
  /** Throws without acting. */
  | "breaks before"
  /** Acts and returns an invalid response. */
  | "half"
  | { refuses: WriteRefused | { code: "access_lost" | "permission_denied" | "not_found" } | BillingUnavailable };

/** Returns whether the response arrives before the account object stops waiting. */
export function answersInTime(mood: Mood = "well"): boolean {
  if (typeof mood === "string") return mood !== "silent" && mood !== "deaf";
  if ("late" in mood) return mood.late < TOO_LATE_MS;
  return "refuses" in mood;
}

/** A completed action. If an action is sent twice, its reference occurs twice. */
interface Done {
  reference: string;
  operation: WriteOperation;
  subject: string;
  value: WriteValue;
}

/** A delay after which the account object has stopped waiting, in milliseconds. */
export const TOO_LATE_MS = 300;

const initialScript = () => ({
  moods: [] as Mood[],
  /**
   * The time after which an unanswered call ends, by default longer than a test. An object with a pending call cannot
   * be evicted, so a test that evicts objects sets a shorter time.
   */
  brokenOffAfterMs: 30_000,
  isHeld: false,
  done: [] as Done[],
  /** The references of all actions that arrived. */
  asked: [] as string[],
  /** Whether a lookup by reference fails. */
  findsNothing: false,
  /** The result of a lookup by reference. */
  finds: "the truth" as "the truth" | "several" | "a failure",
  /** Whether the billing system is unavailable for settlements. */
  hearsNothing: false,
  /** The settlements that arrived. */
  settled: [] as (SettledWrite & { reference: string })[],
  authorizes: true,
  availability: "available" as DomainCheck["status"],
  forgotten: [] as string[],
  /** The request ids that arrived, with the method. */
  requestIds: [] as [asked: string, requestId: string | undefined][],
  consequences: "Its site and mail stop.",
  /** Whether the billing system accepts changes. */
  acts: true,
  eventsMissing: [],
  /** The price and the effect in every preview. */
  preview: { price: 1_899, changes: true },
  /** The refusal of every preview; `null` if previews succeed. */
  refusesChecks: null as WriteRefused | null,
  /** The notices to owners about changed zones. */
  notices: [] as ZoneChangeNotice[],
});
export const script = initialScript();

/** Deletes the completed actions and restores the default behaviour. */
export function resetScript(): void {
  Object.assign(script, initialScript());
}

const ok = <Value>(value: Value) => ({ ok: true as const, value });
const price = (amount: number) => ({ amount, currency: "CAD" as const });
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A billing system that follows the script of the test. */
export class ScriptedBilling extends WorkerEntrypoint {
  async authorize({ loginId, requestId }: ActorQuery) {
    script.requestIds.push(["authorize", requestId]);
    return unauthorized(loginId) ?? ok(ACCOUNT);
  }

  async listManagedAccounts() {
    return ok([{ ...ACCOUNT, owner: false }]);
  }

  async readHolding() {
    return ok({ ...ACCOUNT, owner: false, permissions: ["domains"] });
  }

  async readService(_: ActorQuery, id: number) {
    const server = { server: "1", user: "studioana" };
    return ok({ account: ACCOUNT, service: id === 2101 ? serviceOf(id) : null, server });
  }

  async describe() {
    return ok(sampleDescription({ acts: script.acts }));
  }

  async notifyZoneChange(_: WriteCall, notice: ZoneChangeNotice) {
    script.notices.push(notice);
    return ok({ account: ACCOUNT, ownerTold: true });
  }

  async quoteDomainOrder(_: ActorQuery, { availability }: DomainOrderRequest) {
    if (availability === "unknown") return { ok: false, problem: { code: "server_unavailable", retryAfter: 30 } };
    return ok({
      ...{ account: ACCOUNT, available: availability === "available", obstacle: null, missing: [], fields: [] },
      ...{ price: price(1_899), renewalPrice: price(2_199), terms: TERMS, needsAuthCode: false, autoRenew: true },
      registrant: { country: "CA", eligible: true, rule: null },
    });
  }

  async quotePlanOrder(_: ActorQuery, { planId, domain }: PlanOrderRequest) {
    return ok({
      ...{ account: ACCOUNT, planId, billingCycle: "annually", domain, setupFee: 0, terms: TERMS, missing: [] },
      firstPayment: { ...price(7_191), covers: "annually" },
      renewal: { ...price(9_588), billingCycle: "annually" },
      discount: { percent: 25, amount: 2_397, reason: { en: "First year", fr: "Première année" } },
    });
  }

  async quotePlanChange(_: ActorQuery, { serviceId, planId }: PlanChangeRequest) {
    return ok({
      ...{ account: ACCOUNT, service: serviceOf(serviceId), planId, billingCycle: "annually" },
      ...{ dueNow: price(1_000), credit: price(0), renewal: { ...price(19_188), billingCycle: "annually" } },
      ...{ effectiveOn: "2026-11-20", obstacle: null },
    });
  }

  async stateCancellation(_: ActorQuery, { serviceId, when }: CancellationRequest) {
    return ok(statementOf(serviceId, when));
  }

  async readRegistrarSettings(_: ActorQuery, domain: string) {
    return ok(settingsOf(domain, ["ns1.maple.example", "ns2.maple.example"], true));
  }

  orderDomain(action: WriteCall, { domain, acceptTerms, expectedPrice, availability }: DomainOrder) {
    const lost = unauthorized(action.loginId);
    if (lost) return lost;
    if (!action.commit) return judge("orderDomain");
    if (availability === "unknown") return refused({ code: "server_unavailable", retryAfter: 30 });
    if (availability !== "available") {
      return refused({ code: "not_available", reason: { en: "It is taken.", fr: "Il est pris." } });
    }
    if (expectedPrice !== null && expectedPrice !== 1_899) {
      return refused({ code: "price_changed", price: price(1_899) });
    }
    if (acceptTerms !== TERMS.version) return refused({ code: "terms_not_accepted", terms: TERMS });
    return perform(action, "orderDomain", domain, { ...PLACED, termsVersion: TERMS.version, autoRenew: true });
  }

  orderPlan(action: WriteCall, { planId, domain }: PlanOrder) {
    const ordered = { planId, billingCycle: "annually" as const, domain, serviceId: 2999, termsVersion: TERMS.version };
    return perform(action, "orderPlan", planId, { ...PLACED, ...ordered });
  }

  renewDomain(action: WriteCall, { domain, years }: DomainRenewal) {
    return perform(action, "renewDomain", domain, { ...PLACED, years });
  }

  changePlan(action: WriteCall, { serviceId, planId }: PlanChange) {
    const changed = { service: serviceOf(serviceId), planId, billingCycle: "annually" as const };
    return perform(action, "changePlan", String(serviceId), { ...PLACED, ...changed });
  }

  cancelService(action: WriteCall, { serviceId, when }: CancellationRequest) {
    if (!action.commit) return judge("cancelService", { serviceId, when });
    return perform(action, "cancelService", String(serviceId), statementOf(serviceId, when));
  }

  transferDomainOut(action: WriteCall, { domain }: { domain: string }) {
    const unlocked = {
      account: ACCOUNT,
      domain,
      unlocked: true,
      sentBy: "provider" as const,
      codeSentTo: "a•••@maple.example",
    };
    return perform(action, "transferDomainOut", domain, unlocked);
  }

  setDomainAutoRenew(_: WriteCall, { domain, autoRenew }: { domain: string; autoRenew: boolean }) {
    return change(ok({ account: ACCOUNT, domain: domainOf(domain, autoRenew) }));
  }

  setDomainNameservers(call: WriteCall, { domain, nameservers }: { domain: string; nameservers: string[] }) {
    if (!call.commit) return judge("setDomainNameservers");
    return change(ok({ ...settingsOf(domain, nameservers, true), changed: true, ownerTold: true }));
  }

  setDomainLock(call: WriteCall, { domain, locked }: { domain: string; locked: boolean }) {
    if (!call.commit) return judge("setDomainLock");
    return change(ok({ ...settingsOf(domain, [], locked), changed: true, ownerTold: !locked }));
  }

  async settleWrite({ reference }: WriteCall, settled: SettledWrite) {
    if (script.hearsNothing) return { ok: false, problem: { code: "billing_unavailable", retryAfter: 1 } };
    script.settled.push({ reference, ...settled });
    return ok(null);
  }

  async findWrite(actor: Actor, reference: string) {
    script.requestIds.push(["findWrite", actor.requestId]);
    if (script.findsNothing) return { ok: false, problem: { code: "billing_unavailable", retryAfter: 1 } };
    if (script.finds === "a failure") throw new Error("broken");
    if (script.finds === "several") return ok({ state: "several", count: 2 });
    const found = script.done.find((done) => done.reference === reference);
    const value: FoundWrite = found
      ? { state: "done", operation: found.operation, value: found.value }
      : { state: "absent" };
    return ok(value);
  }

  /** The method that the catalogue uses to check a domain. */
  async checkNameNow(_name: string, _connection: string | null, requestId?: string) {
    script.requestIds.push(["checkNameNow", requestId]);
    const { availability } = script;
    const check = checkWithoutSource(availability, "registered", 0, availability === "unknown" ? 30_000 : null);
    return { outcome: "checked", check, rate: null };
  }

  async forgetDomain(name: string) {
    script.forgotten.push(name);
  }
}

function statementOf(serviceId: number, when: CancellationRequest["when"]) {
  return {
    account: ACCOUNT,
    service: serviceOf(serviceId),
    when,
    effectiveOn: "2027-03-01",
    consequences: [{ en: script.consequences, fr: "" }],
  };
}

/** Returns the preview of a write without `commit`. */
async function judge(operation: string, cancellation?: CancellationRequest) {
  if (script.refusesChecks) return refused(script.refusesChecks);
  const { price: amount, changes } = script.preview;
  const isOrder = operation === "renewDomain" || operation === "changePlan" || operation.startsWith("order");
  const preview = previewOf(ACCOUNT, {
    ...{ changes, isDowngrade: false },
    price: isOrder ? price(amount) : null,
    statement: cancellation ? statementOf(cancellation.serviceId, cancellation.when) : null,
  });
  return ok(preview);
}

/** Refuses a login without permission. Login 99 has lost access to the account. */
function unauthorized(loginId: number) {
  if (loginId === 99) return refused({ code: "access_lost" });
  return script.authorizes ? null : refused({ code: "permission_denied" });
}

async function perform(action: WriteCall, operation: WriteOperation, subject: string, value: WriteValue) {
  const lost = unauthorized(action.loginId);
  if (lost) return lost;
  if (!action.commit) return judge(operation);
  const { reference, requestId } = action;
  script.asked.push(reference);
  script.requestIds.push([operation, requestId]);
  const mood = script.moods.shift() ?? "well";
  const act = () => void script.done.push({ reference, operation, subject, value });
  if (typeof mood === "object") {
    if ("refuses" in mood) return refused(mood.refuses);
    if ("actsAfter" in mood) {
      await wait(mood.actsAfter);
      act();
      return never();
    }
    act();
    await wait(mood.late);
    return ok(value);
  }
  if (mood === "deaf") return never();
  if (mood === "breaks before") throw new Error("broken");
  act();
  if (mood === "silent") return never();
  while (mood === "held" && script.isHeld) await wait(10);
  if (mood === "breaks after") throw new Error("broken");
  return mood === "half" ? { half: "an answer" } : ok(value);
}

async function change<Value>(answer: Value) {
  const mood = script.moods.shift() ?? "well";
  script.asked.push("change");
  if (typeof mood === "object" && "refuses" in mood) return refused(mood.refuses);
  if (typeof mood === "object" && "late" in mood) await wait(mood.late);
  else if (mood !== "well") throw new Error("broken");
  return answer;
}

async function refused<Problem>(problem: Problem) {
  return { ok: false as const, problem };
}

function never(): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Error("gone")), script.brokenOffAfterMs));
}
