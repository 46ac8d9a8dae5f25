import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import { OperationError, toProblem } from "../definition/problems.ts";
import type { Admission, Gate, GatedOperation } from "../pipeline/gate.ts";
import type { ProblemOutcome } from "../pipeline/run-operation.ts";
import { type McpRoute, RPC_ERRORS, type RpcMessage, refusalBody, requestsIn } from "./json-rpc.ts";
import { jsonReply, type McpReply, type McpRequestContext, refusalHeaders, resultMembers } from "./reply.ts";
import type { ServedTools } from "./served-tools.ts";

/** The route of a body that was not refused as a whole. */
type AdmittedRoute = Exclude<McpRoute, { kind: "refused" }>;

/** The admissions of the requests in one body, by request. The map is empty if the server has no gate. */
export class Admissions extends Map<RpcMessage, Admission> implements Disposable {
  /** The last admission. Its rate counts all of the requests. */
  get last(): Admission | undefined {
    return [...this.values()].at(-1);
  }

  [Symbol.dispose](): void {
    for (const admission of this.values()) admission[Symbol.dispose]();
  }
}

/**
 * Admits either all requests or none. If an element of a batch needs a scope that its client can request, the whole
 * batch is refused.
 */
export async function admitRequests(
  gate: Gate,
  context: McpRequestContext,
  route: AdmittedRoute,
  tools: ServedTools,
): Promise<Admissions | McpReply> {
  const requests = requestsIn(route);
  const admissions = new Admissions();
  try {
    const admitted = await gate.admit(context, requests.length);
    for (const [at, admission] of admitted.entries()) admissions.set(requests[at] as RpcMessage, admission);
  } catch (error) {
    return refuseAll(route, refusalOf(gate, error, context), context);
  }
  const challenged = route.kind === "batch" ? await challengedRequest(gate, admissions, context, tools) : undefined;
  if (!challenged) return admissions;
  admissions[Symbol.dispose]();
  return refuseAll(route, challenged, context);
}

/** Returns the reply to a request that exceeds its credential's rate limit. */
export function refuseOverLimit(
  gate: Gate,
  request: RpcMessage,
  admission: Admission,
  context: McpRequestContext,
): McpReply {
  const refusal = refusalOf(gate, admission.refusal, context);
  return jsonReply(refusedMessage(request, refusal, context), refusal.problem.status, {
    ...rateLimitHeaders([admission.rate]),
    ...refusalHeaders(refusal),
  });
}

/** Returns the first refusal that requests a scope. It makes the refused call so that the log records the refusal. */
async function challengedRequest(
  gate: Gate,
  admissions: Admissions,
  context: McpRequestContext,
  tools: ServedTools,
): Promise<ProblemOutcome | undefined> {
  for (const [request, admission] of admissions) {
    const tool = tools.toolOf(request);
    if (!tool?.operation || admission.refusal) continue;
    if (!(await isChallenged(gate, tool.operation, admission, context))) continue;
    const caller = { via: "mcp" as const, address: context.address };
    const outcome = await tool.call({ ...context, admission, caller, sent: { arguments: {} } });
    if ("problem" in outcome) return outcome;
  }
  return undefined;
}

async function isChallenged(
  gate: Gate,
  operation: GatedOperation,
  admission: Admission,
  context: McpRequestContext,
): Promise<boolean> {
  try {
    await admission.authorize(operation, undefined);
    return false;
  } catch (error) {
    // expected: any other refusal concerns only this element, and the element's own call repeats it
    if (!(error instanceof OperationError)) return false;
    return gate.challenge({ ...context, code: error.code, via: "mcp", operation, admission }) !== undefined;
  }
}

function refusalOf(gate: Gate, error: unknown, context: McpRequestContext): ProblemOutcome {
  const { addresses, requestId, authorization } = context;
  const logFields = { operation: "mcp" };
  const problem = toProblem(error, { site: addresses.site, language: "en", requestId, logFields });
  return { problem, challenge: gate.challenge({ addresses, authorization, code: problem.code, via: "mcp" }) };
}

/**
 * Refuses each request with the same error, and each invalid element of a batch with its own error. If the body has no
 * requests and no invalid elements, the reply is one error with a null id, because JSON-RPC has no empty batch.
 */
function refuseAll(route: AdmittedRoute, refusal: ProblemOutcome, context: McpRequestContext): McpReply {
  const refused = requestsIn(route).map((request) => refusedMessage(request, refusal, context));
  const elements = route.kind === "batch" ? route.elements : [];
  const others = elements.flatMap((one) => (one.kind === "refused" ? JSON.stringify(refusalBody(one.refusal)) : []));
  const answers = [...refused, ...others];
  const [first = JSON.stringify(rpcError(null, refusal))] = answers;
  const body = route.kind === "batch" && answers.length > 0 ? `[${answers.join(",")}]` : first;
  return jsonReply(body, refusal.problem.status, refusalHeaders(refusal));
}

/**
 * Formats the refusal of a message. A tool call gets the problem as its result, and any other request gets it as an
 * error.
 */
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
