import assert from "node:assert/strict";
import type { WireAnswer, WireRequest } from "../http-wire.ts";
import type { Case } from "../measure.ts";
import type { RunningSystem } from "../system.ts";
import { bareTarget } from "./bare.ts";

/** One revision that carries its version in every request and one of those that open with `initialize`. */
const VERSIONS = ["2026-07-28", "2025-06-18"] as const;
type Version = (typeof VERSIONS)[number];

const CALL = { name: "get_domain_pricing", arguments: { tld: ["com"] } };

/** Tools of the catalogue, beside the same tools on the official SDK as documented and beside a bare Worker. */
export async function catalogueMcpCases(system: RunningSystem): Promise<Case[]> {
  const cases: Case[] = [];
  for (const version of VERSIONS) {
    const call = message(version, "tools/call", CALL, { "Mcp-Name": CALL.name });
    cases.push(await compareWithDocumented(system, `tools/call ${CALL.name}, ${version}`, call, 1.8, samePrices));
    const list = message(version, "tools/list", {}, {});
    cases.push(await compareWithDocumented(system, `tools/list, ${version}`, list, 4, sameTools));
  }
  return cases;
}

async function compareWithDocumented(
  system: RunningSystem,
  name: string,
  request: WireRequest,
  goal: number,
  same: (own: RpcResult, documented: RpcResult) => void,
): Promise<Case> {
  const subject = await system.target("catalogue", "frontdesk-catalogue", request, isResult);
  const documented = await system.target("SDK as documented", "bench-documented-mcp", request, isResult);
  same(resultOf(subject.answer), resultOf(documented.answer));
  return { name, subject, references: [{ target: documented, goal }, { target: await bareTarget(system) }] };
}

function message(version: Version, method: string, params: object, more: Record<string, string>): WireRequest {
  const hasEnvelope = version === "2026-07-28";
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
    "io.modelcontextprotocol/clientInfo": { name: "bench", version: "1.0.0" },
  };
  return {
    method: "POST",
    path: "/api/v1/mcp",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": version,
      ...(hasEnvelope && { "Mcp-Method": method, ...more }),
    },
    body: JSON.stringify({
      jsonrpc: "2.0",
      id: 1,
      method,
      params: { ...params, ...(hasEnvelope && { _meta: envelope }) },
    }),
  };
}

interface RpcResult {
  tools?: { name: string }[];
  content?: { text: string }[];
  structuredContent?: { domains: { tld: string }[] };
}

/** The result of an answer, which is JSON or an event stream of one event. */
function resultOf({ headers, body }: WireAnswer): RpcResult {
  const text = body.toString();
  const isStream = headers.get("content-type")?.startsWith("text/event-stream");
  const json = isStream ? /^data: (.*)$/m.exec(text)?.[1] : text;
  return JSON.parse(json ?? "").result;
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
