import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { encodeRequest, type WireRequest } from "../http-wire.ts";
import { runtimeCpuTime } from "../runtime-cpu.ts";
import type { Arrivals, Arrived } from "./arrivals.ts";

/** What came of requests at a fixed rate. */
export interface ArrivalResult {
  answers: Arrived[];
  /** Processor time of the runtime per answer in microseconds; NaN where the system does not tell. */
  cpu: number;
  /** The part of the time, 0 to 1, in which the generator itself used the processor. */
  generatorBusy: number;
}

/** Sends requests at a fixed rate from a thread of its own, so that nothing else takes its time. */
export class ArrivalGenerator {
  readonly #thread = new Worker(new URL("arrivals-thread.ts", import.meta.url));

  /** Never two at a time. @throws {Error} when an answer does not come */
  async run(
    port: number,
    requests: WireRequest[],
    { perSecond, count, members = [] }: Pick<Arrivals, "perSecond" | "count"> & { members?: string[] },
  ): Promise<ArrivalResult> {
    const cpuBefore = runtimeCpuTime();
    const arrivals: Arrivals = { port, requests: requests.map(encodeRequest), perSecond, count, members };
    this.#thread.postMessage(arrivals);
    const [message] = (await once(this.#thread, "message")) as [
      { answers: Arrived[]; cpuMs: number } | { failure: string },
    ];
    if ("failure" in message) throw new Error(message.failure);
    const { answers, cpuMs } = message;
    const cpu = ((runtimeCpuTime() - cpuBefore) * 1_000) / answers.length;
    return { answers, cpu, generatorBusy: cpuMs / ((count / perSecond) * 1_000) };
  }

  async close(): Promise<void> {
    await this.#thread.terminate();
  }
}

/** Latencies in milliseconds: of so many answers half came within `p50`, and 99 of a hundred within `p99`. */
export interface Latency {
  count: number;
  p50: number;
  p99: number;
  slowest: number;
}

export function latencyOf(answers: Pick<Arrived, "latency">[]): Latency {
  const sorted = answers.map(({ latency }) => latency).toSorted((one, other) => one - other);
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p99: at(0.99), slowest: sorted.at(-1) ?? Number.NaN };
}

/** @throws {Error} where an answer has another status */
export function checkStatus(answers: Arrived[], status: number, what: string): void {
  const wrong = answers.find((answer) => answer.status !== status);
  if (wrong) throw new Error(`${what}: ${wrong.status} instead of ${status}, ${wrong.at} ms after the first`);
}
