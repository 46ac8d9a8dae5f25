import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import LongestFirst from "./test/support/longest-first.ts";

// The runtime of the tests trusts the certificate of their https servers; miniflare reads this when it is first loaded.
process.env.NODE_EXTRA_CA_CERTS = fileURLToPath(new URL("test/support/tls/ca.pem", import.meta.url));
// The local runtime would trace every request, which nobody reads here.
process.env.X_LOCAL_OBSERVABILITY = "false";

/** What is waited for comes when it comes: on a busy machine later. */
const POLL = { timeout: 15_000 };

/** A test that has timed out is stopped before the next begins. */
const EACH_TEST = ["test/support/each-test.ts"];

/** Tests of a folder, in one process after another: nothing is started for them, and they leave no state behind. */
function inProcess(name: string): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      isolate: false,
      // They compute, and wait for nothing: each further process only loads the same modules once more.
      maxWorkers: availableParallelism(),
      sequence: { groupOrder: 0 },
      setupFiles: EACH_TEST,
      expect: { poll: POLL },
    },
  };
}

/** The other tests wait for Workers, and some for real time, more than they compute; they come after the quick ones. */
const WAITING = { maxWorkers: availableParallelism() * 4, sequence: { groupOrder: 1 } };

/** Tests of a folder, which may ask the shared running system. */
function onRuntime(name: string): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      globalSetup: ["test/support/running-system.ts"],
      ...WAITING,
      // What starts systems is loaded once for all files, not for each.
      isolate: false,
      setupFiles: EACH_TEST,
      expect: { poll: POLL },
    },
  };
}

/** A year takes as long as all other tests of the objects: it has a runtime of its own, beside theirs. */
const OBJECT_YEARS = "test/objects/**/simulated-year.test.ts";

/** Tests inside the Workers runtime, in one isolate with the Durable Objects that they are about. */
function insideWorkerd(name: string, include: string, exclude: string[] = []): TestProjectInlineConfiguration {
  return {
    extends: true,
    plugins: [
      cloudflareTest(async () => ({
        wrangler: { configPath: "test/objects/wrangler.toml" },
        miniflare: {
          bindings: {
            INDEX_MIGRATIONS: await readD1Migrations("workers/account/migrations"),
            SIMULATED_DAYS: process.env.SIMULATED_DAYS ?? "365",
          },
        },
      })),
    ],
    test: {
      name,
      include: [include],
      exclude,
      ...WAITING,
      // One isolate for all files: its modules are loaded once.
      isolate: false,
      setupFiles: ["test/objects/support/after-each-file.ts"],
      expect: { poll: POLL },
    },
  };
}

/** A Markdown file is imported as its text, as by the Workers' bundler. */
const markdownAsText = {
  name: "markdown-as-text",
  transform: (code: string, id: string) => (id.endsWith(".md") ? `export default ${JSON.stringify(code)}` : null),
};

export default defineConfig({
  plugins: [markdownAsText],
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  test: {
    sequence: { sequencer: LongestFirst },
    // What is logged on purpose would hide what failed.
    silent: "passed-only",
    // A machine that is slow is no failure, and what only computes has no time to keep. Less than a stalled run is given.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    projects: [
      inProcess("rules"),
      inProcess("unit"),
      inProcess("engine"),
      inProcess("whmcs"),
      inProcess("zones"),
      insideWorkerd("object-years", OBJECT_YEARS),
      insideWorkerd("objects", "test/objects/**/*.test.ts", [OBJECT_YEARS]),
      onRuntime("system"),
    ],
  },
});
