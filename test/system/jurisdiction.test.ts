import { afterAll, beforeAll, expect, test } from "vitest";
import { World } from "../support/world.ts";

/** A system that now has a jurisdiction, with stores that were created without one. */
const world = new World({ vars: { account: { JURISDICTION: "eu" }, billing: { JURISDICTION: "eu" } } });
beforeAll(() => world.start());
afterAll(() => world.close());

test("a changed JURISDICTION stops the account and billing Workers, but not the catalogue", async () => {
  const statusOf = async (path: string) => (await fetch(world.origin + path)).status;
  const paths = ["/api/v1/account", "/oauth/token", "/client-area", "/api/v1", "/"];
  expect(await Promise.all(paths.map(statusOf))).toEqual([503, 503, 503, 200, 200]);
  const events = world.logs().flatMap((line) => /(?<=^\{"event":")\w+/.exec(line)?.[0] ?? []);
  expect(new Set(events)).toEqual(new Set(["jurisdiction_changed", "server_problem"]));
  await expect(world.tick()).rejects.toThrow("the scheduled handler ended as exception");
});
