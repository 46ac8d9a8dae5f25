import { afterAll, describe } from "vitest";
import { billingContract } from "../billing-contract/contract.ts";
import { whmcsUnderTest } from "./support/contract-scene.ts";

describe("an installation with the spellings of WHMCS 8.13", async () => {
  const whmcs = await whmcsUnderTest("8.13");
  afterAll(whmcs.stop);

  billingContract(whmcs);
});
