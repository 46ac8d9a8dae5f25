import { describe, expect, test } from "vitest";
import type { BillingCycle } from "../../../shared/billing-contract/billing-cycle.ts";
import type { ActorQuery } from "../../../shared/billing-contract/call.ts";
import type { BillingProblem } from "../../../shared/billing-contract/result.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { QuoteResult, Writes } from "../../../shared/billing-contract/writes.ts";
import { domainOrder, planOrder, TERMS } from "../customer.ts";
import {
  ACCESS_CHECKED_WRITES,
  asks,
  codeOf,
  LOGINS,
  type Subject,
  sendWrite,
  valueIn,
  WRITE_NAMES,
  WRITE_REQUESTS,
  type WriteName,
  writes,
} from "../questions.ts";
import { type BillingUnderTest, newOwner, type SceneService } from "../scene.ts";
import { DUE, subjectOf } from "./subjects.ts";

const NAMESERVERS = ["ns1.maple.example", "ns2.maple.example"];

/** A write with its request. */
type Judged = { [Name in WriteName]: { write: Name; request: Parameters<Writes[Name]>[1] } }[WriteName];

/**
 * Pairs a request with the name of its write. The cast is needed because TypeScript cannot match the name with its
 * member of the union.
 */
const judgedOf = (write: WriteName, subject: Subject) => ({ write, request: WRITE_REQUESTS[write](subject) }) as Judged;

