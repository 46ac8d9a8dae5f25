import assert from "node:assert/strict";
import { PROTOCOL_VERSIONS } from "../../shared/api/mcp/json-rpc.ts";
import type { WireAnswer, WireRequest } from "../http-wire.ts";
import type { Case } from "../measure.ts";
import type { BenchSystem } from "../system.ts";
import { bareTarget } from "./bare.ts";
import { message, type RpcResult, resultOf } from "./mcp-request.ts";

const PATH = "/api/v1/mcp";
const CALL = { name: "get_domain_pricing", arguments: { tld: ["com"] } };

const GOALS = {
  call: { documented: 1.8, bare: { 32: 0.3, 4: 0.35 } },
  list: { documented: 4, bare: { 32: 0.28, 4: 0.42 } },
};

/**
 * Returns the cases for the catalogue's tools. The baselines are the same tools on the official SDK, a bare Worker, and
 * a Worker that only reads the message.
 */
export async function catalogueMcpCases(system: BenchSystem): Promise<Case[]> {
  const cases: Case[] = [];
  for (const version of PROTOCOL_VERSIONS) {
    const call = message(version, PATH, "tools/call", CALL);
    cases.push(await compareTool(system, `tools/call ${CALL.name}, ${version}`, call, GOALS.call, samePrices));
    const list = message(version, PATH, "tools/list", {});
    cases.push(await compareTool(system, `tools/list, ${version}`, list, GOALS.list, sameTools));
  }
  return cases;
}

async function compareTool(
  system: BenchSystem,
  name: string,
  request: WireRequest,
  goals: (typeof GOALS)["call" | "list"],
  same: (own: RpcResult, documented: RpcResult) => void,
): Promise<Case> {
  const subject = await system.target("catalogue", "frontdesk-catalogue", request, isResult);
  const documented = await system.target("SDK as documented", "bench-documented-mcp", request, isResult);
  same(resultOf(subject.answer), resultOf(documented.answer));
  const strict = await system.target("same answer, strict POST", "bench-strict-post", request, isResult);
  assert.deepEqual(strict.answer.body, subject.answer.body);
  const bare = await bareTarget(system);
  return {
    name,
    subject,
    references: [
      { target: documented, goal: goals.documented },
      { target: bare, goal: goals.bare },
      { target: strict },
    ],
  };
}

function isResult(answer: WireAnswer): void {
  assert.equal(answer.status, 200);
  assert.ok(resultOf(answer));
}

function samePrices(own: RpcResult, documented: RpcResult): void {
  assert.deepEqual(
    own.structuredContent?.domains.map(({ tld }) => tld),
    [".com"],
  );
  assert.deepEqual(own.structuredContent, documented.structuredContent);
  assert.deepEqual(own.content, documented.content);
}

function sameTools(own: RpcResult, documented: RpcResult): void {
  const names = own.tools?.map(({ name }) => name);
  assert.ok(names?.includes(CALL.name));
  assert.deepEqual(
    names,
    documented.tools?.map(({ name }) => name),
  );
}
