import { type AnyOperation, declaredProblems } from "../../../shared/api/definition/operation.ts";
import type { ProblemCode } from "../../../shared/api/definition/problems.ts";
import type { RecordedCall, RecordedProblem } from "../../../shared/api/openapi/recorded-calls.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../../workers/catalogue/operations/index.ts";
import { AccountClient, type Answer, type CallOptions, EVERY_SCOPE } from "../../support/account-client.ts";
import { exampleRequest } from "../../support/operation-url.ts";
import type { World } from "../../support/world.ts";
import { comparable, ofSampleRequest } from "./recorded-files.ts";
import type { Refusal } from "./refusals.ts";

type Sent = Record<string, unknown>;
type Recorded = Record<string, RecordedCall>;
export type WorkerName = "catalogue" | "account";

const OPERATIONS: Record<WorkerName, readonly AnyOperation<never>[]> = {
  catalogue: catalogueOperations,
  account: accountOperations,
};
/** The maximum number of calls with one connection. The rate limit is 120 requests a minute. */
const CALLS_BY_CLIENT = 90;

/** The recorded calls of a system, with requests, answers and problems. */
export class Recording {
  readonly calls: Record<WorkerName, Recorded> = { catalogue: {}, account: {} };
  readonly problems: Record<WorkerName, Record<string, RecordedProblem>> = { catalogue: {}, account: {} };
  readonly #world: World;
  #client: AccountClient;
  #calls = 0;

  constructor(world: World) {
    this.#world = world;
    this.#client = this.#newClient();
  }

  /** Calls an operation with its example. @param sent members that replace members of the example */
  async call(worker: WorkerName, id: string, sent: Sent = {}, by: CallOptions = {}): Promise<Answer> {
    const operation = this.operation(worker, id);
    const input = { ...operation.example, ...sent };
    if (++this.#calls > CALLS_BY_CLIENT) this.startConnection();
    if (worker === "account") return this.#client.call(operation, input, by);
    const { url, init } = exampleRequest({ ...operation, example: input });
    const response = await this.#client.request(url, null, init);
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer["body"] };
  }

  /**
   * Calls an operation with its example and stores the request and the answer.
   * @param sent members that an example cannot contain, such as a confirmation
   */
  async answer(worker: WorkerName, id: string, sent: Sent = {}): Promise<Answer["body"]> {
    const { status, body } = await this.call(worker, id, sent);
    if (status > 201) throw new Error(`${id}: ${JSON.stringify(body)}`);
    const { http, example, effect } = this.operation(worker, id);
    const { url, init } = exampleRequest({ http, effect, example: { ...example, ...sent } });
    this.#of(worker, id).request = {
      method: http.method,
      path: url,
      ...(typeof init.body === "string" && { body: JSON.parse(init.body) }),
    };
    this.#of(worker, id).answer = body;
    return body;
  }

  /** Makes a call that is refused and stores the problem. */
  async refusal(worker: WorkerName, [id, sent, code, by]: Refusal): Promise<void> {
    const { body } = await this.call(worker, id, sent, by);
    if (body.code !== code) throw new Error(`${id} of ${JSON.stringify(sent)}: ${JSON.stringify(body)}`);
    this.#of(worker, id).problems = {
      ...this.#of(worker, id).problems,
      [code]: { ...(Object.keys(sent).length > 0 && { sent }), body: ofSampleRequest(body) },
    };
  }

  /** Stores a problem of an operation unless a problem with this code is already stored. */
  own(worker: WorkerName, id: string, code: ProblemCode, body: Answer["body"]): void {
    if (body.code !== code) throw new Error(`${id}, ${code} expected: ${JSON.stringify(body)}`);
    const call = this.#of(worker, id);
    call.problems = { [code]: { body: ofSampleRequest(body) }, ...call.problems };
  }

  /**
   * Stores the problem of an action that needs approval.
   * @param sent the members that replace members of the example
   */
  approval(id: string, body: Answer["body"], sent?: Sent): void {
    const required = body.action_required as { type: string } | undefined;
    if (required?.type !== "approve_action") throw new Error(`${id}: ${JSON.stringify(body)}`);
    this.#of("account", id).approval = { ...(sent && { sent }), body: ofSampleRequest(body) };
  }

  /** Returns the request for the example. @param sent members that replace members of the example */
  request(worker: WorkerName, id: string, sent: Sent = {}): ReturnType<typeof exampleRequest> {
    const { http, effect, example } = this.operation(worker, id);
    return exampleRequest({ http, effect, example: { ...example, ...sent } });
  }

  /** Stores a problem that all operations of a Worker share. */
  common(worker: WorkerName, code: string, body: Answer["body"]): void {
    if (body.code !== code) throw new Error(`${code} expected: ${JSON.stringify(body)}`);
    this.problems[worker][code] = { body: ofSampleRequest(body) };
  }

  /** Removes problems of operations that equal the shared problem, and shared problems that no operation needs. */
  dropDoubled(): void {
    const textOf = (problem: RecordedProblem | undefined) => JSON.stringify(comparable(problem));
    for (const worker of ["catalogue", "account"] as const) {
      const common = this.problems[worker];
      for (const call of Object.values(this.calls[worker])) {
        const own = Object.entries(call.problems ?? {}).filter(
          ([code, problem]) => textOf(problem) !== textOf(common[code]),
        );
        if (own.length > 0) call.problems = Object.fromEntries(own);
        else delete call.problems;
      }
      const codes = OPERATIONS[worker].flatMap((one) =>
        declaredProblems(one).filter((code) => !Object.hasOwn(this.calls[worker][one.id]?.problems ?? {}, code)),
      );
      for (const code of Object.keys(common)) if (!codes.some((one) => one === code)) delete common[code];
    }
  }

  /** Uses a new connection for the following calls. */
  startConnection(): void {
    this.#calls = 0;
    this.#client = this.#newClient();
  }

  operation(worker: WorkerName, id: string): AnyOperation<never> {
    const operation = OPERATIONS[worker].find((one) => one.id === id);
    if (!operation) throw new Error(`${worker} has no operation ${id}`);
    return operation;
  }

  #of(worker: WorkerName, id: string): RecordedCall {
    this.calls[worker][id] ??= {};
    return this.calls[worker][id];
  }

  #newClient(): AccountClient {
    return new AccountClient({ scopes: EVERY_SCOPE }, () => this.#world.origin);
  }
}
