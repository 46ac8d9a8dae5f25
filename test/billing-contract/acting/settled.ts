import { expect, test } from "vitest";
import type { SettledWrite } from "../../../shared/billing-contract/writes.ts";
import { codeOf, valueIn } from "../questions.ts";
import { type BillingUnderTest, newOwner } from "../scene.ts";

const ABOUT = { operation: "orderDomain", target: "domain:settled.com" } as const;
const NOTHING: SettledWrite = { ...ABOUT, outcome: "nothing", orderId: null };
const DONE: SettledWrite = { ...ABOUT, outcome: "done", orderId: 999_001 };

/** Checks the operator's decisions on references that the billing system does not know. */
export function settleCases(system: BillingUnderTest): void {
  test("an unknown reference stays absent after repeated decisions that nothing was done, even without access", async () => {
    const owner = await newOwner(system);
    expect(await codeOf(owner.settleWrite("never", NOTHING))).toBe("ok");
    await system.scene.removeLogin(owner.query.loginId);
    expect(await codeOf(owner.settleWrite("never", NOTHING))).toBe("ok");
    expect(await valueIn(owner.findWrite("never"))).toMatchObject({ state: "absent" });
  });
}

/** Checks that the operator's decision does not change an outcome that the billing system has recorded. */
export function settledActionCases(system: BillingUnderTest): void {
  test("a completed action keeps its result, whatever outcome the operator sends", async () => {
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
