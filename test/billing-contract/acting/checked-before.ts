import { expect } from "vitest";
import type { WriteCall } from "../../../shared/billing-contract/call.ts";
import type { CancellationStatement } from "../../../shared/billing-contract/cancellation.ts";
import type { SetRegistrarSettings } from "../../../shared/billing-contract/domain-settings.ts";
import type { Placed } from "../../../shared/billing-contract/order.ts";
import type { PlacedPlanChange } from "../../../shared/billing-contract/plan-orders.ts";
import type { WritePreview } from "../../../shared/billing-contract/write-preview.ts";
import type { Writes } from "../../../shared/billing-contract/writes.ts";
import { sendWrite, type WriteName } from "../questions.ts";
import type { BillingUnderTest } from "../scene.ts";

/**
 * Returns the system with a preview before each order and each change, for cases with several of them in a row. Each
 * write has its own reference. The preview must return the write's refusal or match its result, and must leave no
 * trace.
 */
export function checkedBefore(system: BillingUnderTest): BillingUnderTest {
  const { billing, scene } = system;

  const judged = <Name extends WriteName>(name: Name, expectSame: (preview: WritePreview, value: never) => void) => {
    const write = async (call: WriteCall, request: Parameters<Writes[Name]>[1]) => {
      const before = await scene.traces();
      const check = await sendWrite(billing, name, { ...call, commit: false }, request);
      expect(await scene.traces(), "a preview leaves no trace").toEqual(before);
      const done = await sendWrite(billing, name, call, request);
      if (!done.ok || !check.ok) {
        expect(check, `the judgement of ${name} ${JSON.stringify(request)}`).toEqual(done);
        return done;
      }
      const preview = check.value as WritePreview;
      expect(preview.account).toEqual((done.value as WritePreview).account);
      expectSame(preview, done.value as never);
      return done;
    };
    return { [name]: write };
  };

  return {
    ...system,
    billing: {
      ...billing,
      ...judged("orderDomain", expectOrder),
      ...judged("orderPlan", expectOrder),
      ...judged("renewDomain", expectOrder),
      ...judged("changePlan", ({ planChange, price, ...preview }, placed: PlacedPlanChange) => {
        expectOrder({ ...preview, price, planChange: null }, placed);
        const { planId, billingCycle } = placed;
        expect(planChange).toMatchObject({ planId, billingCycle, dueNow: price, obstacle: null });
      }),
      ...judged("cancelService", (preview, { when, effectiveOn, consequences }: CancellationStatement) => {
        expect(preview).toMatchObject({ ...NOTHING, statement: { when, effectiveOn, consequences } });
      }),
      ...judged("transferDomainOut", (preview) => expect(preview).toMatchObject({ ...NOTHING, statement: null })),
      ...judged("setDomainAutoRenew", (preview) => {
        expect(preview).toMatchObject({ ...NOTHING, changes: expect.any(Boolean), statement: null });
      }),
      ...judged("setDomainNameservers", expectSetting),
      ...judged("setDomainLock", expectSetting),
    },
  };
}

/** The fields of a preview that do not apply to its command. */
const NOTHING = {
  ...{ changes: true, price: null, isDowngrade: false, planChange: null, settings: null },
  ...{ domainOrder: null, planOrder: null, planName: null, renewal: null, renewalCharge: null },
};

function expectOrder(preview: WritePreview, { account, invoice }: Placed): void {
  const price = { amount: invoice?.subtotal ?? 0, currency: account.currency };
  const { isDowngrade, domainOrder, planOrder, planName, renewal } = preview;
  expect(preview).toEqual({
    ...{ account, changes: true, price, planChange: null, statement: null, settings: null },
    ...{ renewalCharge: null, isDowngrade, domainOrder, planOrder, planName, renewal },
  });
  expect(isDowngrade).toBeTypeOf("boolean");
  if (domainOrder) expect(domainOrder).toMatchObject({ available: true, price, missing: [] });
  if (planOrder) expect(planOrder).toMatchObject({ firstPayment: price, missing: [] });
}

function expectSetting(preview: WritePreview, { changed, nameservers, locked }: SetRegistrarSettings): void {
  expect(preview).toMatchObject({ ...NOTHING, changes: changed, settings: expect.any(Object) });
  if (!changed) expect(preview.settings).toEqual({ nameservers, locked });
}
