import { MAX_BODY_BYTES, refusedType } from "./json-body.ts";
import type { McpServerName } from "./served-api.ts";
import type { WireRequest } from "./wire.ts";

/** A response of JSON-RPC, as far as its HTTP status depends on it. */
export interface RpcAnswer {
  /** Of a tool's problem, or of the problem in an error's data; null where there is none. */
  problem: string | null;
  /** Of an error of JSON-RPC; null of a result. */
  error: number | null;
}

/** A batch is answered with 200, and the refusal of a single one of its requests too. */
export interface AnsweredRequest {
  server: McpServerName;
  request: WireRequest;
  isBatch: boolean;
  /** The problems of the answers beside it: where they are why a batch is refused as a whole, its errors come with their status. */
  problems: readonly (string | null)[];
}

/**
 * What the account's server refuses any tool with before its operation is asked: the credential, its rate, and where it cannot be
 * checked, or the catalogue not be asked. The catalogue's server has no credentials.
 */
export const GATE_CODES: Record<McpServerName, readonly string[]> = {
  catalogue: [],
  account: ["unauthorized", "rate_limited", "server_unavailable"],
};

/**
 * JSON-RPC's own errors and MCP's (a header that says otherwise than the body, a capability that is missing, an unknown revision), each
 * with the statuses that it comes with whatever the request was. 2026-07-28 has one of HTTP for each error; the revisions before
 * have 200 for what a method answers.
 */
const ERROR_STATUSES: Record<number, readonly number[]> = {
  [-32700]: [400],
  [-32600]: [400],
  [-32601]: [200, 404],
  [-32602]: [200, 400],
  [-32020]: [400],
  [-32021]: [400],
  [-32022]: [400],
};
const INVALID_REQUEST = -32600;
/** Of the account's server alone: the catalogue's tools cannot be asked for now. */
const INTERNAL_ERROR = -32603;

/** Whether an error may be answered at all. */
export function isKnownError(code: number, server: McpServerName): boolean {
  return code in ERROR_STATUSES || (code === INTERNAL_ERROR && server === "account");
}

/** The statuses that an answer may come with. */
export function statusesOf({ problem, error }: RpcAnswer, asked: AnsweredRequest): number[] {
  const inBatch = asked.isBatch ? [200] : [];
  switch (problem) {
    case null:
      return [...(error === null ? [200] : [...errorStatuses(error, asked), ...statusesOfRefusal(asked)]), ...inBatch];
    case "unauthorized":
      return [401];
    case "rate_limited":
      return [429, ...inBatch];
    case "insufficient_scope":
      // A client whose connection was refreshed since it was asked for the scope is told as a result: clients refresh at each challenge.
      return [403, 200];
    case "server_unavailable":
      // A credential that cannot be checked; a tool whose operation cannot be asked has it as a result.
      return asked.server === "account" ? [503, 200] : [200];
    default:
      return [200];
  }
}

/** Of a batch that is refused as a whole. */
function statusesOfRefusal({ problems, ...asked }: AnsweredRequest): number[] {
  if (!asked.isBatch) return [];
  const refusing = problems.filter((problem) => problem !== null);
  return refusing.flatMap((problem) => statusesOf({ problem, error: null }, { ...asked, problems: [] }));
}

function errorStatuses(code: number, { request, server }: AnsweredRequest): readonly number[] {
  const { method, headers, body } = request;
  if (code === INTERNAL_ERROR) return server === "account" ? [503] : [];
  if (code !== INVALID_REQUEST) return ERROR_STATUSES[code] ?? [];
  if (method !== "POST") return [405];
  return [
    400,
    ...(headers.some(([name]) => name === "Origin") ? [403] : []),
    ...(body && body.length > MAX_BODY_BYTES ? [413] : []),
    ...(refusedType(headers).length > 0 ? [415] : []),
  ];
}

/** What is wrong with an answer that has no body. @param asks whether it asks for an answer of JSON-RPC; undefined where it is no JSON */
export function faultsOfSilence(status: number, { method, path }: WireRequest, asks: boolean | undefined): string[] {
  const due = { OPTIONS: 204, HEAD: 405 }[method] ?? 202;
  if (status !== due) return [`${status} without a body (${method} ${path})`];
  if (due !== 202 || asks === false) return [];
  return [asks ? "a request is accepted without an answer" : "what is no JSON is accepted"];
}
