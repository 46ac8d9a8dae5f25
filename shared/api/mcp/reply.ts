import type { Addresses } from "../../platform/addresses.ts";
import { rateLimitHeaders } from "../../platform/rate-limit.ts";
import { challengeHeader } from "../http/responses.ts";
import type { Answer } from "../pipeline/answer.ts";
import type { Admission } from "../pipeline/gate.ts";
import type { Outcome, ProblemOutcome } from "../pipeline/run-operation.ts";
import { PROTOCOL_VERSIONS } from "./json-rpc.ts";

/** What of a request its operations need. */
export interface McpRequestContext {
  addresses: Addresses;
  /** The caller's network address. */
  address: string;
  /** The `Authorization` header; null where there is none. */
  authorization: string | null;
  /** The message is of 2026-07-28, whose results say that they are complete. */
  hasEnvelope?: boolean;
  /** The message's turn at a connection, where the server needs one. */
  admission?: Admission | undefined;
  requestId: string;
  waitUntil: (work: Promise<unknown>) => void;
}

/** One message on its way through the SDK. */
export interface McpExchange {
  context: McpRequestContext;
  /** A call's arguments as they were sent: the SDK's copy has lost a member called `__proto__`. */
  input: unknown;
  /** What takes the place of an empty list in the SDK's answer: JSON that was serialised before. */
  payload?: { emptyList: string; members: string };
  /** How the operation ended, where one was called. */
  outcome?: Outcome;
}

/** What is said to a message, not yet an HTTP response. */
export interface McpReply {
  status: number;
  /** Null where there is nothing to say. */
  body: string | ReadableStream | null;
  contentType: string;
  headers: Record<string, string>;
}

/** JSON with a status. */
export function jsonReply(body: string, status = 200, headers: Record<string, string> = {}): McpReply {
  return { status, body, contentType: "application/json", headers };
}

export const NO_CONTENT: McpReply = { status: 202, body: null, contentType: "", headers: {} };

/**
 * The SDK's answer with its payload, and with every revision spoken where the SDK names only those without `initialize`.
 * The marks cannot occur inside a JSON string, where a quotation mark is escaped.
 */
export function withPayload(said: string, status: number, { payload, outcome, context }: McpExchange): McpReply {
  const text = payload
    ? said.replace(payload.emptyList, () => payload.members)
    : said.replace(/"(supportedVersions|supported)":\["2026-07-28"\]/, (_, name) => `"${name}":${ALL_VERSIONS}`);
  const rates = outcome?.rates ?? (context.admission ? [context.admission.rate] : []);
  const heard = outcome && "problem" in outcome && isHeard(outcome) ? outcome : undefined;
  return jsonReply(text, heard?.problem.status ?? status, { ...rateLimitHeaders(rates), ...refusalHeaders(heard) });
}

/** Problems that clients act on by the HTTP status: a credential or a scope is asked for, or a limit was reached. */
function isHeard({ problem, challenge }: ProblemOutcome): boolean {
  return challenge !== undefined || problem.status === 429;
}

/** The headers of a refusal: when to ask again, and what to ask with. */
export function refusalHeaders(refusal: ProblemOutcome | undefined): Record<string, string> {
  if (!refusal) return {};
  const { retry_after } = refusal.problem;
  return {
    ...(retry_after !== undefined && { "Retry-After": String(retry_after) }),
    ...challengeHeader(refusal),
  };
}

const ALL_VERSIONS = JSON.stringify(PROTOCOL_VERSIONS);

const membersOf = new WeakMap<Answer, string>();

/**
 * The members of a tool's result as JSON text. The answer stands in it twice, as structured content and as text: hosts
 * show their model one or the other. A problem has no structured content: clients of 2025 check it against the output
 * schema even on errors.
 */
export function resultMembers(outcome: { answer: Answer } | ProblemOutcome): string {
  return "problem" in outcome ? problemMembers(outcome) : answerMembers(outcome.answer);
}

/** What a result says of a call besides its answer. The SDK adds members of its own to it in some revisions. */
export function resultMeta({ isReplayed }: Pick<Outcome, "isReplayed">): { _meta?: Record<string, unknown> } {
  return isReplayed ? { _meta: { "frontdesk/idempotentReplayed": true } } : {};
}

function problemMembers({ problem }: ProblemOutcome): string {
  return `"content":[{"type":"text","text":${JSON.stringify(JSON.stringify(problem))}}],"isError":true`;
}

function answerMembers(answer: Answer): string {
  let members = membersOf.get(answer);
  if (members === undefined) {
    members = `"content":[{"type":"text","text":${JSON.stringify(answer.json)}}],"structuredContent":${answer.json}`;
    membersOf.set(answer, members);
  }
  return members;
}
