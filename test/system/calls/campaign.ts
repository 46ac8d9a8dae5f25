import { setTimeout as wait } from "node:timers/promises";
import fc from "fast-check";
import { type GeneratedMessage, generatedMessages, type ToolCall } from "../../unit/api/mcp/requests.ts";
import type { Caller } from "./access.ts";
import { Callers } from "./callers.ts";
import { changeMessage, changeRequest } from "./changes.ts";
import { type Choice, choiceOf, weightOf } from "./choices.ts";
import { type Coverage, missingIn } from "./coverage.ts";
import { type CallContext, type CallTarget, httpTarget, Inputs, readCatalogue, toolTarget } from "./inputs.ts";
import type { JudgedRequests, Lead, Seen } from "./judged-requests.ts";
import { operationsOf } from "./mcp-judge.ts";
import { type MemorySample, sampleMemory } from "./memory.ts";
import { draftOf, headersOf, toolRequestOf, wireRequestOf } from "./requests.ts";
import { madeBy } from "./schema-values.ts";
import { MCP_PATHS, type McpServerName, type ServedApi, type ServedOperation, type ServedTool } from "./served-api.ts";
import type { CallSystem } from "./system.ts";
import type { WireRequest } from "./wire.ts";

export interface FuzzOptions {
  /** The seed of the random choices. Runs still differ, because values from earlier responses depend on timing. */
  seed: number;
  /** The number of HTTP requests, including requests to MCP servers. */
  requests: number;
  /** The number of accounts that can order. */
  accounts: number;
  connections: number;
  /** The number of memory measurements after the one at the start; 0 for none at all. The system is idle for each. */
  memorySamples: number;
  progress?: (line: string) => void;
}

export interface FuzzReport {
  requests: number;
  coverage: Coverage;
  /** One line for each faulty response, with its curl command, and lines about scheduled jobs and logged errors. */
  faults: string[];
  /** The operations, tools and problems that the campaign should have reached and did not. */
  missing: string[];
  memory: MemorySample[];
  slowestMs: number;
  seconds: number;
}

/**
 * The number of concurrent requests. More requests would wait for each other and for the registries that this process
 * simulates.
 */
const AT_ONCE = 8;
/** The number of faults at which a campaign stops early. */
const MAX_FAULTS = 200;
const PLAIN_CALLS_OF_HUNDRED = 55;
const JOBS_EVERY_MS = 5_000;
/** The operations on DNS zones. Most of their calls come from callers with a zone. */
const OF_ZONES = new Set(["readDnsZone", "changeDnsZone"]);

/** Sends generated requests to a system and checks each response. */
export async function runCampaign(system: CallSystem, options: FuzzOptions): Promise<FuzzReport> {
  const callers = await Callers.connect(system, options.accounts, options.connections);
  return await new Campaign(options, system, callers).run();
}

class Campaign {
  readonly #options: FuzzOptions;
  readonly #system: CallSystem;
  readonly #callers: Callers;
  readonly #api: ServedApi;
  readonly #requests: JudgedRequests;
  readonly #memory: MemorySample[] = [];
  readonly #targets: CallTarget[];
  readonly #tools = new Map<McpServerName, { tool: ServedTool; target: CallTarget }[]>();
  readonly #messages = new Map<McpServerName, fc.Arbitrary<GeneratedMessage>>();
  #isOver = false;
  #inputs!: Inputs;
  /** The caller whose message is being generated. */
  #calling!: Omit<CallContext, "target">;

