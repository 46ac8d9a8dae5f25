import { billingContract } from "../billing-contract/contract.ts";
import { engineUnderTest } from "./support/contract-scene.ts";

const engine = await engineUnderTest();

billingContract(engine);
