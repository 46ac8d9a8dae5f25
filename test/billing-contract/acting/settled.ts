import { expect, test } from "vitest";
import type { SettledWrite } from "../../../shared/billing-contract/writes.ts";
import { codeOf, valueIn } from "../questions.ts";
import { type BillingUnderTest, newOwner } from "../scene.ts";

const ABOUT = { operation: "orderDomain", target: "domain:settled.com" } as const;
const NOTHING: SettledWrite = { ...ABOUT, outcome: "nothing", orderId: null };
const DONE: SettledWrite = { ...ABOUT, outcome: "done", orderId: 999_001 };

/** What the operator says of references that the billing system knows nothing of. */
export function settleCases(system: BillingUnderTest): void {
  test("nothing under a reference that was never asked leaves it absent, however often, also where nobody may ask any more", async () => {
    const owner = await newOwner(system);
    expect(await codeOf(owner.settleWrite("never", NOTHING))).toBe("ok");
    await system.scene.removeLogin(owner.query.loginId);
    expect(await codeOf(owner.settleWrite("never", NOTHING))).toBe("ok");
    expect(await valueIn(owner.findWrite("never"))).toMatchObject({ state: "absent" });
  });
}

/** What the billing system has settled itself is not changed by the operator's word. */
export function settledActionCases(system: BillingUnderTest): void {
  test("an action that was done keeps its answer, whatever is said", async () => {
    const owner = await newOwner(system);
    const domain = `settled-${owner.query.accountId}.com`;
    const placed = await valueIn(owner.orderDomain(domain, {}, "done"));
    const found = { state: "done", operation: "orderDomain", value: placed };
    for (const settled of [NOTHING, DONE, NOTHING]) {
      expect(await codeOf(owner.settleWrite("done", settled))).toBe("ok");
      expect(await valueIn(owner.findWrite("done"))).toEqual(found);
      expect(await valueIn(owner.orderDomain(domain, {}, "done"))).toEqual(placed);
    }
    expect(await codeOf(owner.orderDomain(domain))).toBe("already_requested");
  });
}
