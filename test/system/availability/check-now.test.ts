import { expect, test } from "vitest";
import { useWorld } from "../../support/world.ts";

const world = useWorld({
  vars: { catalogue: { CHECK_DEADLINE_MS: "2500" } },
  more: [
    {
      name: "catalogue-caller",
      main: "test/support/workers/catalogue-caller.worker.ts",
      services: [{ binding: "CATALOGUE", service: "frontdesk-catalogue", entrypoint: "CatalogueService" }],
    },
  ],
});

const caller = () => world.system.getWorker("catalogue-caller");

async function checkNow(name: string): Promise<string> {
  return (await caller().fetch(`/now/${encodeURIComponent(name)}`)).text();
}

async function check(name: string): Promise<string> {
  return ((await (await world.check(name)).json()) as { status: string }).status;
}

test("it is asked past every copy, and what it learns is what checks say from then on", async () => {
  const { registry } = world;
  expect(await check("free-now.ca")).toBe("available");
  registry.register("free-now.ca");
  expect(await check("free-now.ca")).toBe("available");
  expect(await checkNow("free-now.ca")).toBe("taken");
  const asked = registry.questions("free-now.ca").length;
  expect(await check("free-now.ca")).toBe("taken");
  expect(registry.questions("free-now.ca")).toHaveLength(asked);

  registry.release("free-now.ca");
  expect(await check("free-now.ca")).toBe("taken");
  expect(await checkNow("Free-Now.CA.")).toBe("available");
  expect(await check("free-now.ca")).toBe("available");
});

test("what is forgotten is asked again, however the name is written", async () => {
  const forget = (name: string) => caller().fetch(`/forget/${encodeURIComponent(name)}`);
  expect(await check("forget-me.ca")).toBe("available");
  world.registry.register("forget-me.ca");
  expect(await check("forget-me.ca")).toBe("available");
  expect(await (await forget("Forget-Me.CA.")).text()).toBe("forgotten");
  expect(await check("forget-me.ca")).toBe("taken");
  for (const nonsense of ["", "a".repeat(2_000), "not a name"]) expect((await forget(nonsense)).status).toBe(200);
});

test("it never takes over the answer to an older question", async () => {
  const { registry } = world;
  // The second source would be asked anyway.
  const asked = () => registry.questions("hang-older.ca").filter(({ kind }) => kind === "rdap").length;
  const older = world.check("hang-older.ca");
  await expect.poll(asked).toBe(1);
  const newer = checkNow("hang-older.ca");
  await expect.poll(asked).toBe(2);
  expect(await newer).toBe("unknown");
  await older;
});

test.each([
  ["gold-now.com", "premium"],
  ["redemption-now.com", "redemption"],
  ["garbage-now.ca", "unknown"],
  ["www.free-now.ca", "unknown"],
  ["not a name", "unknown"],
])("%s is %s", async (name, status) => {
  expect(await checkNow(name)).toBe(status);
});
