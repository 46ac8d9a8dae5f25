import { performance } from "node:perf_hooks";
import { prepare, withRuntime } from "./start.ts";
import { plainWorker } from "./worker-config.ts";

/** Answers at once, and does nothing before. Everything is measured above this. */
export const BARE = 'export default { fetch: () => new Response("ok") };';

/** Looks through 32 KiB again and again. The runtime's own code does the work, which takes the same time whether it is compiled or warm. */
const SPIN = `const zeros = new Uint8Array(32_768);
function spin(rounds) {
  let found = false;
  for (let round = 0; round < rounds; round++) found ||= zeros.includes(1);
  return found;
}`;

/** The bare Worker after a loop in its global scope. */
export function withLoop(rounds: number): string {
  return `${SPIN}\nglobalThis.spun = spin(${rounds});\n${BARE}`;
}

const TRIES = 51;
const GUESS = 300;

/**
 * How many rounds of the loop take so long, found out without the meter that they are to prove: by the clock of the caller, the
 * quickest of several requests that run the loop over the quickest of as many that do not.
 * @param folder for the Worker that runs the loop when it is asked
 */
export async function roundsFor(milliseconds: number, folder: string, compatibilityDate: string): Promise<number> {
  const code = `${SPIN}\nexport default { fetch: ({ url }) => new Response(String(spin(Number(url.split("?")[1])))) };`;
  return withRuntime(prepare(folder, plainWorker(code, compatibilityDate)), async (_id, origin) => {
    const quickest = async (rounds: number) => {
      let least = Number.POSITIVE_INFINITY;
      for (let attempt = 0; attempt < TRIES; attempt++) {
        const began = performance.now();
        await (await fetch(`${origin}/?${rounds}`)).text();
        least = Math.min(least, performance.now() - began);
      }
      return least;
    };
    const nothing = await quickest(0);
    return Math.round((GUESS * milliseconds) / ((await quickest(GUESS)) - nothing));
  });
}
