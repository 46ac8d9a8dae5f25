import assert from "node:assert/strict";
import type { BenchSystem, Target } from "../system.ts";

/** Returns a target that only sends `ok`. Its rate shows the capacity of the runtime. */
export function bareTarget(system: BenchSystem): Promise<Target> {
  return system.target("bare Worker", "bench-bare", { method: "GET", path: "/" }, ({ status, body }) => {
    assert.equal(status, 200);
    assert.equal(body.toString(), "ok");
  });
}
