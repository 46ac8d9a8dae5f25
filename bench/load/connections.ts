import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { message } from "../cases/mcp-request.ts";
import { ANA } from "../connections.ts";
import type { WireAnswer, WireRequest } from "../http-wire.ts";
import type { LoadGenerator } from "../load-generator.ts";
import { runtimeMemory } from "../runtime-cpu.ts";
import type { BenchSystem } from "../system.ts";
import {
  type ArrivalGenerator,
  type ArrivalResult,
  checkStatus,
  type Latency,
  latencyOf,
} from "./arrival-generator.ts";
import { make } from "./make-connections.ts";

/** How many connections there are; each number is measured by itself, with new ones. */
const NUMBERS = [10, 1_000, 10_000];
/** Opened in one request. */
const OPENED_AT_ONCE = 100;
/** The local runtime evicts an object ten seconds after its last call. */
const EVICTED_AFTER_MS = 11_500;
/** The rates of arrival: all connections together have what is left of 120 a minute each. */
const ARRIVALS = { perSecond: 100, seconds: 5, perConnection: 1.2 };
/** Connections that are called for the first time after their eviction, at most. */
const MAX_COLD = 150;
const COLD_PER_SECOND = 50;
/** So many are called fast enough to be in memory together. */
const IN_MEMORY = { most: 1_600, perSecond: 200 };
/** Of few objects nothing can be told from the rest of the memory. */
const NUMBER_FOR_MEMORY = 5_000;
const NUMBER_FOR_BOTH = 100;
const FULL_LOAD = { connections: 16, milliseconds: 1_000 };

/** One way of asking, by so many connections in turn. */
export interface ConnectionCost {
  name: string;
  connections: number;
  /** All objects stayed in memory while all ways were asked in turn: with more connections the first way loads them for the others. */
  isInMemory: boolean;
  /** Answers per second as fast as they are given. */
  rate: number;
  /** At a fixed rate of arrival. */
  perSecond: number;
  inTurn: Latency;
  /** Evicted objects. */
  cold: Latency;
  /** Processor time of the runtime per answer in microseconds: in turn, and of evicted objects. */
  cpu: { inTurn: number; cold: number };
}

/** Memory and storage of so many connections. */
export interface ConnectionSpace {
  connections: number;
  /** On disk, in bytes: each when it has just been opened. */
  stored: number;
  /** Files per connection. */
  files: number;
  openedPerSecond: number;
  /** Resident memory of the runtime in bytes before they were opened. */
  before: number;
  /** Where there are many: objects that were called within the last ten seconds, and the memory before, with, and after them. */
  called: { objects: number; evicted: number; loaded: number; evictedAgain: number } | null;
}

export interface ConnectionLoad {
  costs: ConnectionCost[];
  spaces: ConnectionSpace[];
}

interface Generators {
  arrivals: ArrivalGenerator;
  full: LoadGenerator;
}

/** Reads of domains by connections in turn, beside one object call and one query with as many objects. */
export async function measureConnections(
  system: BenchSystem,
  generators: Generators,
  numbers: number[] = NUMBERS,
): Promise<ConnectionLoad> {
  const load: ConnectionLoad = { costs: [], spaces: [] };
  for (const number of numbers) {
    console.error(`opening ${number} connections`);
    const before = runtimeMemory();
    const storedBefore = storedIn(system.stores);
    const started = performance.now();
    const tokens = await openConnections(system, number);
    const openedPerSecond = (number / (performance.now() - started)) * 1_000;
    const stored = storedIn(system.stores);
    // Few connections have too few requests for both ways.
    const ofTools = number < NUMBER_FOR_BOTH ? await openConnections(system, number) : tokens;
    const [http, mcp, reference] = waysOf(number, tokens, ofTools);

    console.error(`measuring ${number} connections`);
    const ways = [http, mcp, reference];
    await sleep(EVICTED_AFTER_MS);
    const cold: ArrivalResult[] = [];
    // Each way loads other objects.
    for (const [at, way] of ways.entries()) cold.push(await loadEvicted(system, way, at, generators.arrivals));
    for (const [at, way] of ways.entries()) {
      const [evicted] = cold.slice(at);
      if (evicted) load.costs.push(await costOf(system, way, number, evicted, generators));
    }
    load.spaces.push({
      ...{ connections: number, openedPerSecond, before },
      called: number < NUMBER_FOR_MEMORY ? null : await memoryOf(system, http, generators.arrivals),
      stored: (stored.bytes - storedBefore.bytes) / number,
      files: (stored.files - storedBefore.files) / number,
    });
  }
  return load;
}

interface Way {
  name: string;
  worker: string;
  requests: WireRequest[];
  check(answer: WireAnswer): void;
}

