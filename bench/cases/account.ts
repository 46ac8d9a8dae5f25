import assert from "node:assert/strict";
import { ACCOUNT_WORKER, ANA } from "../connections.ts";
import type { WireAnswer, WireRequest } from "../http-wire.ts";
import type { Case, Method } from "../measure.ts";
import type { BenchSystem, Target } from "../system.ts";
import { message, resultOf } from "./mcp-request.ts";

/**
 * Number of connections that send requests in turn. It is small enough that each connection sends again before its
 * object is evicted after ten seconds. At 120 requests a minute for each connection, a target can get 12,000 requests.
 * That is enough for 1,500 requests a second during the target's turns in a case. A 429 response ends the run.
 */
const CONNECTIONS = 100;
/**
 * A connection's object writes its log half a second after a call. The pause keeps this work out of the next target's
 * turn.
 */
const METHOD: Partial<Method> = { rounds: 7, turn: 500, pause: 700 };
const CALL = { name: "list_my_domains", arguments: {} };

/** Returns the cases for account reads with tokens. The baseline calls one object and runs one query. */
export async function accountCases(system: BenchSystem): Promise<Case[]> {
  const http = (label: string, worker: string) =>
    withTokens(system, label, worker, get("/api/v1/account/domains"), holdsDomains);
  const mcp = (label: string, worker: string) =>
    withTokens(
      system,
      label,
      worker,
      message("2026-07-28", "/api/v1/account/mcp", "tools/call", CALL),
      resultHoldsDomains,
    );

  const reference = await system.target(
    "one object call, one query",
    "bench-object-and-query",
    Array.from({ length: CONNECTIONS }, (_, number) => get(`/${number}`)),
    holdsDomains,
  );
  const compared = (name: string, subject: Target, goal?: number): Case => {
    return { name, method: METHOD, subject, references: [{ target: reference, ...(goal && { goal }) }] };
  };
  const read = "GET /api/v1/account/domains";
  const tool = `tools/call ${CALL.name}, 2026-07-28`;
  return [
    compared(read, await http("straight to the account", ACCOUNT_WORKER), 0.62),
    compared(`front door, ${read}`, await http("front door", FRONT_DOOR)),
    compared(tool, await mcp("straight to the account", ACCOUNT_WORKER), 0.52),
    compared(`front door, ${tool}`, await mcp("front door", FRONT_DOOR)),
  ];
}

const FRONT_DOOR = "frontdesk";
const DOMAINS_IN_USE = 6;

/** Returns a target for one request with many tokens. Each token belongs to another connection. */
async function withTokens(
  system: BenchSystem,
  label: string,
  worker: string,
  request: WireRequest,
  check: (answer: WireAnswer) => void,
): Promise<Target> {
  const tokens = await system.apiTokens(Array(CONNECTIONS).fill(ANA), ["account:read"]);
  const requests = tokens.map((token) => ({
    ...request,
    headers: { ...request.headers, Authorization: `Bearer ${token}` },
  }));
  return system.target(label, worker, requests, check);
}

function get(path: string): WireRequest {
  return { method: "GET", path };
}

function holdsDomains({ status, body }: WireAnswer): void {
  assert.equal(status, 200);
  assert.equal(JSON.parse(body.toString()).domains.length, DOMAINS_IN_USE);
}

function resultHoldsDomains(answer: WireAnswer): void {
  assert.equal(answer.status, 200);
  assert.equal(resultOf(answer).structuredContent?.domains.length, DOMAINS_IN_USE);
}