/** Checks the previews of writes. `checked-before.ts` compares each preview with the write that follows it. */
export function checkCases(system: BillingUnderTest): void {
  const { billing, scene } = system;

  const judge = (query: ActorQuery, { write, request }: Judged): Promise<QuoteResult<WritePreview>> =>
    sendWrite(billing, write, writes(query, false), request) as Promise<QuoteResult<WritePreview>>;

  const ownerOfBoth = async (service: SceneService = {}) => {
    const owner = await newOwner(system);
    return { owner, subject: await subjectOf(system, owner, { service, domain: { autoRenew: true } }) };
  };

  test.each(WRITE_NAMES)("previews of %s leave no trace, and the write still succeeds", async (name) => {
    const { owner, subject } = await ownerOfBoth();
    const before = await scene.traces();
    const request = WRITE_REQUESTS[name](subject);
    const check = () => valueIn<unknown, BillingProblem>(sendWrite(billing, name, writes(owner.query, false), request));
    const first = await check();
    // The operator's `settleWrite` has no preview.
    const preview = name === "settleWrite" ? null : expect.objectContaining({ changes: true });
    expect(first).toEqual(preview);
    if (first) expect(first).toMatchObject({ account: { id: owner.query.accountId } });
    const others = await Promise.all([check(), check(), check()]);
    for (const other of others) expect(other).toEqual(first);
    expect(await scene.traces()).toEqual(before);
    expect(await check()).toEqual(first);
    expect(await codeOf(sendWrite(billing, name, writes(owner.query, true), request))).toBe("ok");
    // The billing system may already know the outcome that the operator sends, and then stores nothing.
    if (name !== "settleWrite") expect(await scene.traces()).not.toEqual(before);
  });

  test.each(ACCESS_CHECKED_WRITES)("%s returns a preview only to callers who may run it", async (name) => {
    const { owner, subject } = await ownerOfBoth();
    const { accountId } = owner.query;
    const contactId = await scene.login();
    await scene.grant(contactId, accountId, ["domains"]);
    const check = (loginId: number) => codeOf(judge(asks(loginId, accountId, "orders"), judgedOf(name, subject)));
    expect([await check(contactId), await check(LOGINS.big)]).toEqual(["permission_denied", "access_lost"]);
  });

  test.each(ACCESS_CHECKED_WRITES)("a preview of %s never finds another account's item", async (name) => {
    const owner = await newOwner(system);
    const { subject } = await ownerOfBoth();
    const isNew = name === "orderDomain" || name === "orderPlan";
    expect(await codeOf(judge(owner.query, judgedOf(name, subject)))).toBe(isNew ? "ok" : "not_found");
  });

  test("a preview of a setting states whether the value would change", async () => {
    const { owner, subject } = await ownerOfBoth();
    const { domain } = subject;
    for (const [command, changes] of [
      [{ write: "setDomainAutoRenew", request: { domain, autoRenew: true } }, false],
      [{ write: "setDomainAutoRenew", request: { domain, autoRenew: false } }, true],
      [{ write: "setDomainNameservers", request: { domain, nameservers: NAMESERVERS.toReversed() } }, false],
      [{ write: "setDomainNameservers", request: { domain, nameservers: ["ns3.maple.example", "a.b.c"] } }, true],
      [{ write: "setDomainLock", request: { domain, locked: true } }, false],
      [{ write: "setDomainLock", request: { domain, locked: false } }, true],
    ] satisfies [Judged, boolean][]) {
      const preview = await valueIn(judge(owner.query, command));
      expect(preview, JSON.stringify(command)).toMatchObject({ changes, price: null });
      const settings = command.write === "setDomainAutoRenew" ? null : { nameservers: NAMESERVERS, locked: true };
      expect(preview.settings).toEqual(settings);
    }
  });

  test("the preview of an order contains the quote that the customer would get", async () => {
    const { owner, subject } = await ownerOfBoth();
    const { domain, serviceId } = subject;
    const check = (command: Judged) => valueIn(judge(owner.query, command));
    const name = "free-quoted.com";
    const registration = await check({ write: "orderDomain", request: domainOrder(name, { years: 2 }) });
    expect(registration.domainOrder).toEqual(await valueIn(owner.quoteDomainOrder(name, { years: 2 })));
    expect(registration.domainOrder?.renewalPrice.amount).toBeGreaterThan(0);

    for (const more of [{}, { billingCycle: "monthly" }, { domain: "quoted.example" }] as const) {
      const order = await check({ write: "orderPlan", request: planOrder("web-plus", more) });
      expect(order.planOrder).toEqual(await valueIn(owner.quotePlanOrder("web-plus", more)));
      expect(order).toMatchObject({ planName: { en: "Web Plus" }, planOrder: { terms: { version: TERMS } } });
    }

    const request = { serviceId, planId: "web-pro", billingCycle: null, expectedPrice: null };
    const change = await check({ write: "changePlan", request });
    expect(change).toMatchObject({ planName: { en: "Web Pro" }, domainOrder: null, planOrder: null, renewal: null });

    const renewal = await check({ write: "renewDomain", request: { domain, years: 2, expectedPrice: null } });
    expect(renewal).toMatchObject({ renewal: { expiresOn: DUE, renewedUntil: "2029-06-20" }, planName: null });
  });

  describe("the downgrade flag of changePlan", () => {
    test.each<[string, boolean, { price?: number; billingCycle?: BillingCycle }, string, BillingCycle | null]>([
      ["to a higher plan", false, {}, "web-pro", null],
      ["to a lower plan", true, {}, "web-start", null],
      ["to a higher plan with another cycle", false, {}, "web-pro", "triennially"],
      ["to the same plan at a higher price per month", false, {}, "web-plus", "monthly"],
      ["to the same plan at a lower price per month", false, {}, "web-plus", "triennially"],
      ["to a lower plan that costs more than the service does now", true, { price: 4_000 }, "web-start", null],
      ["to a higher plan that costs less than the service does now", false, { price: 24_000 }, "web-pro", null],
      ["to a lower plan with a shorter cycle", true, { price: 8_000 }, "web-start", "monthly"],
    ])("for a change %s is %s", async (_, isDowngrade, plan, planId, billingCycle) => {
      const { owner, subject } = await ownerOfBoth(plan);
      const { serviceId } = subject;
      const request = { serviceId, planId, billingCycle, expectedPrice: null };
      const preview = await valueIn(judge(owner.query, { write: "changePlan", request }));
      expect(preview.isDowngrade).toBe(isDowngrade);
    });
  });

  test("the preview of a cancellation contains the statement that the customer would confirm", async () => {
    const { owner, subject } = await ownerOfBoth();
    const { serviceId } = subject;
    for (const when of ["end_of_period", "immediately"] as const) {
      const request = { serviceId, when, reason: "too big" };
      const { statement } = await valueIn(judge(owner.query, { write: "cancelService", request }));
      expect(statement).toEqual(await valueIn(owner.stateCancellation(serviceId, when)));
    }
  });

  test("a preview reflects earlier changes to the account", async () => {
    const { owner, subject } = await ownerOfBoth();
    const { accountId } = owner.query;
    const order = {
      write: "orderDomain",
      request: domainOrder("free-meanwhile.com", { acceptTerms: TERMS }),
    } as const;
    const check = (command: Judged) => codeOf(judge(owner.query, command));
    expect(await check(order)).toBe("ok");
    await scene.paymentMethod(accountId, false);
    expect(await check(order)).toBe("payment_method_missing");
    await scene.paymentMethod(accountId, true);
    await valueIn(owner.orderDomain("free-meanwhile.com"));
    expect(await check(order)).toBe("already_requested");
    const cancellation = judgedOf("cancelService", subject);
    expect(await check(cancellation)).toBe("ok");
    await valueIn(owner.cancelService(subject.serviceId, "end_of_period"));
    expect([await check(cancellation), await check(judgedOf("changePlan", subject))]).toEqual([
      "already_requested",
      "not_changeable",
    ]);
  });
}
