import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import { challengeOf } from "../challenge.ts";
import { type Gate, hasScope, refreshedInVain, type Turn } from "../gate.ts";
import { toProblem } from "../problems.ts";
import type { Refusal } from "../run-operation.ts";
import { type McpScene, refusalHeaders, resultMembers, type Spoken, spokenJson } from "./mcp-exchange.ts";
import { RPC_ERRORS, type RpcMessage } from "./mcp-message.ts";
import type { Tool } from "./mcp-tools.ts";

/** Messages that came together, and the tools they may call. */
export interface Arrivals {
  requests: RpcMessage[];
  /** Their answers are put into one array. */
  together: boolean;
  toolOf(message: RpcMessage): Tool | undefined;
}

/** A turn for each request that was let in. */
export type Turns = Map<RpcMessage, Turn>;

/**
 * Lets messages in by their credential, all of them or none: a missing credential, or a scope that one element of a batch
 * lacks, refuses them together.
 */
export async function admitMessages(gate: Gate, scene: McpScene, arrivals: Arrivals): Promise<Turns | Spoken> {
  let admitted: Turn[];
  try {
    admitted = await gate.admit(scene, arrivals.requests.length);
  } catch (error) {
    return refuseAll(arrivals, refusalOf(error, scene), scene);
  }
  const turns: Turns = new Map();
  for (const [index, request] of arrivals.requests.entries()) {
    const turn = admitted[index];
    if (turn) turns.set(request, turn);
  }
  const lacking = arrivals.together ? await scopeThatIsLacking(turns, scene, arrivals) : undefined;
  if (!lacking) return turns;
  releaseAll(turns);
  return refuseAll(arrivals, lacking, scene);
}

/** Says that all that came together is answered. */
export function releaseAll(turns: Turns): void {
  for (const turn of turns.values()) turn.release();
}

/** What is said to a request that is over the limit of its connection. */
export function refuseOver(request: RpcMessage, turn: Turn, scene: McpScene): Spoken {
  const refusal = refusalOf(turn.refusal, scene);
  return spokenJson(refusedMessage(request, refusal, scene), refusal.problem.status, {
    ...rateLimitHeaders([turn.rate]),
    ...refusalHeaders(refusal),
  });
}

async function scopeThatIsLacking(turns: Turns, scene: McpScene, { toolOf }: Arrivals): Promise<Refusal | undefined> {
  for (const [request, turn] of turns) {
    const tool = toolOf(request);
    if (!tool?.operation || turn.refusal || hasScope(tool.operation, turn.pass)) continue;
    if (refreshedInVain(tool.operation, turn.pass)) continue;
    const outcome = await tool.call({
      ...scene,
      turn,
      caller: { via: "mcp", address: scene.address },
      sent: { arguments: {} },
    });
    if ("problem" in outcome) return outcome;
  }
  return undefined;
}

function refusalOf(error: unknown, scene: McpScene): Refusal {
  const { addresses, requestId, authorization } = scene;
  const problem = toProblem(error, { site: addresses.site, language: "en", requestId, operation: "mcp" });
  const presented = authorization !== null;
  return { problem, challenge: challengeOf(problem.code, { via: "mcp", addresses, presented, access: undefined }) };
}

/** An array where requests came as one; without a request the error is nobody's (JSON-RPC has no empty array). */
function refuseAll({ requests, together }: Arrivals, refusal: Refusal, scene: McpScene): Spoken {
  const answers = requests.map((request) => refusedMessage(request, refusal, scene));
  const [first = JSON.stringify(rpcError(null, refusal))] = answers;
  const body = together && answers.length > 0 ? `[${answers.join(",")}]` : first;
  return spokenJson(body, refusal.problem.status, refusalHeaders(refusal));
}

/** A tool call gets the problem as its result, everything else as an error. */
function refusedMessage({ method, id }: RpcMessage, refusal: Refusal, { hasEnvelope }: McpScene): string {
  if (method !== "tools/call") return JSON.stringify(rpcError(id ?? null, refusal));
  const type = hasEnvelope ? '"resultType":"complete",' : "";
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${type}${resultMembers(refusal)}}}`;
}

function rpcError(id: string | number | null, { problem }: Refusal) {
  return { jsonrpc: "2.0", id, error: { code: RPC_ERRORS.invalidRequest, message: problem.detail, data: problem } };
}
