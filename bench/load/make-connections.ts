import type { BenchSystem } from "../system.ts";
import type { MakeRequest } from "./connection-maker.ts";

/** Configuration of the Worker that opens many connections. */
export const CONNECTION_MAKER = "bench/load/connection-maker.toml";

/** @throws {Error} where it was not done */
export async function make(system: BenchSystem, request: MakeRequest): Promise<void> {
  const { status, body } = await system.ask("bench-connection-maker", {
    ...{ method: "POST", path: "/", headers: { "Content-Type": "application/json" } },
    body: JSON.stringify(request),
  });
  if (status !== 200) throw new Error(`connections were not made: ${status} ${body}`);
}
