import { afterAll, describe } from "vitest";
import { billingContract } from "../billing-contract/contract.ts";
import { whmcsUnderTest } from "./support/contract-scene.ts";

describe.each(["8.13", "hostile"] as const)("an installation that spells as %s", async (profile) => {
  const whmcs = await whmcsUnderTest(profile);
  afterAll(whmcs.stop);

  billingContract(whmcs);
});
