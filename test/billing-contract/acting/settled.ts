import { expect, test } from "vitest";
import type { SettledAction } from "../../../shared/billing-contract/actions.ts";
import { codeOf, valueIn } from "../questions.ts";
import { type BillingUnderTest, newOwner } from "../scene.ts";
import type { ActingUnderTest } from "./acting-system.ts";

const ABOUT = { operation: "orderDomain", target: "domain:settled.com" } as const;
const NOTHING: SettledAction = { ...ABOUT, outcome: "nothing", orderId: null };
const DONE: SettledAction = { ...ABOUT, outcome: "done", orderId: 999_001 };

/** What the operator says of references that the billing system knows nothing of. */
export function settleCases(system: BillingUnderTest): void {
  test("nothing under a reference that was never asked leaves it absent, however often, also where nobody may ask any more", async () => {
    const owner = await newOwner(system);
    expect(await codeOf(owner.settleAction("never", NOTHING))).toBe("ok");
    await system.scene.removeLogin(owner.query.loginId);
    expect(await codeOf(owner.settleAction("never", NOTHING))).toBe("ok");
    expect(await valueIn(owner.findAction("never"))).toEqual({ state: "absent" });
  });
}

/** What the billing system has settled itself is not changed by the operator's word. */
export function settledActionCases(system: ActingUnderTest): void {
  test("an action that was done keeps its answer, whatever is said", async () => {
    const owner = await newOwner(system);
    const domain = `settled-${owner.query.accountId}.com`;
    const placed = await valueIn(owner.orderDomain(domain, {}, "done"));
    const found = { state: "done", operation: "orderDomain", value: placed };
    for (const settled of [NOTHING, DONE, NOTHING]) {
      expect(await codeOf(owner.settleAction("done", settled))).toBe("ok");
      expect(await valueIn(owner.findAction("done"))).toEqual(found);
      expect(await valueIn(owner.orderDomain(domain, {}, "done"))).toEqual(placed);
    }
    expect(await codeOf(owner.orderDomain(domain))).toBe("already_requested");
  });
}
