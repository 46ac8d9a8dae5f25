import { defineConfig } from "vitest/config";

/** Rules that are read off the source: part of `npm run check`, nothing is started for them. */
const RULES = ["test/boundaries.test.ts"];

export default defineConfig({
  oxc: { jsx: { runtime: "automatic", importSource: "hono/jsx" } },
  test: {
    projects: [
      { extends: true, test: { name: "rules", include: RULES } },
      {
        extends: true,
        test: {
          name: "system",
          include: ["test/**/*.test.ts", "test/**/*.test.tsx"],
          exclude: RULES,
          globalSetup: ["test/support/running-system.ts"],
          testTimeout: 20_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
