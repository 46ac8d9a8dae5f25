import { inTime } from "../../../../shared/platform/deadline.ts";
import { log } from "../../../../shared/platform/log.ts";
import { readAtMost } from "../../../../shared/platform/read-at-most.ts";
import type { RegistrarProblem } from "./registrar.ts";

const DEADLINE_MS = 8_000;
const MAX_ANSWER_BYTES = 262_144;

/**
 * The operations that this client calls, by their ids in name.com's Core API 1.7.0
 * (`test/unit/registrar/namecom.api.yaml`). Each entry has the method and path, and the statuses that prove that
 * nothing was done. A 409 from `CreateDomain` concerns its idempotency key, so it proves nothing about the domain.
 */
const OPERATIONS = {
  CheckAccountBalance: { request: "GET /accountinfo/balance", refusedBy: [] },
  CheckAvailability: { request: "POST /domains:checkAvailability", refusedBy: [422] },
  GetDomain: { request: "GET /domains/{name}", refusedBy: [404] },
  GetPricingForDomain: { request: "GET /domains/{name}:getPricing", refusedBy: [400, 404] },
  CreateDomain: { request: "POST /domains", refusedBy: [400, 404] },
  RenewDomain: { request: "POST /domains/{name}:renew", refusedBy: [400, 404] },
  SetContacts: { request: "POST /domains/{name}:setContacts", refusedBy: [] },
  SetNameservers: { request: "POST /domains/{name}:setNameservers", refusedBy: [400, 403, 404] },
  UpdateDomain: { request: "PATCH /domains/{name}", refusedBy: [400, 403, 404, 409] },
  GetAuthCodeForDomain: { request: "GET /domains/{name}:getAuthCode", refusedBy: [404, 406] },
  GetTransfer: { request: "GET /transfers/{name}", refusedBy: [404] },
  CreateTransfer: { request: "POST /transfers", refusedBy: [400, 409] },
  CancelTransfer: { request: "POST /transfers/{name}:cancel", refusedBy: [] },
  TldPriceList: { request: "GET /tldpricing", refusedBy: [] },
  GetRequirement: { request: "GET /domaininfo/requirements/{name}", refusedBy: [404] },
} as const satisfies Record<string, { request: string; refusedBy: number[] }>;

type NamecomOperation = keyof typeof OPERATIONS;

interface CallRequest {
  /** The domain or the extension in the path. */
  name?: string;
  query?: [name: string, value: string][];
  body?: object;
  idempotencyKey?: string;
}

/** The provider's account at name.com. */
export interface NamecomAccount {
  /** The origin of the API. */
  url: string;
  user: string;
  token: string;
  deadlineMs?: number;
}

/** An unchecked JSON body, or the problem that occurred instead. */
export type ApiResult = { ok: true; body: unknown } | ProblemResult;

export interface ProblemResult {
  ok: false;
  problem: RegistrarProblem;
}

export const UNAVAILABLE: ProblemResult = { ok: false, problem: { kind: "unavailable" } };

/**
 * A client for name.com's Core API that uses plain `fetch`. Log lines contain only the operation, the request id, and
 * the status or the error.
 */
export class NamecomApi {
  readonly #account: NamecomAccount;

  constructor(account: NamecomAccount) {
    this.#account = account;
  }

  async call(operation: NamecomOperation, request: CallRequest, requestId: string | undefined): Promise<ApiResult> {
    const abort = new AbortController();
    const fields = { asked: operation, request_id: requestId };
    try {
      const exchanged = this.#exchange(operation, request, abort.signal);
      const { status, body } = await inTime(exchanged, this.#account.deadlineMs ?? DEADLINE_MS);
      if (status === 200) return { ok: true, body };
      const problem = problemOf(operation, status, body);
      if (problem.kind !== "refused") log("registrar_unavailable", { ...fields, status });
      return { ok: false, problem };
    } catch (cause) {
      log("registrar_unavailable", { ...fields, cause });
      return UNAVAILABLE;
    } finally {
      abort.abort();
    }
  }

  /** Sends a request. The body in the result is `undefined` if the response is not JSON. */
  async #exchange(
    operation: NamecomOperation,
    { name = "", query, body, idempotencyKey }: CallRequest,
    signal: AbortSignal,
  ) {
    const { url, user, token } = this.#account;
    const [method = "", path = ""] = OPERATIONS[operation].request.split(" ");
    const address = new URL(`/core/v1${path.replace("{name}", encodeURIComponent(name))}`, url);
    address.search = new URLSearchParams(query).toString();
    const response = await fetch(address, {
      method,
      redirect: "manual",
      signal,
      headers: {
        Authorization: `Basic ${btoa(`${user}:${token}`)}`,
        ...(method === "GET" ? {} : { "Content-Type": "application/json" }),
        ...(idempotencyKey && { "X-Idempotency-Key": idempotencyKey }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const bytes = await readAtMost(response.body, MAX_ANSWER_BYTES);
    if (bytes === null) throw new RangeError("the answer is too large");
    const isJson = /^application\/json\b/.test(response.headers.get("Content-Type") ?? "");
    const answer: unknown = isJson ? JSON.parse(new TextDecoder().decode(bytes)) : undefined;
    return { status: response.status, body: answer };
  }
}

const NEEDS_PROVIDER = { 401: "credentials", 402: "funds", 403: "not_permitted" } as const;

/**
 * Converts a status to a problem. An unknown status leaves the outcome unknown, because a wrong refusal would refund a
 * domain that is registered.
 */
function problemOf(operation: NamecomOperation, status: number, body: unknown): RegistrarProblem {
  const { message, details } = membersOf<{ message: string; details: string }>(body);
  if (typeof message !== "string") return UNAVAILABLE.problem;
  const refusedBy: readonly number[] = OPERATIONS[operation].refusedBy;
  if (refusedBy.includes(status)) return { kind: "refused", reason: typeof details === "string" ? details : message };
  switch (status) {
    case 401:
    case 402:
    case 403:
      return { kind: "provider", reason: NEEDS_PROVIDER[status] };
    default:
      return UNAVAILABLE.problem;
  }
}

/** Returns the fields of a JSON object, unchecked. For any other value, returns an empty object. */
export function membersOf<Shape>(value: unknown): { [Member in keyof Shape]?: unknown } {
  return typeof value === "object" && value !== null ? value : {};
}
