import type { Case } from "../measure.ts";
import type { BenchSystem } from "../system.ts";
import { accountCases } from "./account.ts";
import { catalogueHttpCases } from "./catalogue-http.ts";
import { catalogueMcpCases } from "./catalogue-mcp.ts";
import { orderCases } from "./orders.ts";
import { pageCases } from "./pages.ts";
import { peerCases } from "./peers.ts";

/**
 * A function that returns the cases for one subject. It first sends the running system the requests that the cases
 * need.
 */
export type Suite = (system: BenchSystem) => Promise<Case[]>;

/** All suites, in the order of the results table. */
export const suites: Suite[] = [catalogueHttpCases, catalogueMcpCases, peerCases, accountCases, orderCases, pageCases];
