import { describe } from "vitest";
import type { ActingScene, BillingUnderTest } from "../scene.ts";

export interface ActingUnderTest extends BillingUnderTest {
  acting: ActingScene;
}

/** Cases of what a billing system does: skipped, by this name, for one that is only read so far. */
export function onceItActs(cases: (system: ActingUnderTest) => void): (system: BillingUnderTest) => void {
  return (system) => {
    describe.skipIf(!system.acting)("once it acts", () => cases(system as ActingUnderTest));
  };
}
