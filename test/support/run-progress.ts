import type { Reporter, TestModule, TestSpecification } from "vitest/node";

/** Number of slowest files in the report. */
const SLOWEST = 5;

/** A reporter that prints the progress after each tenth of the files, and the slowest files at the end. */
export default class RunProgress implements Reporter {
  readonly #modules: TestModule[] = [];
  #files = 0;

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    this.#files = specifications.length;
  }

  onTestModuleEnd(module: TestModule): void {
    this.#modules.push(module);
    const done = this.#modules.length;
    if (tenthsOf(done, this.#files) > tenthsOf(done - 1, this.#files))
      console.log(`${done} of ${this.#files} files done`);
  }

  onTestRunEnd(): void {
    if (this.#files <= SLOWEST) return;
    const slowest = this.#modules.sort((one, other) => secondsOf(other) - secondsOf(one)).slice(0, SLOWEST);
    console.log("\nThe slowest files, in seconds while other files ran:");
    for (const module of slowest)
      console.log(`${secondsOf(module).toFixed(1).padStart(7)}  ${module.relativeModuleId}`);
  }
}

function tenthsOf(done: number, files: number): number {
  return Math.floor((done * 10) / files);
}

function secondsOf(module: TestModule): number {
  const { collectDuration, setupDuration, duration } = module.diagnostic();
  return (collectDuration + setupDuration + duration) / 1000;
}