  constructor(options: FuzzOptions, system: CallSystem, callers: Callers) {
    const { api, requests } = system;
    this.#options = options;
    this.#system = system;
    this.#callers = callers;
    this.#api = api;
    this.#requests = requests;
    this.#targets = api.operations.flatMap((operation) => {
      const target = httpTarget(operation);
      return Array.from({ length: weightOf(operation.id) }, () => target);
    });
    for (const server of Object.keys(MCP_PATHS) as McpServerName[]) {
      const own = api.tools.filter((tool) => tool.server === server);
      const called = own.map((tool) => {
        const [operation] = operationsOf(api, tool);
        if (!operation) throw new Error(`no operation has the tool ${tool.name}`);
        return { tool, target: toolTarget(operation, tool) };
      });
      this.#tools.set(server, called);
    }
  }

  async run(): Promise<FuzzReport> {
    const { requests, memorySamples, progress } = this.#options;
    const { sent: sentBefore, faults, coverage } = this.#requests;
    const sent = () => this.#requests.sent - sentBefore;
    const start = performance.now();
    await this.#getToKnow();
    const jobs = this.#runJobs();
    let number = 0;
    const until = (end: number) =>
      Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          while (sent() < end && faults.length < MAX_FAULTS) await this.#case(++number);
        }),
      );
    const sample = async () => memorySamples > 0 && this.#memory.push(await sampleMemory(this.#system.world, sent()));
    try {
      await sample();
      const stretches = Math.max(1, memorySamples);
      for (let stretch = 1; stretch <= stretches; stretch++) {
        await until(Math.round((requests * stretch) / stretches));
        await sample();
        const seconds = (performance.now() - start) / 1000;
        progress?.(`${sent()} requests, ${faults.length} faults, ${seconds.toFixed(0)} s`);
      }
    } finally {
      // The scheduled jobs must end before the system stops.
      this.#isOver = true;
      await jobs;
    }
    faults.push(...this.#system.mistakes().map((line) => `logged: ${line.slice(0, 1_000)}`));
    return {
      ...{ requests: sent(), coverage, faults, missing: missingIn(coverage, this.#api), memory: this.#memory },
      ...{ slowestMs: this.#requests.slowestMs, seconds: (performance.now() - start) / 1000 },
    };
  }

  /** Runs the scheduled jobs at intervals, because the local runtime does not fire cron triggers. */
  async #runJobs(): Promise<void> {
    while (!this.#isOver) {
      try {
        await this.#system.world.tick();
      } catch (error) {
        // expected: the server closed an idle connection; the next run retries
        if (!(error instanceof TypeError)) this.#requests.faults.push(`scheduled work: ${error}`);
      }
      await wait(JOBS_EVERY_MS);
    }
  }

  /** Reads the catalogue, and the services and domains of every account. */
  async #getToKnow(): Promise<void> {
    const accounts = this.#callers.accounts();
    const [first] = accounts;
    const read = async (id: string, caller: Caller) => {
      const operation = this.#api.operations.find((one) => one.id === id) as ServedOperation;
      const request = wireRequestOf(draftOf(operation, {}, headersOf(caller, 0)));
      return (await this.#requests.askHttp(request, caller, {}, 0))?.value ?? {};
    };
    const catalogue = await readCatalogue((id) => read(id, first as Caller));
    for (const caller of accounts) {
      await read("listServices", caller);
      await read("listDomains", caller);
    }
    const known = accounts.flatMap(({ grant }) => grant?.account ?? []);
    this.#inputs = new Inputs(catalogue, known);
  }

  async #case(number: number): Promise<void> {
    const choice = choiceOf(this.#options.seed, number);
    const lead = choice.goesOn ? this.#requests.leads.shift() : undefined;
    if (lead) return this.#goOn(number, lead, choice);
    return choice.kind === "mcp" ? this.#mcpCase(number, choice) : this.#httpCase(number, choice);
  }

  /** Makes the call that an earlier answer suggested, over HTTP or as a tool. */
  #goOn(number: number, { caller, operation: id, input: led }: Lead, choice: Choice): Promise<void> {
    const isIt = ({ target }: { target: CallTarget }) => target.operation.id === id;
    const called = choice.target % 2 === 0 ? this.#tools.get("account")?.find(isIt) : undefined;
    if (called) return this.#callTool(called.tool, { caller, target: called.target, number, led }, choice.seed);
    const target = this.#targets.find((one) => isIt({ target: one })) as CallTarget;
    return this.#callHttp({ caller, target, number, led }, choice);
  }

  async #httpCase(number: number, choice: Choice): Promise<void> {
    const target = this.#targets[choice.target % this.#targets.length] as CallTarget;
    const caller = this.#callerFor(target.operation, choice.caller);
    await this.#callHttp({ caller, target, number }, choice);
  }

  /** Calls a tool like a client that follows the protocol. */
  async #callTool(tool: ServedTool, context: CallContext, seed: number): Promise<void> {
    const { caller, number } = context;
    const { input } = this.#inputs.make(context, seed);
    const request = toolRequestOf(tool, input, headersOf(caller, number), seed);
    await this.#requests.askMcp(tool.server, request, caller, number);
  }

  async #callHttp(context: CallContext, { seed, chance }: Choice): Promise<void> {
    const { caller, target, number } = context;
    const { operation } = target;
    const { input, isChanged, repeated } = this.#inputs.make(context, seed);
    const draft = draftOf(operation, input, headersOf(caller, number));
    const isOther = !isChanged && chance < 30;
    if (isOther) changeRequest(draft, seed);
    const request = wireRequestOf(draft);
    // Sometimes sends the call twice at the same time, like an impatient client.
    if (target.keyName !== null && chance > 95) {
      await Promise.all([
        this.#requests.askHttp(request, caller, input, number),
        this.#requests.askHttp(request, caller, input, number),
      ]);
      return;
    }
    const seen = await this.#requests.askHttp(request, caller, input, number);
    const key = input[target.keyName ?? ""];
    const isOrder = isDone(seen) && seen?.value.order_id !== undefined && !repeated;
    if (isOrder && !isOther && typeof key === "string") {
      const { [target.keyName ?? ""]: _, ...order } = input;
      caller.grant?.account.addSent({ operation: operation.id, input: order, key });
    }
  }

  async #mcpCase(number: number, { target: at, caller: who, seed, chance }: Choice): Promise<void> {
    const server: McpServerName = at % 4 === 0 ? "catalogue" : "account";
    const caller = this.#callers.choose(who);
    if (chance < PLAIN_CALLS_OF_HUNDRED) {
      const tools = this.#tools.get(server) ?? [];
      const called = tools[(at >> 3) % tools.length] as (typeof tools)[number];
      return this.#callTool(called.tool, { target: called.target, caller, number }, seed);
    }
    this.#calling = { caller, number };
    const message = madeBy(seed, this.#messagesTo(server));
    const request: WireRequest = {
      method: "POST",
      path: MCP_PATHS[server],
      headers: [...headersOf(server === "account" ? caller : null, number), ...Object.entries(message.headers)],
      body: Buffer.from(message.body),
    };
    if (chance >= 88) changeMessage(request, seed);
    await this.#requests.askMcp(server, request, caller, number);
  }

  /** Returns the generator of messages to a server. Its tool calls use the current caller. */
  #messagesTo(server: McpServerName): fc.Arbitrary<GeneratedMessage> {
    const tools = this.#tools.get(server) ?? [];
    const calls = fc.tuple(fc.nat(), fc.nat()).map(([which, seed]): ToolCall => {
      const { tool, target } = tools[which % tools.length] as (typeof tools)[number];
      return [tool.name, this.#inputs.make({ ...this.#calling, target }, seed).input];
    });
    const messages = this.#messages.get(server) ?? generatedMessages(calls);
    this.#messages.set(server, messages);
    return messages;
  }

  #callerFor({ id }: ServedOperation, who: number): Caller {
    return OF_ZONES.has(id) && who % 4 > 0 ? this.#callers.choose(who, "demonstration") : this.#callers.choose(who);
  }
}

function isDone(seen: Seen | null): boolean {
  return seen?.code === null;
}
