import { expect, test } from "vitest";
import { codeOf, sendWrite, WRITE_NAMES, WRITE_REQUESTS, writes } from "../questions.ts";
import { type BillingUnderTest, newOwner } from "../scene.ts";
import { subjectOf } from "./subjects.ts";

/** Checks every write while the billing system's store is on hold. */
export function holdCases(system: BillingUnderTest): void {
  const { billing, scene } = system;

  test.each(WRITE_NAMES)("%s is refused while the store is on hold, but its preview still works", async (name) => {
    const owner = await newOwner(system);
    const request = WRITE_REQUESTS[name](await subjectOf(system, owner));
    const codeWith = (commit: boolean) => codeOf(sendWrite(billing, name, writes(owner.query, commit), request));
    const before = await scene.traces();
    await scene.setHold(true);
    const codes = [await codeWith(false), await codeWith(true), await codeWith(false)];
    await scene.setHold(false);
    expect(codes).toEqual(["ok", "changes_held", "ok"]);
    expect(await scene.traces()).toEqual(before);
    expect(await codeWith(true)).toBe("ok");
  });
}
