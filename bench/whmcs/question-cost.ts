import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { ServedRequest } from "../../dev/whmcs/request-log.ts";
import type { WhmcsSimulator } from "../../dev/whmcs/whmcs-simulator.ts";

/** Seconds that every call takes. */
export const CALL_SECONDS = [0.2, 1, 2] as const;
/** Odd, so that a median is an answer that was given. */
const TIMES = 3;
const WAIT_MS = 90_000;

/** Something that a customer asks. */
export interface Question {
  name: string;
  /** Whatever has to be done first, with a WHMCS that answers at once. @returns asks; the HTTP status of the answer */
  prepare(): Promise<() => Promise<number>>;
}

/** What it costs WHMCS, and how long the customer waits for it. */
export interface QuestionCost {
  name: string;
  /** By action, or by file of the endpoint. */
  calls: Map<string, number>;
  /** The longest chain of calls of which each began after the one before was answered. */
  sequential: number;
  /** The median by {@link CALL_SECONDS}; where one was refused, the refusal. */
  answers: { status: number; milliseconds: number }[];
}

/** Asks each question a few times at each latency. */
export async function costOf(whmcs: WhmcsSimulator, question: Question): Promise<QuestionCost> {
  // What is read once in a while, such as the plan map, has been.
  await (await question.prepare())();
  await settled(whmcs);
  const cost: QuestionCost = {
    name: question.name,
    calls: new Map(),
    sequential: Number.POSITIVE_INFINITY,
    answers: [],
  };
  for (const [index, seconds] of CALL_SECONDS.entries()) {
    const answers: { status: number; milliseconds: number }[] = [];
    for (let time = 0; time < TIMES; time++) {
      const ask = await question.prepare();
      whmcs.served.length = 0;
      whmcs.latencyMs = seconds * 1_000;
      const started = performance.now();
      const status = await ask();
      answers.push({ status, milliseconds: performance.now() - started });
      await settled(whmcs);
      whmcs.latencyMs = 0;
      if (index === 0) {
        cost.calls = callsIn(whmcs.served);
        // A call that this machine was late to send looks as if it had waited for another.
        cost.sequential = Math.min(cost.sequential, longestChain(whmcs.served));
      }
      if (status >= 500) {
        await answering(question);
        break;
      }
    }
    const sorted = answers.toSorted((one, other) => one.milliseconds - other.milliseconds);
    const answer = answers.find(({ status }) => status >= 500) ?? sorted[Math.floor(sorted.length / 2)];
    if (answer) cost.answers.push(answer);
  }
  return cost;
}

/** Once nothing is being answered any more: an answer that was given up goes on. */
async function settled({ served }: WhmcsSimulator): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while (served.some(({ to }) => to === Number.POSITIVE_INFINITY)) {
    if (performance.now() > until) throw new Error("the calls do not end");
    await sleep(20);
  }
}

/** Once the question is answered again: calls that were given up may have opened the circuit. */
async function answering(question: Question): Promise<void> {
  const until = performance.now() + WAIT_MS;
  while ((await (await question.prepare())()) >= 500) {
    if (performance.now() > until) throw new Error(`${question.name} is not answered any more`);
    await sleep(1_000);
  }
}

function callsIn(served: ServedRequest[]): Map<string, number> {
  return new Map([...Map.groupBy(served, ({ name }) => name)].map(([name, calls]) => [name, calls.length]));
}

function longestChain(served: ServedRequest[]): number {
  let length = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { from, to } of served.toSorted((one, other) => one.to - other.to)) {
    if (from < end) continue;
    length++;
    end = to;
  }
  return length;
}
