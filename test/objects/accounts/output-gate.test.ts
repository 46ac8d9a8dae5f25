import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestHarness } from "wrangler";
import { PROJECT } from "../../../scripts/workers.ts";
import type { GateMode } from "./support/gate-door.worker.ts";

/**
 * The journal stands on this: a call over a service binding, made in the tick of a write, leaves the object only once the write
 * is durable. So what has left is written down, without waiting in between.
 */
const system = createTestHarness({
  root: PROJECT,
  workers: [
    {
      config: {
        name: "gate-door",
        main: "test/objects/accounts/support/gate-door.worker.ts",
        compatibility_date: "2026-10-23",
        durable_objects: { bindings: [{ name: "WRITER", class_name: "Writer" }] },
        migrations: [{ tag: "v1", new_sqlite_classes: ["Writer"] }],
        services: [{ binding: "OTHER", service: "gate-door", entrypoint: "Other" }],
      },
    },
  ],
});

beforeAll(() => system.listen());
afterAll(() => system.close());

test.each<[GateMode, { isWritten: boolean; hasArrived: boolean }]>([
  ["durable", { isWritten: true, hasArrived: true }],
  ["never durable", { isWritten: false, hasArrived: false }],
  // Shows that the test sees a call that was not held.
  ["called before it was written", { isWritten: false, hasArrived: true }],
])("%s", async (mode, expected) => {
  for (let round = 0; round < 20; round++) {
    const body = JSON.stringify({ id: `${mode} ${round}`, mode });
    const response = await system.fetch("/", { method: "POST", body });
    expect(await response.json()).toEqual(expected);
  }
});
