import type { Caller } from "./access.ts";
import { faultsOfAnswer, faultsOfProblem, parsed } from "./answer-rules.ts";
import { asObject, HttpRefusals, methodsAt, normalized, operationAt } from "./http-refusals.ts";
import type { Check } from "./json-schema.ts";
import type { ServedApi, ServedOperation } from "./served-api.ts";
import type { WireAnswer, WireRequest } from "./wire.ts";

/** The content and the faults of a response. */
export interface Verdict {
  /** The operation that the request called; `null` if no operation has this method and path. */
  operation: ServedOperation | null;
  /** The parsed body; empty if the body is not a JSON object. */
  value: Record<string, unknown>;
  /** The code of the problem; `null` if the body is not a problem. */
  code: string | null;
  faults: string[];
}

const PROBLEM_TYPE = "application/problem+json";

/** Checks HTTP responses against the OpenAPI documents. */
export class HttpJudge {
  readonly #api: ServedApi;
  readonly #refusals = new HttpRefusals();
  readonly #slowMs: number;

  constructor(api: ServedApi, slowMs: number) {
    this.#api = api;
    this.#slowMs = slowMs;
  }

  judge(request: WireRequest, caller: Caller, answer: WireAnswer): Verdict {
    if (!isInApi(request.path)) return { operation: null, value: {}, code: null, faults: pageFaults(answer) };
    const { operations } = this.#api;
    const isNowhere = answer.status === 404 && mayBeNothing(request.path);
    const operation = isNowhere ? null : operationAt(operations, request.method, request.path);
    const value = asObject(parsed(answer.body.toString()));
    const code = typeof value.code === "string" && answer.status >= 400 ? value.code : null;
    const faults = [
      ...faultsOfAnswer(answer, this.#slowMs),
      ...(answer.status >= 400
        ? this.#problemFaults((operation ?? this.#api).checkProblem, request, answer, value)
        : []),
      ...(operation
        ? this.#declaredFaults(operation, request, caller, answer, value)
        : this.#elsewhere(request, answer, value)),
    ];
    return { operation, value, code, faults };
  }

  #declaredFaults(
    operation: ServedOperation,
    request: WireRequest,
    caller: Caller,
    answer: WireAnswer,
    value: Record<string, unknown>,
  ): string[] {
    const { status, headers, body } = answer;
    const declared = operation.answers.get(status);
    if (!declared) return [`status ${status} is not declared`];
    if (status < 300) {
      const reasons = this.#refusals.of(operation, request, caller);
      if (reasons.length > 0) return [`answered with ${status} although: ${reasons.join("; ")}`];
    }
    if (request.method === "HEAD" || declared.contentType === null) {
      return body.length === 0 ? [] : [`a body of ${body.length} bytes`];
    }
    const type = String(headers["content-type"]).split(";")[0];
    const isKept = operation.scopes !== null && headers["cache-control"] !== "no-store";
    return [
      ...(isKept ? ["an answer of an account that may be kept"] : []),
      ...(type === declared.contentType ? [] : [`Content-Type: ${type}`]),
      ...(declared.check?.(value) ?? []),
    ];
  }

  /** Checks the response if the path does not exist or does not take the method. */
  #elsewhere({ method, path }: WireRequest, { status, headers }: WireAnswer, value: Record<string, unknown>): string[] {
    const methods = methodsAt(this.#api.operations, path);
    const isNowhere = methods.length === 0 || mayBeNothing(path);
    const code = method === "HEAD" ? undefined : value.code;
    const isOf = (due: number, dueCode: string) => status === due && (code === dueCode || method === "HEAD");
    if (isNowhere && isOf(404, "not_found")) return [];
    const isPreflight = method === "OPTIONS" && status === 204;
    if (methods.length === 0 || !(isPreflight || isOf(405, "method_not_allowed")))
      return [`${status} ${code ?? ""} where no operation is described`];
    const allowed = String(headers.allow).split(", ").toSorted().join(", ");
    return allowed === methods.join(", ") ? [] : [`Allow: ${headers.allow}`];
  }

  #problemFaults(
    check: Check,
    { method }: WireRequest,
    { status, headers }: WireAnswer,
    value: Record<string, unknown>,
  ): string[] {
    const type = String(headers["content-type"]).split(";")[0];
    if (type !== PROBLEM_TYPE) return [`a problem as ${type}`];
    if (method === "HEAD") return status === 500 ? ["an internal error"] : [];
    const { retry_after: seconds } = value;
    const isRetried =
      seconds === undefined ? headers["retry-after"] === undefined : headers["retry-after"] === String(seconds);
    return [
      ...faultsOfProblem(check, value),
      ...(value.status === status ? [] : [`the problem's status is ${value.status}`]),
      ...(value.request_id === headers["x-request-id"] ? [] : ["request_id is not X-Request-Id"]),
      ...(isRetried ? [] : [`retry_after ${seconds}, Retry-After ${headers["retry-after"]}`]),
    ];
  }
}

/** Returns whether a path, as sent, is in the API. An escaped slash does not separate segments. */
function isInApi(path: string): boolean {
  return /^\/api(?:[/?]|$)/.test(path);
}

/** Checks that a path outside the API gets a 404 page. */
function pageFaults({ status, body }: WireAnswer): string[] {
  const isPage = body.length === 0 || body.toString().startsWith("<!DOCTYPE html>");
  return status === 404 && isPage ? [] : [`${status} outside the API`];
}

/** Returns whether parsers can disagree about which resource a path means. Such a path may also get a 404. */
function mayBeNothing(path: string): boolean {
  const [address = ""] = path.split("?");
  return hasDotSegments(address) || hasEscapedRoot(address);
}

/**
 * Returns whether a path has `.` or `..` segments, escaped or not. A URL parser removes them, but a router may keep
 * them.
 */
function hasDotSegments(path: string): boolean {
  return /\/(?:\.|%2e){1,2}(?:\/|$)/i.test(path);
}

/** Returns whether a path escapes a character of the prefix that routes the request to its Worker. */
function hasEscapedRoot(path: string): boolean {
  const root = /^\/api\/v1(?:\/account)?(?=\/|$)/;
  return root.exec(normalized(path))?.[0] !== root.exec(path)?.[0];
}
