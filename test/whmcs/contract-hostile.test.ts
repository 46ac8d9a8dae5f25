import { afterAll, describe } from "vitest";
import { billingContract } from "../billing-contract/contract.ts";
import { whmcsUnderTest } from "./support/contract-scene.ts";

describe("an installation that spells as hostile, with the addon's version 1", async () => {
  const whmcs = await whmcsUnderTest("hostile", 1);
  afterAll(whmcs.stop);

  billingContract(whmcs);
});
