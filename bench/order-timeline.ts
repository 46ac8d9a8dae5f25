import { setTimeout } from "node:timers/promises";
import { defineCommand } from "../scripts/command-line.ts";
import { ANA } from "./connections.ts";
import type { WireAnswer, WireRequest } from "./http-wire.ts";
import { machine, markdownTable, writeBetweenMarks } from "./report.ts";
import { runtimeCpuTime } from "./runtime-cpu.ts";
import { type BenchSystem, startSystem } from "./system.ts";

/**
 * How the time of an order passes, told by requests that end at each of its steps, one after the other over
 * one connection each.
 */
const ACCOUNTS = 60;
/** Each account orders so often, of the 20 times that it may in an hour. */
const ROUNDS = 12;
/** Not measured: the code is compiled, and the objects are made. */
const WARM_UP = 3;
/** What is written after the answers is written before the next step begins. */
const PAUSE_MS = 700;
const ACCOUNT = "frontdesk-account";
const PATH = "/api/v1/account/orders/plan";

interface Step {
  name: string;
  /** The work behind the response. */
  does: string;
  status: number;
  request(caller: Caller, key: string): WireRequest;
}

/** A customer's tokens. */
interface Caller {
  token: string;
  /** Without the scope to order. */
  reading: string;
  /** Of a login that may see its account. */
  owner: string;
}

export const command = defineCommand({
  options: { write: { type: "boolean", about: "Writes the table into docs/performance.md." } },
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
  const steps = stepsOf(await quoted(bench, tokens[0] ?? ""));
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
    const sorted = (times.get(step) ?? []).toSorted((a, b) => a - b);
    const at = (part: number) => (sorted[Math.floor(sorted.length * part)] ?? Number.NaN).toFixed(2);
    return [step.name, step.does, at(0.5), at(0.99), ((processor.get(step) ?? 0) / asked).toFixed(2)];
  });
  return `${markdownTable(["Response", "Work", "p50 ms", "p99 ms", "CPU ms/request"], rows)}\n\n${machine()}.`;
}

/** The step's request of each account, one after the other. @returns how long each took, in milliseconds */
async function ask(bench: BenchSystem, step: Step, callers: Caller[], round: number): Promise<number[]> {
  const took: number[] = [];
  for (const caller of callers) {
    const begin = performance.now();
    const answer: WireAnswer = await bench.ask(ACCOUNT, step.request(caller, `key-${round}`));
    took.push(performance.now() - begin);
    if (answer.status !== step.status) throw new Error(`${step.name}: ${answer.status} ${answer.body.toString()}`);
  }
  return took;
}

interface Quoted {
  body: object;
  price: number;
}

async function quoted(bench: BenchSystem, token: string): Promise<Quoted> {
  const answer = await bench.ask(ACCOUNT, { method: "GET", path: `${PATH}?plan=web-start`, headers: bearer(token) });
  const { terms, first_payment } = JSON.parse(answer.body.toString());
  return { body: { plan: "web-start", accept_terms: terms.version }, price: first_payment.amount };
}

function stepsOf({ body, price }: Quoted): Step[] {
  const order = (token: string, key: string, expected = price): WireRequest => ({
    method: "POST",
    path: PATH,
    headers: { ...bearer(token), "Content-Type": "application/json", "Idempotency-Key": key },
    body: JSON.stringify({ ...body, expected_price: expected }),
  });
  const read = (token: string, path: string): WireRequest => ({ method: "GET", path, headers: bearer(token) });
  return [
    {
      name: "401, an invalid token",
      does: "HTTP and routing",
      status: 401,
      request: (_, key) => order("none", key),
    },
    {
      name: "403, a scope is missing",
      does: "connection object: token, rate limit, log",
      status: 403,
      request: ({ reading }, key) => order(reading, key),
    },
    {
      name: "403, a permission is missing",
      does: "connection object; one billing query",
      status: 403,
      request: ({ token }) => read(token, "/api/v1/account"),
    },
    {
      name: "200, the list of domains",
      does: "connection object; one billing query, with its rows",
      status: 200,
      request: ({ owner }) => read(owner, "/api/v1/account/domains"),
    },
    {
      name: "200, the quote",
      does: "connection object; all that an order reads",
      status: 200,
      request: ({ token }) => read(token, `${PATH}?plan=web-start`),
    },
    {
      name: "409, another price",
      does: "connection object; account object: reservation, send; billing: permission check, read, refusal; journal entry of the outcome",
      status: 409,
      request: ({ token }, key) => order(token, `other-${key}`, price + 1),
    },
    {
      name: "201, the order",
      does: "the same, and billing's transaction",
      status: 201,
      request: ({ token }, key) => order(token, key),
    },
    {
      name: "201, again",
      does: "connection object; account object: journal, permission check",
      status: 201,
      request: ({ token }, key) => order(token, key),
    },
  ];
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}
