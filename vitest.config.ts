import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";
import LongestFirst from "./test/support/longest-first.ts";

// The tests' runtime must trust the certificate of the test https servers. Miniflare reads this variable when it is
// first loaded.
process.env.NODE_EXTRA_CA_CERTS = fileURLToPath(new URL("test/support/tls/ca.pem", import.meta.url));
// The local runtime would trace every request, although nothing reads the traces.
process.env.X_LOCAL_OBSERVABILITY = "false";

/** The timeout for conditions that tests poll. On a busy machine, they can take a long time. */
const POLL = { timeout: 15_000 };

/** The setup file that stops a timed-out test before the next test starts. */
const EACH_TEST = ["test/support/each-test.ts"];

/**
 * Returns a project for the tests in a folder that run in plain processes. These tests start no servers and leave no
 * state behind.
 */
function inProcess(name: string): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      isolate: false,
      // These tests compute and do not wait, so more processes would only load the same modules again.
      maxWorkers: availableParallelism(),
      sequence: { groupOrder: 0 },
      setupFiles: EACH_TEST,
      expect: { poll: POLL },
    },
  };
}

/** The other tests mostly wait for Workers or for real time. They run after the quick ones. */
const WAITING = { maxWorkers: availableParallelism() * 4, sequence: { groupOrder: 1 } };

/** Returns a project for the tests in a folder that can use the shared running system. */
function onRuntime(name: string): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name,
      include: [`test/${name}/**/*.test.{ts,tsx}`],
      globalSetup: ["test/support/running-system.ts"],
      ...WAITING,
      // The modules that start systems are loaded only once for all files.
      isolate: false,
      setupFiles: EACH_TEST,
      expect: { poll: POLL },
    },
  };
}

/**
 * The pattern of the simulated-year tests. They take as long as all other object tests together, so they have a
 * separate runtime.
 */
const OBJECT_YEARS = "test/objects/**/simulated-year.test.ts";

/**
 * Returns a project for tests that run inside the Workers runtime, in the same isolate as the Durable Objects that they
 * test.
 */
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
      // All files share one isolate, so modules are loaded only once.
      isolate: false,
      setupFiles: ["test/objects/support/after-each-file.ts"],
      expect: { poll: POLL },
    },
  };
}

/** Imports a Markdown file as text, as the Workers' bundler does. */
const markdownAsText = {
  name: "markdown-as-text",
  transform: (code: string, id: string) => (id.endsWith(".md") ? `export default ${JSON.stringify(code)}` : null),
};

export default defineConfig({
  plugins: [markdownAsText],
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  test: {
    sequence: { sequencer: LongestFirst },
    // Intentional log lines would hide the output of failed tests.
    silent: "passed-only",
    // A slow machine is not a failure, so the timeouts are long. They are shorter than the time after which a stalled
    // run is stopped.
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
