import { setTimeout } from "node:timers/promises";
import type { LoadResult } from "./load.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { runtimeCpuTime } from "./runtime-cpu.ts";
import type { Target } from "./system.ts";

/** A target to compare with others. */
export interface Case {
  /** The name of the case. `npm run bench -- compare <word>` searches the names. */
  name: string;
  subject: Target;
  /** The targets to compare with. They are measured in the same rounds. */
  references: Reference[];
  /** The differences from the usual method. */
  method?: Partial<Method>;
}

export interface Reference {
  target: Target;
  /** The minimum ratio of the subject's rate to the reference's rate, or the minimum for each number of connections. */
  goal?: number | Record<number, number>;
}

/** The method of measuring a case. */
export interface Method {
  /** Number of rounds. It is odd, so that a median is the value of an actual round. */
  rounds: number;
  /** Milliseconds of one target's turn in a round. */
  turn: number;
  /** Numbers of keep-alive connections. Each number is measured separately. */
  connections: number[];
  /**
   * Milliseconds of the pause after each turn. Work that follows the responses ends before the next turn starts, and
   * its processor time is assigned to the turn that caused it.
   */
  pause: number;
}

/** A subject, compared with one reference. */
export interface RatioComparison {
  name: string;
  reference: string;
  connections: number;
  /**
   * The median of the rounds' ratios, and the range of their middle half. A ratio is the subject's rate divided by the
   * reference's rate.
   */
  ratio: { median: number; lower: number; upper: number };
  goal: number | undefined;
  rates: Pair;
  /** Milliseconds within which half of the responses in all rounds arrived. */
  p50s: Pair;
  /** Milliseconds within which 99 % of the responses arrived. */
  p99s: Pair;
  /** Length of the response bodies, in bytes. */
  bytes: Pair;
  /** Processor time of the runtime per response, in microseconds; NaN if the system does not report it. */
  cpus: Pair;
}

/** The subject's value, then the reference's value. For a measured value, it is the median over the rounds. */
export type Pair = [subject: number, reference: number];

/** The load of both sides, as fractions of one core. It shows which side limits the rate. */
export interface Busyness {
  /** The generator's maximum in a turn. */
  generator: number;
  /** The runtime's median; NaN if the system does not report it. */
  runtime: number;
}

interface Turn extends LoadResult {
  /** Responses per second. */
  rate: number;
  /** Processor time of the runtime per response, in milliseconds. */
  cpu: number;
}

const WARM_UP_MS = 1_000;
/** Assumed rate for preloading objects until a measured rate is known, in responses per second. */
const PRELOADED_AT_FIRST = 500;
/** Number of preloaded objects, relative to the responses in the fastest turn so far. */
const PRELOAD_FACTOR = 1.2;

/**
 * A measurement that compares cases one after the other. It also records whether the load generator limits the rates.
 */
export class Measurement {
  readonly #generator: LoadGenerator;
  readonly #method: Method;
  readonly #turns: Turn[] = [];
  readonly #others = new Map<string, string[]>();
  /** Number of requests to each target so far. */
  readonly #sent = new Map<Target, number>();
  /** The highest rate of each target in a turn so far, in responses per second. */
  readonly #fastest = new Map<Target, number>();

  constructor(generator: LoadGenerator, method: Method) {
    this.#generator = generator;
    this.#method = method;
  }

  /**
   * Compares the targets of a case. Each round gives every target one turn. The order is reversed in every other round,
   * so that drift affects all targets equally.
   */
  async compare({ name, subject, references, method }: Case): Promise<RatioComparison[]> {
    const own: Method = { ...this.#method, ...method };
    const { rounds, turn: milliseconds, connections: numbers, pause } = own;
    if (method) this.#others.set(methodWords(own), [...(this.#others.get(methodWords(own)) ?? []), name]);
    const targets = [subject, ...references.map(({ target }) => target)];
    for (const target of targets) await this.#turn(target, Math.max(...numbers), WARM_UP_MS, pause);

    const comparisons: RatioComparison[] = [];
    for (const connections of numbers) {
      const turns = new Map<Target, Turn[]>(targets.map((target) => [target, []]));
      for (let round = 0; round < rounds; round++) {
        for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
          const turn = await this.#turn(target, connections, milliseconds, pause);
          turns.get(target)?.push(turn);
          this.#turns.push(turn);
        }
      }
      for (const { target, goal: least } of references) {
        const goal = typeof least === "object" ? least[connections] : least;
        const subjects = turns.get(subject) ?? [];
        const others = turns.get(target) ?? [];
        const bytes: Pair = [subject.answer.body.length, target.answer.body.length];
        comparisons.push({
          name,
          reference: target.label,
          connections,
          goal,
          bytes,
          ...compareTurns(subjects, others),
        });
      }
    }
    return comparisons;
  }

  /** Returns the names of the cases with another method, by that method's description. */
  otherMethods(): Map<string, string[]> {
    return this.#others;
  }

  /** Returns the load over all turns so far, without warm-ups. */
  busyness(): Busyness {
    return {
      generator: Math.max(...this.#turns.map(({ generatorBusy }) => generatorBusy)),
      runtime: median(this.#turns.map(({ cpu, rate }) => (cpu * rate) / 1000)),
    };
  }

  async #turn(target: Target, connections: number, milliseconds: number, pause: number): Promise<Turn> {
    const { port, requests, isOnce, bodies, answer } = target;
    const { status, body } = answer;
    const first = this.#sent.get(target) ?? 0;
    const fastest = this.#fastest.get(target) ?? PRELOADED_AT_FIRST;
    await target.preload?.(first, connections + Math.ceil((PRELOAD_FACTOR * fastest * milliseconds) / 1000));
    await setTimeout(pause);
    const before = runtimeCpuTime();
    const result = await this.#generator.run({
      ...{ port, requests, isOnce, first, status, bodies },
      ...{ bodyLength: body.length, connections, milliseconds },
    });
    // Each connection got one response before the turn's own time started.
    const sent = result.answers + connections;
    this.#sent.set(target, first + sent);
    const rate = (result.answers / result.milliseconds) * 1000;
    this.#fastest.set(target, Math.max(rate, this.#fastest.get(target) ?? 0));
    await setTimeout(pause);
    return { ...result, rate, cpu: (runtimeCpuTime() - before) / sent };
  }
}

/** Describes a method, without its numbers of connections. */
export function methodWords({ rounds, turn, pause }: Method): string {
  return `${rounds} rounds of ${turn} ms${pause > 0 ? ` with pauses of ${pause} ms` : ""}`;
}

function compareTurns(own: Turn[], other: Turn[]) {
  const ratios = own.map(({ rate }, round) => rate / (other[round]?.rate ?? Number.NaN));
  const pair = (value: (turn: Turn) => number): Pair => [median(own.map(value)), median(other.map(value))];
  const pooled = (part: number): Pair => [quantile(latenciesOf(own), part), quantile(latenciesOf(other), part)];
  return {
    ratio: { median: median(ratios), lower: quantile(ratios, 0.25), upper: quantile(ratios, 0.75) },
    rates: pair(({ rate }) => rate),
    p50s: pooled(0.5),
    p99s: pooled(0.99),
    cpus: pair(({ cpu }) => cpu * 1000),
  };
}

/** Returns the latencies of all rounds together, because one turn may have too few responses for a 99th percentile. */
function latenciesOf(turns: Turn[]): number[] {
  return turns.flatMap(({ latencies }) => [...latencies]);
}

function median(values: number[]): number {
  return quantile(values, 0.5);
}

/** Returns the quantile of the values at a fraction from 0 to 1; NaN if there are no values. */
export function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
}
