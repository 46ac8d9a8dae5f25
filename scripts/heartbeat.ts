import process from "node:process";
import { Worker } from "node:worker_threads";

const SILENCE_MS = 10_000;

/**
 * The code of a separate thread. It needs its own thread because the work can block the main thread for longer than ten
 * seconds.
 */
const WATCH = `
import { writeSync } from "node:fs";
import { workerData } from "node:worker_threads";
const { printedAt, name, begun, silenceMs } = workerData;
setInterval(() => {
  const now = Date.now();
  if (now - Number(Atomics.load(printedAt, 0)) < silenceMs) return;
  Atomics.store(printedAt, 0, BigInt(now));
  writeSync(2, \`\${name} is still running after \${Math.round((now - begun) / 1000)} s.\\n\`);
}, Math.min(1000, silenceMs));
`;

/**
 * Prints a line to standard error whenever this process has printed nothing for ten seconds.
 * @param name the name of the work
 * @returns a function that stops these lines
 */
export function keepSayingSo(name: string, silenceMs = SILENCE_MS): () => void {
  const printedAt = new BigInt64Array(new SharedArrayBuffer(8));
  const note = () => void Atomics.store(printedAt, 0, BigInt(Date.now()));
  note();
  const restore = [process.stdout, process.stderr].map((stream) => {
    const write = stream.write;
    stream.write = ((...given: Parameters<typeof write>) => {
      note();
      return write.apply(stream, given);
    }) as typeof write;
    return () => {
      stream.write = write;
    };
  });
  const watch = new Worker(WATCH, { eval: true, workerData: { printedAt, name, begun: Date.now(), silenceMs } });
  watch.unref();
  return () => {
    for (const undo of restore) undo();
    void watch.terminate();
  };
}
