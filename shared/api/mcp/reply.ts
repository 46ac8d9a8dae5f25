import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import { challengeHeader } from "../http/responses.ts";
import type { Answer } from "../pipeline/answer.ts";
import type { Caller, OperationCall, Outcome, ProblemOutcome } from "../pipeline/run-operation.ts";

/** The parts of an HTTP request that operations need. */
export interface McpRequestContext extends Omit<OperationCall, "sent" | "caller">, Pick<Caller, "address"> {
  /** Whether the message is of revision 2026-07-28. Results of that revision state that they are complete. */
  hasEnvelope?: boolean;
}

/** The reply to one message, before it becomes an HTTP response. */
export interface McpReply {
  status: number;
  /** The body; `null` if the message gets no reply. */
  body: string | ReadableStream | null;
  contentType: string;
  headers: Record<string, string>;
}

export const NO_CONTENT: McpReply = { status: 202, body: null, contentType: "", headers: {} };

export function jsonReply(body: string, status = 200, headers: Record<string, string> = {}): McpReply {
  return { status, body, contentType: "application/json", headers };
}

/** Creates the reply that has a JSON-RPC response and, if an operation was called, the headers of its outcome. */
export function answeredReply(body: string, status: number, context: McpRequestContext, outcome?: Outcome): McpReply {
  const rates = outcome?.rates ?? (context.admission ? [context.admission.rate] : []);
  const refusal = outcome && "problem" in outcome ? outcome : undefined;
  // Clients act on the HTTP status if a credential or scope is missing or a rate limit is reached.
  const isStatus = refusal && (refusal.challenge !== undefined || refusal.problem.status === 429);
  return jsonReply(body, isStatus ? refusal.problem.status : status, {
    ...rateLimitHeaders(rates),
    ...(isStatus && refusalHeaders(refusal)),
  });
}

/** Returns the headers of a refusal, which state when to retry and which credential or scope is needed. */
export function refusalHeaders(refusal: ProblemOutcome): Record<string, string> {
  const { retry_after } = refusal.problem;
  return {
    ...(retry_after !== undefined && { "Retry-After": String(retry_after) }),
    ...challengeHeader(refusal),
  };
}

const membersOf = new WeakMap<Answer, string>();

/**
 * Formats the fields of a tool's result as JSON text. The result has the answer both as structured content and as text,
 * because a host shows its model only one of them. A problem is only text, because clients of the 2025 revisions
 * validate structured content against the output schema even for errors.
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

/** Returns the `_meta` field of a tool's result. */
export function replayMeta({ isReplayed }: Outcome): { _meta?: object } {
  return isReplayed ? { _meta: { "frontdesk/idempotentReplayed": true } } : {};
}
