import { expect } from "vitest";
import type { ActionPreview } from "../../../shared/billing-contract/action-preview.ts";
import type { CheckedCommand, QuoteResult } from "../../../shared/billing-contract/actions.ts";
import type { ActorQuery } from "../../../shared/billing-contract/actor.ts";
import type { BillingSystem } from "../../../shared/billing-contract/billing-system.ts";
import type { SetRegistrarSettings } from "../../../shared/billing-contract/domain-settings.ts";
import type { Placed } from "../../../shared/billing-contract/order.ts";
import type { ActingUnderTest } from "./acting-system.ts";

/**
 * The system with each action checked before it is done, for cases whose actions come one after another and each with a reference of
 * its own: the check gives the very refusal that the action gets, or what the action does, and leaves nothing behind.
 */
export function checkedBefore(system: ActingUnderTest): ActingUnderTest {
  const { billing, acting } = system;

  async function checked<Value extends { account: object }>(
    { loginId, accountId, permissions }: ActorQuery,
    command: CheckedCommand,
    act: () => Promise<QuoteResult<Value>>,
    expectSame: (preview: ActionPreview, value: Value) => void,
  ): Promise<QuoteResult<Value>> {
    const before = await acting.traces();
    const check = await billing.checkAction({ loginId, accountId, permissions }, command);
    expect(await acting.traces(), "a check leaves nothing behind").toEqual(before);
    const done = await act();
    if (!done.ok || !check.ok) {
      expect(check, `the check of ${JSON.stringify(command)}`).toEqual(done);
      return done;
    }
    expect(check.value.account).toEqual(done.value.account);
    expectSame(check.value, done.value);
    return done;
  }

  const actions: Pick<BillingSystem, CheckedMethod> = {
    orderDomain: (action, request) =>
      checked(action, { operation: "orderDomain", request }, () => billing.orderDomain(action, request), expectOrder),
    orderPlan: (action, request) =>
      checked(action, { operation: "orderPlan", request }, () => billing.orderPlan(action, request), expectOrder),
    renewDomain: (action, request) =>
      checked(action, { operation: "renewDomain", request }, () => billing.renewDomain(action, request), expectOrder),
    changePlan: (action, request) =>
      checked(
        action,
        { operation: "changePlan", request },
        () => billing.changePlan(action, request),
        ({ planChange, price, ...preview }, placed) => {
          expectOrder({ ...preview, price, planChange: null }, placed);
          const { planId, billingCycle } = placed;
          expect(planChange).toMatchObject({ planId, billingCycle, dueNow: price, obstacle: null });
        },
      ),
    cancelService: (action, request) =>
      checked(
        action,
        { operation: "cancelService", request },
        () => billing.cancelService(action, request),
        (preview, { when, effectiveOn, consequences }) => {
          expect(preview).toMatchObject({ ...NOTHING, statement: { when, effectiveOn, consequences } });
        },
      ),
    prepareTransferOut: (action, domain) =>
      checked(
        action,
        { operation: "transferDomainOut", request: { domain } },
        () => billing.prepareTransferOut(action, domain),
        (preview) => expect(preview).toMatchObject({ ...NOTHING, statement: null }),
      ),
    setDomainAutoRenew: (query, request) =>
      checked(
        query,
        { operation: "setDomainAutoRenew", request },
        () => billing.setDomainAutoRenew(query, request),
        (preview) => expect(preview).toMatchObject({ ...NOTHING, changes: expect.any(Boolean), statement: null }),
      ),
    setDomainNameservers: (query, request) =>
      checked(
        query,
        { operation: "setDomainNameservers", request },
        () => billing.setDomainNameservers(query, request),
        expectSetting,
      ),
    setDomainLock: (query, request) =>
      checked(
        query,
        { operation: "setDomainLock", request },
        () => billing.setDomainLock(query, request),
        expectSetting,
      ),
  };
  return { ...system, billing: { ...billing, ...actions } };
}

type CheckedMethod =
  | Exclude<CheckedCommand["operation"], "transferDomainOut">
  /** The method of the operation `transferDomainOut`. */
  | "prepareTransferOut";

/** What every preview has but of some commands. */
const NOTHING = {
  ...{ changes: true, price: null, isDowngrade: false, planChange: null, settings: null },
  ...{ domainOrder: null, planOrder: null, planName: null, renewal: null },
};

function expectOrder(preview: ActionPreview, { account, invoice }: Placed): void {
  const price = { amount: invoice?.subtotal ?? 0, currency: account.currency };
  const { isDowngrade, domainOrder, planOrder, planName, renewal } = preview;
  expect(preview).toEqual({
    ...{ account, changes: true, price, planChange: null, statement: null, settings: null },
    ...{ isDowngrade, domainOrder, planOrder, planName, renewal },
  });
  expect(isDowngrade).toBeTypeOf("boolean");
  if (domainOrder) expect(domainOrder).toMatchObject({ available: true, price, missing: [] });
  if (planOrder) expect(planOrder).toMatchObject({ firstPayment: price, missing: [] });
}

function expectSetting(preview: ActionPreview, { changed, nameservers, locked }: SetRegistrarSettings): void {
  expect(preview).toMatchObject({ ...NOTHING, changes: changed, settings: expect.any(Object) });
  if (!changed) expect(preview.settings).toEqual({ nameservers, locked });
}
