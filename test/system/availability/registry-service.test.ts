import { test } from "vitest";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { useWorld } from "../../support/world.ts";

/** Fixed ports below the ephemeral ones, so no other process takes them while the registry is stopped. */
const FIRST_PORT = 20_000 + (process.pid % 4_000) * 3;
const PORTS = { whois: FIRST_PORT, rdap: FIRST_PORT + 1, das: FIRST_PORT + 2 };
const dying = useWorld({ registryPorts: PORTS, vars: { catalogue: { CHECK_DEADLINE_MS: "4000" } } });
const unset = useWorld({ vars: { catalogue: { DEMONSTRATION: "", CHECK_DEADLINE_MS: "1500" } } });

/** The options for waiting until a new status is visible. The status is cached for half a minute. */
const SEEN_LATE = { timeout: 120_000, interval: 1_000 };
const statusOf = async (response: Response) => ((await response.json()) as { status: string; reason: string }).status;

async function registries(): Promise<string | undefined> {
  const response = await dying.system.fetch("/api/v1/status");
  const { checks } = (await response.json()) as { checks: { name: string; status: string }[] };
  return checks.find(({ name }) => name === "registries")?.status;
}

test.concurrent("a registry that stops during a check is used again once it returns", async ({ expect }) => {
  const { registry } = dying;
  expect(await registries()).toBe("ok");
  expect(registry.questions()).toEqual([]);

  const interrupted = dying.check("hang-on.nz");
  await expect.poll(() => registry.questions("hang-on.nz").length).toBe(1);
  await registry.stop();
  expect(await statusOf(await interrupted)).toBe("unknown");
  expect(await statusOf(await dying.check("free-dead.at"))).toBe("unknown");
  await expect.poll(registries, SEEN_LATE).toBe("failing");

  dying.registry = await SandboxRegistry.start(PORTS);
  // Both hosts failed, and each counts as failing until it replies again.
  expect(await statusOf(await dying.check("free-back.at"))).toBe("available");
  expect(await statusOf(await dying.check("free-back.nz"))).toBe("available");
  await expect.poll(registries, SEEN_LATE).toBe("ok");
});

test.concurrent("the sandbox is used only in a demonstration", async ({ expect }) => {
  const response = await unset.check("free-live.dev");
  expect(await response.json()).toMatchObject({ status: "unknown", simulated: false });
  expect(unset.registry.questions()).toEqual([]);
  expect(JSON.stringify(unset.system.getLogs())).toContain("sandbox_refused");
});
