import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { World } from "../../test/support/world.ts";
import { quantile } from "../measure.ts";
import { addCustomer, tokenOf } from "./customers.ts";

/** An answer to a read of an account. */
interface LoadAnswer {
  status: number;
  milliseconds: number;
  /** Seconds; 0 without one. */
  retryAfter: number;
}

/** Connections that read as fast as they are let. */
export interface Capacity {
  seconds: number;
  connections: number;
  /** Answers of 200 in a second. */
  served: number;
  /** Of all answers, 0 to 1. */
  refused: number;
  /** Of those served, milliseconds. */
  p50: number;
  p99: number;
}

export interface Flood {
  asked: number;
  served: number;
  slowestServed: number;
  refused: number;
  slowestRefused: number;
  retryAfter: number[];
  /** Calls that WHMCS answered at the same time. */
  atOnce: number;
}

const CONNECTIONS = [4, 8, 32];
/** So long is measured, beside the answers that are under way then: several times the longest wait. */
const WINDOW_MS: Record<number, number> = { 0.2: 8_000, 1: 15_000, 2: 20_000 };
const FLOOD_LISTS = ["services", "domains", "invoices?status=paid", "tickets"];
/** At the same time, of one connection. */
const IDENTICAL = 32;

/** Connections of accounts of their own, as many as the largest load has. */
export async function connectMany(world: World): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < Math.max(...CONNECTIONS)) tokens.push(await tokenOf(world, await addCustomer(world)));
  // Who owns an account is known from here on.
  for (const token of tokens) await read(world, "services", token);
  return tokens;
}

/** Reads of services, two calls each: each connection asks again as soon as it has its answer, or as late as it is told to. */
export async function measureCapacity(world: World, tokens: string[]): Promise<Capacity[]> {
  const measured: Capacity[] = [];
  for (const [seconds, windowMs] of Object.entries(WINDOW_MS).map(([key, value]) => [Number(key), value] as const)) {
    for (const connections of CONNECTIONS) {
      world.whmcs.latencyMs = seconds * 1_000;
      const answers: LoadAnswer[] = [];
      const started = performance.now();
      const until = started + windowMs;
      const askOn = async (token: string) => {
        while (performance.now() < until) {
          const answer = await read(world, "services", token);
          answers.push(answer);
          if (answer.retryAfter > 0) await sleep(Math.min(answer.retryAfter * 1_000, until - performance.now()));
        }
      };
      await Promise.all(tokens.slice(0, connections).map(askOn));
      const tookS = (performance.now() - started) / 1_000;
      world.whmcs.latencyMs = 0;
      const good = answers.filter(isServed);
      const refused = (answers.length - good.length) / answers.length;
      const times = good.map(({ milliseconds }) => milliseconds);
      const [p50, p99] = [quantile(times, 0.5), quantile(times, 0.99)];
      measured.push({ seconds, connections, served: good.length / tookS, refused, p50, p99 });
    }
  }
  return measured.toSorted((one, other) => one.seconds - other.seconds || one.connections - other.connections);
}

/** Different reads of all connections at the same time, at a second for each call. */
export async function measureFlood(world: World, tokens: string[]): Promise<Flood> {
  const { whmcs } = world;
  whmcs.latencyMs = 1_000;
  whmcs.load.most = 0;
  const reads = tokens.flatMap((token) => FLOOD_LISTS.map((list) => read(world, list, token)));
  const answers = await Promise.all(reads);
  whmcs.latencyMs = 0;
  const served = answers.filter(isServed);
  const refused = answers.filter((answer) => !isServed(answer));
  return {
    asked: answers.length,
    ...{ served: served.length, slowestServed: slowestOf(served) },
    ...{ refused: refused.length, slowestRefused: slowestOf(refused) },
    retryAfter: [...new Set(refused.map(({ retryAfter }) => retryAfter))].toSorted((one, other) => one - other),
    atOnce: whmcs.load.most,
  };
}

/** One read many times at once, at a second for each call. */
export async function measureIdentical(world: World, token: string): Promise<{ asked: number; calls: number }> {
  const { whmcs } = world;
  whmcs.latencyMs = 1_000;
  whmcs.served.length = 0;
  const answers = await Promise.all(Array.from({ length: IDENTICAL }, () => read(world, "services", token)));
  whmcs.latencyMs = 0;
  if (!answers.every(isServed)) throw new Error("not every identical read was served");
  return { asked: IDENTICAL, calls: whmcs.served.length };
}

async function read({ api }: World, list: string, token: string): Promise<LoadAnswer> {
  const started = performance.now();
  const response = await api.request(`/account/${list}`, token);
  await response.arrayBuffer();
  const { status, headers } = response;
  if (status !== 200 && status !== 503) throw new Error(`${list}: ${status}`);
  return { status, milliseconds: performance.now() - started, retryAfter: Number(headers.get("retry-after") ?? 0) };
}

function isServed({ status }: LoadAnswer): boolean {
  return status === 200;
}

function slowestOf(answers: LoadAnswer[]): number {
  return Math.max(0, ...answers.map(({ milliseconds }) => milliseconds));
}
