import { expect, test } from "vitest";
import { codeOf, sendWrite, WRITE_NAMES, WRITE_REQUESTS, writes } from "../questions.ts";
import { newOwner } from "../scene.ts";
import type { ActingUnderTest } from "./acting-system.ts";
import { subjectOf } from "./subjects.ts";

/** While the billing system's store is on hold. */
export function holdCases(system: ActingUnderTest): void {
  const { billing, acting } = system;

  test.each(WRITE_NAMES)(
    "%s is refused while the store is on hold, and judged as before without commit",
    async (name) => {
      const owner = await newOwner(system);
      const request = WRITE_REQUESTS[name](await subjectOf(system, owner));
      const codeWith = (commit: boolean) => codeOf(sendWrite(billing, name, writes(owner.query, commit), request));
      const before = await acting.traces();
      await acting.setHold(true);
      const codes = [await codeWith(false), await codeWith(true), await codeWith(false)];
      await acting.setHold(false);
      expect(codes).toEqual(["ok", "changes_held", "ok"]);
      expect(await acting.traces()).toEqual(before);
      expect(await codeWith(true)).toBe("ok");
    },
  );
}
