import { expect, test } from "vitest";
import type { World } from "../../support/world.ts";
import { OperatorClient } from "./operator-client.ts";

/**
 * Defines the test of a throttled registry host. The host stays paused, so other tests of the system come first.
 * @param world a system with the operator console
 */
export function throttledHost(world: World): void {
  const operator = new OperatorClient(() => world);

  test("the console states why a registry host gets no requests", async () => {
    await world.check("throttle-why.nz");
    const tableOf = async (name: "status" | "hosts", table: string) =>
      (await operator.read(name)).body.tables[table] ?? [];
    const isThrottled = { why: "rate limited" };
    await expect
      .poll(() => tableOf("status", "circuits"))
      .toContainEqual(expect.objectContaining({ ...isThrottled, isOpen: true }));
    const hosts = await tableOf("hosts", "hosts");
    expect(hosts).toContainEqual(expect.objectContaining({ ...isThrottled, pausedUntil: expect.any(String) }));
  });
}
