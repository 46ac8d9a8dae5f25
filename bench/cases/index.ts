import type { Case } from "../measure.ts";
import type { BenchSystem } from "../system.ts";
import { accountCases } from "./account.ts";
import { catalogueHttpCases } from "./catalogue-http.ts";
import { catalogueMcpCases } from "./catalogue-mcp.ts";
import { orderCases } from "./orders.ts";
import { pageCases } from "./pages.ts";
import { peerCases } from "./peers.ts";

/** Makes the cases of one subject, asking the running system for whatever they need first. */
export type Suite = (system: BenchSystem) => Promise<Case[]>;

/** Everything that is measured, in the order of the table. */
export const suites: Suite[] = [catalogueHttpCases, catalogueMcpCases, peerCases, accountCases, orderCases, pageCases];
