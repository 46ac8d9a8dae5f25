import type { Case } from "../measure.ts";
import type { BenchSystem } from "../system.ts";
import { accountCases } from "./account.ts";
import { catalogueHttpCases } from "./catalogue-http.ts";
import { catalogueMcpCases } from "./catalogue-mcp.ts";
import { orderCases } from "./orders.ts";
import { pageCases } from "./pages.ts";
import { peerCases } from "./peers.ts";

/** Makes the cases of one subject, after the requests to the running system that they need. */
export type Suite = (system: BenchSystem) => Promise<Case[]>;

/** All suites, in the order of the table. */
export const suites: Suite[] = [catalogueHttpCases, catalogueMcpCases, peerCases, accountCases, orderCases, pageCases];
