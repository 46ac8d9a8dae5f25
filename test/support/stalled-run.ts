import process from "node:process";
import type { Reporter, TestCase, TestModule } from "vitest/node";
import { descendantsOf } from "./descendants.ts";

/**
 * The longest permitted time without an event. It is longer than the time limit of any test and its hooks. With `npm
 * run prove -- year`, one test runs through several simulated years.
 */
const STALLED_AFTER_MS = (process.env.SIMULATED_DAYS ? 40 : 6) * 60_000;

/**
 * A reporter that ends a run if no file or test begins or ends for {@link STALLED_AFTER_MS}, and names the running
 * tests.
 * Vitest's own time limits are timers in the test process. If that process is blocked or has ended silently, the run
 * would never end.
 */
export default class StalledRun implements Reporter {
  readonly #modules = new Set<TestModule>();
  readonly #tests = new Set<TestCase>();
  #lastEvent = Date.now();
  #timer: NodeJS.Timeout | undefined;

  onTestRunStart(): void {
    this.#lastEvent = Date.now();
    this.#timer = setInterval(() => this.#check(), 10_000);
  }

  onTestModuleQueued(module: TestModule): void {
    this.#lastEvent = Date.now();
    this.#modules.add(module);
  }

  onTestModuleEnd(module: TestModule): void {
    this.#lastEvent = Date.now();
    this.#modules.delete(module);
  }

  onTestCaseReady(test: TestCase): void {
    this.#lastEvent = Date.now();
    this.#tests.add(test);
  }

  onTestCaseResult(test: TestCase): void {
    this.#lastEvent = Date.now();
    this.#tests.delete(test);
  }

  onTestRunEnd(): void {
    clearInterval(this.#timer);
  }

  #check(): void {
    if (Date.now() - this.#lastEvent < STALLED_AFTER_MS) return;
    const processes = descendantsOf(process.pid);
    console.error(`\nSTALLED: nothing began or ended for ${STALLED_AFTER_MS / 60_000} minutes.`);
    for (const module of this.#modules) console.error(`  running file: ${module.project.name} ${module.moduleId}`);
    for (const test of this.#tests) console.error(`  running test: ${test.module.moduleId} > ${test.fullName}`);
    for (const { pid, call } of processes) console.error(`  process: ${pid} ${call.slice(0, 300)}`);
    // A blocked process would otherwise keep running, and keep the run's output open.
    for (const { pid } of processes) endNow(pid);
    process.exit(1);
  }
}

function endNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // expected: the process has already ended.
  }
}
