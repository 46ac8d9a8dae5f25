import { afterAll } from "vitest";
import { installationCases } from "../billing-contract/installation.ts";
import { startWhmcs } from "./support/whmcs-system.ts";

const [one, other] = [await startWhmcs(), await startWhmcs()];
afterAll(() => Promise.all([one.stop(), other.stop()]));

installationCases({ one: one.billing, other: other.billing, loginId: 11, accountId: 1001 });
