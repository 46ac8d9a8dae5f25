import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import { challengeHeader } from "../http/responses.ts";
import type { Answer } from "../pipeline/answer.ts";
import type { Caller, OperationCall, Outcome, ProblemOutcome } from "../pipeline/run-operation.ts";

/** What operations need to know of the HTTP request that a message came with. */
export interface McpRequestContext extends Omit<OperationCall, "sent" | "caller">, Pick<Caller, "address"> {
  /** The message is of 2026-07-28, whose results say that they are complete. */
  hasEnvelope?: boolean;
}

/** The answer to one message, not yet an HTTP response. */
export interface McpReply {
  status: number;
  /** Null where there is no answer. */
  body: string | ReadableStream | null;
  contentType: string;
  headers: Record<string, string>;
}

export const NO_CONTENT: McpReply = { status: 202, body: null, contentType: "", headers: {} };

export function jsonReply(body: string, status = 200, headers: Record<string, string> = {}): McpReply {
  return { status, body, contentType: "application/json", headers };
}

/** The reply with an answer of JSON-RPC, and with how the operation ended, where one was called. */
export function answeredReply(body: string, status: number, context: McpRequestContext, outcome?: Outcome): McpReply {
  const rates = outcome?.rates ?? (context.admission ? [context.admission.rate] : []);
  const refusal = outcome && "problem" in outcome ? outcome : undefined;
  // Clients act on these by the HTTP status: they need a credential or a scope, or reached a rate limit.
  const isStatus = refusal && (refusal.challenge !== undefined || refusal.problem.status === 429);
  return jsonReply(body, isStatus ? refusal.problem.status : status, {
    ...rateLimitHeaders(rates),
    ...(isStatus && refusalHeaders(refusal)),
  });
}

/** The headers of a refusal: when to ask again, and which credential or scope to ask with. */
export function refusalHeaders(refusal: ProblemOutcome): Record<string, string> {
  const { retry_after } = refusal.problem;
  return {
    ...(retry_after !== undefined && { "Retry-After": String(retry_after) }),
    ...challengeHeader(refusal),
  };
}

const membersOf = new WeakMap<Answer, string>();

/**
 * The members of a tool's result as JSON text. The answer is there twice, as structured content and as text: hosts show their
 * model one or the other. A problem has no structured content: clients of 2025 check it against the output schema even on errors.
 */
export function resultMembers(outcome: { answer: Answer } | ProblemOutcome): string {
  if ("problem" in outcome) {
    return `"content":[{"type":"text","text":${JSON.stringify(JSON.stringify(outcome.problem))}}],"isError":true`;
  }
  const { answer } = outcome;
  let members = membersOf.get(answer);
  if (members === undefined) {
    members = `"content":[{"type":"text","text":${JSON.stringify(answer.json)}}],"structuredContent":${answer.json}`;
    membersOf.set(answer, members);
  }
  return members;
}

/** What a tool's result says in addition to its fields. */
export function replayMeta({ isReplayed }: Outcome): { _meta?: object } {
  return isReplayed ? { _meta: { "frontdesk/idempotentReplayed": true } } : {};
}
