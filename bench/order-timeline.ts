import { setTimeout } from "node:timers/promises";
import { defineCommand } from "../scripts/command-line.ts";
import { ACCOUNT_WORKER, ANA } from "./connections.ts";
import type { WireAnswer, WireRequest } from "./http-wire.ts";
import { quantile } from "./measure.ts";
import { acceptedQuote, bearer, orderRequest, QUOTE_PATH } from "./order-requests.ts";
import { machine, markdownTable, writeBetweenMarks } from "./report.ts";
import { runtimeCpuTime } from "./runtime-cpu.ts";
import { type BenchSystem, startSystem } from "./system.ts";

/**
 * Number of accounts. In each round, each account sends one request for each step of an order. The request ends at that
 * step. The requests follow one another, each on its own connection.
 */
const ACCOUNTS = 60;
/** Number of rounds, and of orders for each account. An account's limit is 20 orders in an hour. */
const ROUNDS = 12;
/** Number of unmeasured rounds at the start, in which the code is compiled and the objects are created. */
const WARM_UP = 3;
/** Milliseconds in which delayed writes end before the next step. */
const PAUSE_MS = 700;

interface Step {
  name: string;
  /** The work that the response needs. */
  does: string;
  status: number;
  request(caller: Caller, key: string): WireRequest;
}

interface Caller {
  token: string;
  /** A token without the scope for orders. */
  reading: string;
  /** A token of a login that may read its account. */
  owner: string;
}

export const command = defineCommand({
  options: { write: { type: "boolean", about: "Writes the table into docs/evidence/performance.md." } },
  isLong: true,
  hasStack: true,
  async run({ options }) {
    const system = await startSystem();
    try {
      const table = await timeline(system);
      console.log(table);
      if (options.write) writeBetweenMarks("timeline of an order", table);
    } finally {
      await system.close();
    }
  },
});

async function timeline(bench: BenchSystem): Promise<string> {
  const customers = await bench.customers(ACCOUNTS);
  const tokens = await bench.apiTokens(customers, ["account:read", "billing:write"]);
  const reading = await bench.apiTokens(customers, ["account:read"]);
  const owners = await bench.apiTokens(Array(ACCOUNTS).fill(ANA), ["account:read"]);
  const callers = tokens.map((token, index) => ({
    token,
    reading: reading[index] ?? "",
    owner: owners[index] ?? "",
  }));
  const steps = await stepsOf(bench, tokens[0] ?? "");
  const times = new Map<Step, number[]>(steps.map((step) => [step, []]));
  const processor = new Map<Step, number>(steps.map((step) => [step, 0]));
  for (let round = 0; round < ROUNDS; round++) {
    for (const step of steps) {
      const before = runtimeCpuTime();
      const took = await ask(bench, step, callers, round);
      await setTimeout(PAUSE_MS);
      if (round < WARM_UP) continue;
      times.get(step)?.push(...took);
      processor.set(step, (processor.get(step) ?? 0) + runtimeCpuTime() - before);
    }
  }
  const asked = ACCOUNTS * (ROUNDS - WARM_UP);
  const rows = steps.map((step) => {
    const at = (part: number) => quantile(times.get(step) ?? [], part).toFixed(2);
    return [step.name, step.does, at(0.5), at(0.99), ((processor.get(step) ?? 0) / asked).toFixed(2)];
  });
  return `${markdownTable(["Response", "Work", "p50 ms", "p99 ms", "CPU ms/request"], rows)}\n\n${machine()}.`;
}

/**
 * Sends the step's request for each account, one after the other.
 * @returns the time of each request, in milliseconds
 */
async function ask(bench: BenchSystem, step: Step, callers: Caller[], round: number): Promise<number[]> {
  const took: number[] = [];
  for (const caller of callers) {
    const begin = performance.now();
    const answer: WireAnswer = await bench.ask(ACCOUNT_WORKER, step.request(caller, `key-${round}`));
    took.push(performance.now() - begin);
    if (answer.status !== step.status) throw new Error(`${step.name}: ${answer.status} ${answer.body.toString()}`);
  }
  return took;
}

/**
 * Returns the steps. Each step ends the work of an order at a different point. A step's name starts with the status of
 * the response.
 */
async function stepsOf(bench: BenchSystem, token: string): Promise<Step[]> {
  const quote = await acceptedQuote(bench, token);
  const order = (by: string, key: string, expected = quote.expected_price) =>
    orderRequest(by, key, { ...quote, expected_price: expected });
  const read = (by: string, path: string): WireRequest => ({ method: "GET", path, headers: bearer(by) });
  return [
    step("401, an invalid token", "HTTP and routing", (_, key) => order("none", key)),
    step("403, a scope is missing", "connection object: token, rate limit, log", ({ reading }, key) =>
      order(reading, key),
    ),
    step("403, a permission is missing", "connection object; one billing query", (caller) =>
      read(caller.token, "/api/v1/account"),
    ),
    step("200, the list of domains", "connection object; one billing query, with its rows", ({ owner }) =>
      read(owner, "/api/v1/account/domains"),
    ),
    step("200, the quote", "connection object; all that an order reads", (caller) => read(caller.token, QUOTE_PATH)),
    step(
      "409, another price",
      "connection object; account object: reservation, send; billing: permission check, read, refusal; journal entry of the outcome",
      (caller, key) => order(caller.token, `other-${key}`, quote.expected_price + 1),
    ),
    step("201, the order", "the same, and billing's transaction", (caller, key) => order(caller.token, key)),
    step("201, again", "connection object; account object: journal, permission check", (caller, key) =>
      order(caller.token, key),
    ),
  ];
}

function step(name: string, does: string, request: Step["request"]): Step {
  return { name, does, status: Number(name.slice(0, 3)), request };
}
