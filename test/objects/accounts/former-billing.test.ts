import { expect, test } from "vitest";
import { readHolding } from "../../../workers/account/queries/newer-questions.ts";
import { bindings } from "../support/bindings.ts";
import { ACCOUNT } from "../support/sample-answers.ts";

test("a billing Worker without a method is known by what its binding says, and asked as the version before did", async () => {
  // ScriptedBilling has no readHolding.
  expect(await readHolding(bindings.BILLING, { loginId: 11 }, ACCOUNT.id, "r")).toEqual({
    ok: true,
    value: { ...ACCOUNT, owner: false, permissions: ["domains"] },
  });
});
