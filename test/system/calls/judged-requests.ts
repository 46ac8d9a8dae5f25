import type { Caller } from "./access.ts";
import { count, noCoverage } from "./coverage.ts";
import { HttpJudge } from "./http-judge.ts";
import type { Following, Input } from "./known-account.ts";
import { leaksIn, type Owners } from "./leaks.ts";
import { McpJudge, type ToolOutcome } from "./mcp-judge.ts";
import type { McpServerName, ServedApi, ServedOperation } from "./served-api.ts";
import { curlOf, Wire, type WireAnswer, type WireRequest } from "./wire.ts";

/** A call that an earlier answer suggested, with the caller that got the answer. */
export type Lead = Following & { caller: Caller };

/** The outcome of one call, in the same form for both transports. */
export interface Seen {
  /** The status of the problem. For a success, the status that the operation has over HTTP. */
  status: number;
  /** The problem code; `null` for a success. */
  code: string | null;
  httpStatus: number;
  headers: WireAnswer["headers"];
  value: Input;
  isReplayed: boolean;
}

export interface JudgedOptions {
  seed: number;
  /** The origin of the system. */
  origin: string;
  socket: string;
  owners: Owners;
  /** The time in milliseconds after which a response is a fault. */
  slowMs: number;
  /** Receives a line for each fault, as soon as the fault is found. */
  progress?: ((line: string) => void) | undefined;
}

const MAX_LEADS = 50;

/** Sends requests, checks every response, counts the coverage, and stores values for later calls. */
export class JudgedRequests {
  readonly coverage = noCoverage();
  /** One line for each faulty response, with the curl command of its request. */
  readonly faults: string[] = [];
  readonly leads: Lead[] = [];
  sent = 0;
  slowestMs = 0;
  readonly #options: JudgedOptions;
  readonly #wire: Wire;
  readonly #httpJudge: HttpJudge;
  readonly #mcpJudge: McpJudge;

  constructor(api: ServedApi, options: JudgedOptions) {
    const { origin, socket, slowMs } = options;
    this.#options = options;
    this.#wire = new Wire(socket, origin, 3 * slowMs);
    this.#httpJudge = new HttpJudge(api, slowMs);
    this.#mcpJudge = new McpJudge(api, slowMs);
  }

  close(): void {
    this.#wire.close();
  }

  /** Sends an HTTP request and checks the response. Returns `null` if no response came. */
  async askHttp(request: WireRequest, caller: Caller, input: Input, number: number): Promise<Seen | null> {
    const answer = await this.#send(request, number);
    if (!answer) return null;
    const { coverage } = this;
    const { operation, value, code, faults } = this.#httpJudge.judge(request, caller, answer);
    const { status, headers } = answer;
    this.#judged(number, faults, request, caller, answer, [value]);
    const isReplayed = headers["idempotent-replayed"] === "true";
    if (operation) {
      coverage.operations[operation.id] ??= {};
      count(coverage.operations[operation.id] ?? {}, status);
      if (code !== null) count(coverage.problems, `${operation.id} ${code}`);
      const isWhole = request.method !== "HEAD" && faults.length === 0;
      if (status < 300 && isWhole) this.#learn(operation, caller, input, value);
      if (status === 201) coverage.orders++;
    }
    return { status, code, httpStatus: status, headers, value, isReplayed };
  }

  /** Sends a request to an MCP server and checks the response. @returns the outcome of each tool call */
  async askMcp(server: McpServerName, request: WireRequest, caller: Caller, number: number): Promise<Seen[]> {
    const answer = await this.#send(request, number);
    if (!answer) return [];
    const { coverage } = this;
    const { outcomes, faults } = this.#mcpJudge.judge(server, request, caller, answer);
    const values = outcomes.map(({ value }) => value);
    this.#judged(number, faults, request, caller, answer, values);
    for (const { tool, code, input, operation, value } of outcomes) {
      coverage.tools[tool] ??= {};
      count(coverage.tools[tool] ?? {}, code ?? "answered");
      if (code !== null) count(coverage.problems, `${operation.id} ${code}`);
      else if (faults.length === 0) this.#learn(operation, caller, input, value);
    }
    return outcomes.map((outcome) => seenOf(outcome, answer));
  }

  fault(number: number, faults: string[], request: WireRequest, answer: WireAnswer | null): void {
    const { seed, origin, progress } = this.#options;
    const said = answer ? `${answer.status} ${answer.body.toString().slice(0, 300)}` : "nothing";
    const line = `seed ${seed}, number ${number}: ${faults.join("; ")} — ${said} — ${curlOf(origin, request)}`;
    this.faults.push(line.replaceAll("\n", " "));
    progress?.(`FAULT ${this.faults.at(-1)}`);
  }

  #judged(
    number: number,
    faults: string[],
    request: WireRequest,
    caller: Caller,
    answer: WireAnswer,
    values: Input[],
  ): void {
    count(this.coverage.callers, caller.kind);
    count(this.coverage.statuses, answer.status);
    faults.push(...leaksIn(caller, answer, values, this.#options.owners));
    if (faults.length > 0) this.fault(number, faults, request, answer);
  }

  #learn(operation: ServedOperation, caller: Caller, input: Input, value: Input): void {
    if (operation.scopes === null || !caller.grant) return;
    const next = caller.grant.account.learn(operation, input, value);
    if (next && this.leads.length < MAX_LEADS) this.leads.push({ ...next, caller });
  }

  async #send(request: WireRequest, number: number): Promise<WireAnswer | null> {
    this.sent++;
    try {
      const answer = await this.#wire.ask(request);
      this.slowestMs = Math.max(this.slowestMs, answer.ms);
      return answer;
    } catch (error) {
      this.fault(number, [`no answer: ${(error as Error).message}`], request, null);
      return null;
    }
  }
}

function seenOf({ code, value, operation, isReplayed }: ToolOutcome, { status, headers }: WireAnswer): Seen {
  const done = [...operation.answers.keys()].find((one) => one < 300) ?? 200;
  const own = code === null ? done : Number(value.status);
  return { status: own, code, httpStatus: status, headers, value, isReplayed };
}
