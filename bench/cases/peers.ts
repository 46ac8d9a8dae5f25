import assert from "node:assert/strict";
import type { WireAnswer, WireRequest } from "../http-wire.ts";
import type { Case } from "../measure.ts";
import { startExpress } from "../peers/express-process.ts";
import type { BenchSystem } from "../system.ts";
import { message, type RpcResult, resultOf } from "./mcp-request.ts";

const CATALOGUE = "frontdesk-catalogue";
const EXPRESS_MCP = "bench-express-mcp";
const EXPRESS = "bench-express";
/** The newest protocol revision, which all servers support. */
const VERSION = "2026-07-28";
const CALL = { name: "get_domain_pricing", arguments: { tld: ["com"] } };
const PLANS: WireRequest = { method: "GET", path: "/api/v1/plans" };

/** The MCP servers that a provider could run instead, with their paths. */
const PEERS = [
  { label: "SDK as documented, Worker", server: "bench-documented-mcp", path: "/mcp" },
  { label: "Agents SDK as documented, Worker", server: "bench-agents", path: "/mcp" },
  { label: "Express and SDK as documented, Node", server: EXPRESS_MCP, path: "/mcp" },
];

/**
 * Returns the cases that compare the catalogue with servers that a provider could run instead. All servers have the
 * same tools and return the same answers.
 */
export async function peerCases(system: BenchSystem): Promise<Case[]> {
  const ports = await startExpress(`http://127.0.0.1:${system.portOf(CATALOGUE)}`);
  system.addServer(EXPRESS_MCP, ports.mcp);
  system.addServer(EXPRESS, ports.plans);
  const plans = await system.target("catalogue", CATALOGUE, PLANS, isOk);
  const expressPlans = await system.target("Express, Node", EXPRESS, PLANS, isOk);
  assert.deepEqual(expressPlans.answer.body, plans.answer.body);
  return [
    await besidePeers(system, "tools/call", CALL, sameAnswer),
    await besidePeers(system, "tools/list", {}, sameTools),
    { name: "peers, GET /api/v1/plans", subject: plans, references: [{ target: expressPlans }] },
  ];
}

async function besidePeers(
  system: BenchSystem,
  method: string,
  params: { name?: string },
  same: (own: RpcResult, peer: RpcResult) => void,
): Promise<Case> {
  const request = (path: string) => message(VERSION, path, method, params);
  const subject = await system.target("catalogue", CATALOGUE, request("/api/v1/mcp"), isOk);
  const references = [];
  for (const { label, server, path } of PEERS) {
    const target = await system.target(label, server, request(path), isOk);
    same(resultOf(subject.answer), resultOf(target.answer));
    references.push({ target });
  }
  return { name: `peers, ${method}, ${VERSION}`, subject, references };
}

function isOk({ status, body }: WireAnswer): void {
  assert.equal(status, 200, body.toString());
}

function sameAnswer(own: RpcResult, peer: RpcResult): void {
  assert.equal(own.structuredContent?.domains.length, 1);
  assert.deepEqual(peer.structuredContent, own.structuredContent);
  assert.deepEqual(peer.content, own.content);
}

/**
 * Checks that the tools are equal. The SDK writes the same zod schemas in another form, so only their properties are
 * compared.
 */
function sameTools(own: RpcResult, peer: RpcResult): void {
  assert.ok(own.tools && own.tools.length > 0);
  assert.deepEqual((peer.tools as ListedTool[]).map(shape), (own.tools as ListedTool[]).map(shape));
}

interface ListedTool {
  name: string;
  title: string;
  description: string;
  annotations: object;
  inputSchema: ListedSchema;
  outputSchema: ListedSchema;
}

interface ListedSchema {
  properties?: object;
  required?: string[];
}

function shape({ name, title, description, annotations, inputSchema, outputSchema }: ListedTool) {
  const members = ({ properties = {}, required = [] }: ListedSchema) => [
    Object.keys(properties).toSorted(),
    required.toSorted(),
  ];
  return { name, title, description, annotations, input: members(inputSchema), output: members(outputSchema) };
}
