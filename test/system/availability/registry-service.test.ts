import { setTimeout } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { World } from "../../support/world.ts";

let world: World;
afterEach(() => world.close());

const statusOf = async (response: Response) => ((await response.json()) as { status: string; reason: string }).status;
const portOf = (endpoint: string) => Number(endpoint.split(":")[1]);

async function registriesOf(system: World["system"]): Promise<string | undefined> {
  const response = await system.fetch("/api/v1/status");
  const { checks } = (await response.json()) as { checks: { name: string; status: string }[] };
  return checks.find(({ name }) => name === "registries")?.status;
}

test("a registry that dies in the middle of a question and comes back", async () => {
  world = await new World({ vars: { catalogue: { CHECK_DEADLINE_MS: "4000" } } }).start();
  const { registry, system } = world;
  const { whois, rdap, das } = registry.endpoints;
  expect(await registriesOf(system)).toBe("ok");
  expect(registry.questions()).toEqual([]);

  const interrupted = world.check("hang-on.nz");
  await expect.poll(() => registry.questions("hang-on.nz").length).toBe(1);
  await registry.stop();
  expect(await statusOf(await interrupted)).toBe("unknown");
  expect(await statusOf(await world.check("free-dead.at"))).toBe("unknown");
  await expect.poll(() => registriesOf(system), { timeout: 30_000, interval: 1_000 }).toBe("failing");

  world.registry = await SandboxRegistry.start({ whois: portOf(whois), rdap: portOf(rdap), das: portOf(das) });
  // Both hosts failed, and each counts until it answered again.
  expect(await statusOf(await world.check("free-back.at"))).toBe("available");
  await setTimeout(11_000);
  expect(await registriesOf(system)).toBe("failing");
  expect(await statusOf(await world.check("free-back.nz"))).toBe("available");
  await expect.poll(() => registriesOf(system), { timeout: 30_000, interval: 1_000 }).toBe("ok");
}, 90_000);

test("what is forgotten is asked again, however the name is written", async () => {
  world = await new World({
    more: [
      {
        name: "catalogue-caller",
        main: "test/support/workers/catalogue-caller.worker.ts",
        services: [{ binding: "CATALOGUE", service: "frontdesk-catalogue", entrypoint: "CatalogueService" }],
      },
    ],
  }).start();
  const { registry, system } = world;
  const forget = (name: string) => system.getWorker("catalogue-caller").fetch(`/forget/${encodeURIComponent(name)}`);

  expect(await statusOf(await world.check("forget-me.ca"))).toBe("available");
  registry.register("forget-me.ca");
  expect(await statusOf(await world.check("forget-me.ca"))).toBe("available");
  expect(await (await forget("Forget-Me.CA.")).text()).toBe("forgotten");
  expect(await statusOf(await world.check("forget-me.ca"))).toBe("taken");
  for (const nonsense of ["", "a".repeat(2_000), "not a name"]) expect((await forget(nonsense)).status).toBe(200);
});

test("without being told that it is a demonstration, a sandbox is not used", async () => {
  world = await new World({ vars: { catalogue: { DEMONSTRATION: "", CHECK_DEADLINE_MS: "1500" } } }).start();
  const response = await world.check("free-live.dev");
  expect(await response.json()).toMatchObject({ status: "unknown", simulated: false });
  expect(world.registry.questions()).toEqual([]);
  expect(JSON.stringify(world.system.getLogs())).toContain("sandbox_refused");
});
