import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import { toProblem } from "../definition/problems.ts";
import { challengeOf } from "../pipeline/challenge.ts";
import { type Admission, type Gate, hasScope, refreshedInVain } from "../pipeline/gate.ts";
import type { ProblemOutcome } from "../pipeline/run-operation.ts";
import { RPC_ERRORS, type RpcMessage } from "./json-rpc.ts";
import { jsonReply, type McpReply, type McpRequestContext, refusalHeaders, resultMembers } from "./reply.ts";
import type { Tool } from "./tools.ts";

/** Messages that came together, and the tools they may call. */
export interface Arrivals {
  requests: RpcMessage[];
  /** Their answers are put into one array. */
  together: boolean;
  toolOf(message: RpcMessage): Tool | undefined;
}

/** A turn for each request that was let in. */
export type Admissions = Map<RpcMessage, Admission>;

/**
 * Lets messages in by their credential, all of them or none: a missing credential, or a scope that one element of a batch
 * lacks, refuses them together.
 */
export async function admitMessages(
  gate: Gate,
  context: McpRequestContext,
  arrivals: Arrivals,
): Promise<Admissions | McpReply> {
  let admitted: Admission[];
  try {
    admitted = await gate.admit(context, arrivals.requests.length);
  } catch (error) {
    return refuseAll(arrivals, refusalOf(error, context), context);
  }
  const admissions: Admissions = new Map();
  for (const [index, request] of arrivals.requests.entries()) {
    const admission = admitted[index];
    if (admission) admissions.set(request, admission);
  }
  const lacking = arrivals.together ? await scopeThatIsLacking(admissions, context, arrivals) : undefined;
  if (!lacking) return admissions;
  releaseAll(admissions);
  return refuseAll(arrivals, lacking, context);
}

/** Says that all that came together is answered. */
export function releaseAll(admissions: Admissions): void {
  for (const admission of admissions.values()) admission.release();
}

/** What is said to a request that is over the limit of its connection. */
export function refuseOver(request: RpcMessage, admission: Admission, context: McpRequestContext): McpReply {
  const refusal = refusalOf(admission.refusal, context);
  return jsonReply(refusedMessage(request, refusal, context), refusal.problem.status, {
    ...rateLimitHeaders([admission.rate]),
    ...refusalHeaders(refusal),
  });
}

async function scopeThatIsLacking(
  admissions: Admissions,
  context: McpRequestContext,
  { toolOf }: Arrivals,
): Promise<ProblemOutcome | undefined> {
  for (const [request, admission] of admissions) {
    const tool = toolOf(request);
    if (!tool?.operation || admission.refusal || hasScope(tool.operation, admission.grant)) continue;
    if (refreshedInVain(tool.operation, admission.grant)) continue;
    const outcome = await tool.call({
      ...context,
      admission,
      caller: { via: "mcp", address: context.address },
      sent: { arguments: {} },
    });
    if ("problem" in outcome) return outcome;
  }
  return undefined;
}

function refusalOf(error: unknown, context: McpRequestContext): ProblemOutcome {
  const { addresses, requestId, authorization } = context;
  const problem = toProblem(error, { site: addresses.site, language: "en", requestId, operation: "mcp" });
  const presented = authorization !== null;
  return { problem, challenge: challengeOf(problem.code, { via: "mcp", addresses, presented, access: undefined }) };
}

/** An array where requests came as one; without a request the error is nobody's (JSON-RPC has no empty array). */
function refuseAll({ requests, together }: Arrivals, refusal: ProblemOutcome, context: McpRequestContext): McpReply {
  const answers = requests.map((request) => refusedMessage(request, refusal, context));
  const [first = JSON.stringify(rpcError(null, refusal))] = answers;
  const body = together && answers.length > 0 ? `[${answers.join(",")}]` : first;
  return jsonReply(body, refusal.problem.status, refusalHeaders(refusal));
}

/** A tool call gets the problem as its result, everything else as an error. */
function refusedMessage(
  { method, id }: RpcMessage,
  refusal: ProblemOutcome,
  { hasEnvelope }: McpRequestContext,
): string {
  if (method !== "tools/call") return JSON.stringify(rpcError(id ?? null, refusal));
  const type = hasEnvelope ? '"resultType":"complete",' : "";
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${type}${resultMembers(refusal)}}}`;
}

function rpcError(id: string | number | null, { problem }: ProblemOutcome) {
  return { jsonrpc: "2.0", id, error: { code: RPC_ERRORS.invalidRequest, message: problem.detail, data: problem } };
}
