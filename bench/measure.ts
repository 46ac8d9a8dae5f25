import type { LoadResult } from "./load.ts";
import type { LoadGenerator } from "./load-generator.ts";
import { runtimeCpuTime } from "./runtime-cpu.ts";
import type { Target } from "./system.ts";

/** Something worth knowing: how fast one target is beside others. */
export interface Case {
  /** What `npm run bench -- <word>` looks in. */
  name: string;
  subject: Target;
  /** Measured in the same rounds. */
  references: Reference[];
}

export interface Reference {
  target: Target;
  /** The least that the subject's rate over this one's should be, or the least at each number of connections. */
  goal?: number | Record<number, number>;
}

/** How a case is measured. */
export interface Method {
  /** Odd, so that a median is a round that happened. */
  rounds: number;
  /** One target's turn in one round, in milliseconds. */
  turn: number;
  /** Numbers of keep-alive connections; every one is measured by itself. */
  connections: number[];
}

/** A subject beside one reference. */
export interface RatioComparison {
  name: string;
  reference: string;
  connections: number;
  /** Of the ratios of the rates, each of one round: the median, and between what the middle half of them lies. */
  ratio: { median: number; lower: number; upper: number };
  goal: number | undefined;
  rates: Pair;
  /** Half of the answers came within so many milliseconds. */
  p50s: Pair;
  /** Length of the answers' bodies. */
  bytes: Pair;
  /** Processor time of the runtime per answer in microseconds, NaN where the system does not tell. */
  cpus: Pair;
}

/** The subject's, then the reference's; where it was measured, the median over the rounds. */
export type Pair = [subject: number, reference: number];

/** How busy both sides were, parts of one core, to tell which of them set the pace. */
export interface Busyness {
  /** The most that the generator used in a turn. */
  generator: number;
  /** The median that the runtime used, NaN where the system does not tell. */
  runtime: number;
}

interface Turn extends LoadResult {
  /** Answers per second. */
  rate: number;
  /** Processor time of the runtime per answer in milliseconds. */
  cpu: number;
}

const WARM_UP_MS = 1_000;

/** Measures cases one after the other, and watches that the generator is never what limits them. */
export class Measurement {
  readonly #generator: LoadGenerator;
  readonly #method: Method;
  readonly #turns: Turn[] = [];
  /** How many requests each target was sent so far. */
  readonly #sent = new Map<Target, number>();

  constructor(generator: LoadGenerator, method: Method) {
    this.#generator = generator;
    this.#method = method;
  }

  /** Each round gives every target one turn, the next round in the opposite order, so that drift meets all alike. */
  async compare({ name, subject, references }: Case): Promise<RatioComparison[]> {
    const targets = [subject, ...references.map(({ target }) => target)];
    const most = Math.max(...this.#method.connections);
    for (const target of targets) await this.#turn(target, most, WARM_UP_MS);

    const comparisons: RatioComparison[] = [];
    for (const connections of this.#method.connections) {
      const turns = new Map<Target, Turn[]>(targets.map((target) => [target, []]));
      for (let round = 0; round < this.#method.rounds; round++) {
        for (const target of round % 2 === 0 ? targets : targets.toReversed()) {
          const turn = await this.#turn(target, connections, this.#method.turn);
          turns.get(target)?.push(turn);
          this.#turns.push(turn);
        }
      }
      for (const { target, goal: least } of references) {
        const goal = typeof least === "object" ? least[connections] : least;
        const own = turns.get(subject) ?? [];
        const other = turns.get(target) ?? [];
        const bytes: Pair = [subject.answer.body.length, target.answer.body.length];
        comparisons.push({ name, reference: target.label, connections, goal, bytes, ...compareTurns(own, other) });
      }
    }
    return comparisons;
  }

  /** Over every turn so far, warm-ups left out. */
  busyness(): Busyness {
    return {
      generator: Math.max(...this.#turns.map(({ generatorBusy }) => generatorBusy)),
      runtime: median(this.#turns.map(({ cpu, rate }) => (cpu * rate) / 1000)),
    };
  }

  async #turn(target: Target, connections: number, milliseconds: number): Promise<Turn> {
    const { port, requests, isOnce, bodies, answer } = target;
    const { status, body } = answer;
    const first = this.#sent.get(target) ?? 0;
    const before = runtimeCpuTime();
    const result = await this.#generator.run({
      ...{ port, requests, isOnce, first, status, bodies },
      ...{ bodyLength: body.length, connections, milliseconds },
    });
    // Each connection was answered once before the turn's own time began.
    const sent = result.answers + connections;
    this.#sent.set(target, first + sent);
    const cpu = (runtimeCpuTime() - before) / sent;
    return { ...result, rate: (result.answers / result.milliseconds) * 1000, cpu };
  }
}

function compareTurns(own: Turn[], other: Turn[]) {
  const ratios = own.map(({ rate }, round) => rate / (other[round]?.rate ?? Number.NaN));
  const pair = (value: (turn: Turn) => number): Pair => [median(own.map(value)), median(other.map(value))];
  return {
    ratio: { median: median(ratios), lower: quantile(ratios, 0.25), upper: quantile(ratios, 0.75) },
    rates: pair(({ rate }) => rate),
    p50s: pair(({ p50 }) => p50),
    cpus: pair(({ cpu }) => cpu * 1000),
  };
}

function median(values: number[]): number {
  return quantile(values, 0.5);
}

function quantile(values: number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN;
}