function waysOf(number: number, tokens: string[], ofTools: string[]): [http: Way, mcp: Way, reference: Way] {
  const call = { name: "list_my_domains", arguments: {} };
  const tool = message("2026-07-28", "/api/v1/account/mcp", "tools/call", call, { "Mcp-Name": call.name });
  const holds = ({ status }: WireAnswer) => assert.equal(status, 200);
  return [
    {
      name: "GET /account/domains",
      worker: "frontdesk-account",
      requests: tokens.map((token) => withToken({ method: "GET", path: "/api/v1/account/domains" }, token)),
      check: holds,
    },
    {
      name: "tools/call list_my_domains",
      worker: "frontdesk-account",
      requests: ofTools.map((token) => withToken(tool, token)),
      check: holds,
    },
    {
      name: "one object call, one query",
      worker: "bench-object-and-query",
      requests: tokens.map((_, index) => ({ method: "GET", path: `/${number}-${index}` })),
      check: holds,
    },
  ];
}

function withToken(request: WireRequest, token: string): WireRequest {
  return { ...request, headers: { ...request.headers, Authorization: `Bearer ${token}` } };
}

/** Calls evicted objects, each once. @param way a number, whose objects are its own where there are enough */
async function loadEvicted(
  system: BenchSystem,
  { name, worker, requests }: Way,
  way: number,
  arrivals: ArrivalGenerator,
): Promise<ArrivalResult> {
  const count = Math.min(MAX_COLD, requests.length);
  const first = count === requests.length ? 0 : way * MAX_COLD;
  const result = await arrivals.run(system.portOf(worker), requests.slice(first, first + count), {
    ...{ perSecond: Math.min(COLD_PER_SECOND, count), count },
  });
  checkStatus(result.answers, 200, name);
  return result;
}

/** All in turn at a fixed rate, then as fast as they are answered. */
async function costOf(
  system: BenchSystem,
  { name, worker, requests, check }: Way,
  connections: number,
  cold: ArrivalResult,
  { arrivals, full }: Generators,
): Promise<ConnectionCost> {
  const port = system.portOf(worker);
  // From the other end than those that were loaded.
  const inOrder = requests.toReversed();
  const perSecond = Math.min(ARRIVALS.perSecond, connections * ARRIVALS.perConnection);
  const inTurn = await arrivals.run(port, inOrder, { perSecond, count: Math.round(perSecond * ARRIVALS.seconds) });
  checkStatus(inTurn.answers, 200, name);
  const target = await system.target(name, worker, requests, check);
  const { status, body } = target.answer;
  const result = await full.run({
    ...{ port, requests: target.requests, isOnce: false, first: 0, status, bodyLength: body.length, bodies: [] },
    ...FULL_LOAD,
  });
  return {
    ...{
      name,
      connections,
      isInMemory: connections < NUMBER_FOR_BOTH,
      perSecond,
      rate: (result.answers / result.milliseconds) * 1_000,
    },
    ...{ inTurn: latencyOf(inTurn.answers), cold: latencyOf(cold.answers) },
    cpu: { inTurn: inTurn.cpu, cold: cold.cpu },
  };
}

/** The runtime's memory around one call of each of many evicted objects. */
async function memoryOf(
  system: BenchSystem,
  { worker, requests }: Way,
  arrivals: ArrivalGenerator,
): Promise<ConnectionSpace["called"]> {
  await sleep(EVICTED_AFTER_MS);
  const evicted = runtimeMemory();
  const called = requests.slice(-IN_MEMORY.most);
  const perSecond = Math.min(IN_MEMORY.perSecond, called.length);
  await arrivals.run(system.portOf(worker), called, { perSecond, count: called.length });
  const loaded = runtimeMemory();
  await sleep(EVICTED_AFTER_MS);
  return { objects: called.length, evicted, loaded, evictedAgain: runtimeMemory() };
}

/** Opens so many connections of one customer, each with an object of its own; their tokens. */
async function openConnections(system: BenchSystem, count: number): Promise<string[]> {
  const made = await system.agreements(Array(count).fill(ANA), ["account:read"]);
  for (let at = 0; at < count; at += OPENED_AT_ONCE) {
    const open = made.slice(at, at + OPENED_AT_ONCE).map(({ agreement, tokenHash }) => ({ agreement, tokenHash }));
    await make(system, { open });
  }
  return made.map(({ token }) => token);
}

/** What the folder of the objects of connections holds on disk, in bytes. */
function storedIn(stores: string): { bytes: number; files: number } {
  const files = readdirSync(stores, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.parentPath.includes("Connection"))
    // An object that is evicted meanwhile takes its log with it.
    .map((entry) => (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.blocks ?? 0) * 512);
  return { bytes: files.reduce((sum, bytes) => sum + bytes, 0), files: files.length };
}
