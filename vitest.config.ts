import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

// The runtime of the tests trusts the certificate of their https servers; miniflare reads this when it is first loaded.
process.env.NODE_EXTRA_CA_CERTS = fileURLToPath(new URL("test/support/tls/ca.pem", import.meta.url));

/** Rules that are read off the source: part of `npm run check`, nothing is started for them. */
const RULES = ["test/boundaries.test.ts", "test/documents.test.ts"];

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  test: {
    // Tests wait for Workers more than they compute: one file for each core, not one fewer.
    maxWorkers: "100%",
    projects: [
      { extends: true, test: { name: "rules", include: RULES } },
      {
        extends: true,
        test: {
          name: "system",
          include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
          exclude: RULES,
          globalSetup: ["test/support/running-system.ts"],
          // A machine that is slow is no failure.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          // What is waited for comes when it comes: on a busy machine later.
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
