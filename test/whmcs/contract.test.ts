import { afterAll, describe } from "vitest";
import { billingContract } from "../billing-contract/contract.ts";
import { whmcsUnderTest } from "./support/contract-scene.ts";

describe.each([
  ["8.13", 2],
  ["hostile", 1],
] as const)("an installation that spells as %s, with the addon's version %s", async (profile, addonVersion) => {
  const whmcs = await whmcsUnderTest(profile, addonVersion);
  afterAll(whmcs.stop);

  billingContract(whmcs);
});
