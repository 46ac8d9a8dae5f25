import assert from "node:assert/strict";
import type { BenchSystem, Target } from "../system.ts";

/** The Worker that only says `ok`: what the runtime itself can do. */
export function bareTarget(system: BenchSystem): Promise<Target> {
  return system.target("bare Worker", "bench-bare", { method: "GET", path: "/" }, ({ status, body }) => {
    assert.equal(status, 200);
    assert.equal(body.toString(), "ok");
  });
}
