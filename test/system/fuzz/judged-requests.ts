import type { Caller } from "./callers.ts";
import { count, noCoverage } from "./coverage.ts";
import { HttpJudge } from "./http-judge.ts";
import type { Input } from "./known-account.ts";
import { McpJudge } from "./mcp-judge.ts";
import type { McpServerName, ServedApi, ServedOperation } from "./served-api.ts";
import { curlOf, Wire, type WireAnswer, type WireRequest } from "./wire.ts";

/** A call that an answer led its caller to. */
export interface Lead {
  caller: Caller;
  operation: string;
}

interface JudgedOptions {
  seed: number;
  /** Of the system, and of the socket where requests go. */
  origin: string;
  socket: string;
  /** An answer is a fault that takes longer, in milliseconds. */
  slowMs: number;
  /** Told each fault as it is found. */
  progress?: (line: string) => void;
}

const MAX_LEADS = 50;

/** Sends requests, judges every answer, counts what was reached, and keeps what answers lead to. */
export class JudgedRequests {
  readonly coverage = noCoverage();
  /** Each with what reproduces it, a line each. */
  readonly faults: string[] = [];
  readonly leads: Lead[] = [];
  sent = 0;
  slowestMs = 0;
  readonly #seed: number;
  readonly #origin: string;
  readonly #progress: JudgedOptions["progress"];
  readonly #wire: Wire;
  readonly #httpJudge: HttpJudge;
  readonly #mcpJudge: McpJudge;

  constructor(api: ServedApi, { seed, origin, socket, slowMs, progress }: JudgedOptions) {
    this.#seed = seed;
    this.#origin = origin;
    this.#progress = progress;
    this.#wire = new Wire(socket, origin, 3 * slowMs);
    this.#httpJudge = new HttpJudge(api, slowMs);
    this.#mcpJudge = new McpJudge(api, slowMs);
  }

  close(): void {
    this.#wire.close();
  }

  /** Sends a request over HTTP and judges its answer; the answer's value. */
  async askHttp(request: WireRequest, caller: Caller, input: Input, number: number): Promise<Input> {
    const answer = await this.#send(request, number);
    if (!answer) return {};
    const { coverage } = this;
    const verdict = this.#httpJudge.judge(request, caller, answer);
    count(coverage.callers, caller.kind);
    count(coverage.statuses, answer.status);
    if (verdict.operation) {
      const { id } = verdict.operation;
      coverage.operations[id] ??= {};
      count(coverage.operations[id] ?? {}, answer.status);
      if (verdict.code !== null) count(coverage.problems, `${id} ${verdict.code}`);
      const isWhole = request.method !== "HEAD" && verdict.faults.length === 0;
      if (answer.status < 300 && isWhole) this.#learn(verdict.operation, caller, input, verdict.value);
      if (answer.status === 201) coverage.orders++;
      if (answer.headers["idempotent-replayed"] === "true") coverage.replays++;
    }
    this.#report(verdict.faults, number, request, answer);
    return answer.status < 300 ? verdict.value : {};
  }

  /** The same to an MCP server; the values that tools answered. */
  async askMcp(server: McpServerName, request: WireRequest, caller: Caller, number: number): Promise<Input[]> {
    const answer = await this.#send(request, number);
    if (!answer) return [];
    const { coverage } = this;
    const verdict = this.#mcpJudge.judge(server, request, caller, answer);
    count(coverage.callers, caller.kind);
    count(coverage.statuses, answer.status);
    for (const code of verdict.errors) count(coverage.rpcErrors, code);
    for (const { tool, code, input, operation, value } of verdict.outcomes) {
      coverage.tools[tool] ??= {};
      count(coverage.tools[tool] ?? {}, code ?? "answered");
      if (code !== null) count(coverage.problems, `${operation.id} ${code}`);
      else if (verdict.faults.length === 0) this.#learn(operation, caller, input, value);
    }
    this.#report(verdict.faults, number, request, answer);
    return verdict.outcomes.filter(({ code }) => code === null).map(({ value }) => value);
  }

  #learn(operation: ServedOperation, caller: Caller, input: Input, value: Input): void {
    if (operation.scopes === null || !caller.grant) return;
    const next = caller.grant.account.learn(operation, input, value);
    if (next !== null && this.leads.length < MAX_LEADS) this.leads.push({ caller, operation: next });
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

  #report(faults: string[], number: number, request: WireRequest, answer: WireAnswer): void {
    if (faults.length > 0) this.fault(number, faults, request, answer);
  }

  fault(number: number, faults: string[], request: WireRequest, answer: WireAnswer | null): void {
    const said = answer ? `${answer.status} ${answer.body.toString().slice(0, 300)}` : "nothing";
    const line = `seed ${this.#seed}, number ${number}: ${faults.join("; ")} — ${said} — ${curlOf(this.#origin, request)}`;
    this.faults.push(line.replaceAll("\n", " "));
    this.#progress?.(`FAULT ${this.faults.at(-1)}`);
  }
}
