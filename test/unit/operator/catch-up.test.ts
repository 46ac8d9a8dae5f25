import { expect, test, vi } from "vitest";
import { openOperator } from "../../../workers/operator/composition.ts";
import { operatorConsole } from "../../../workers/operator/operator-application.ts";
import { demonstrationBindings } from "./support/demonstration-bindings.ts";

const HOUR_MS = 3_600_000;

/** The console whose cron last fired so long ago, and what it does beside its answers. */
async function openConsole(lastRunAgoMs: number) {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const bindings = demonstrationBindings();
  const last = Date.now() - lastRunAgoMs;
  await bindings.OPERATOR_DB.prepare("INSERT INTO scheduled_runs VALUES ('erasures', ?1, ?1, ?1, 'succeeded', 0)")
    .bind(last)
    .run();
  const kept: Promise<unknown>[] = [];
  const ask = operatorConsole(openOperator(bindings, (work) => void kept.push(work)));
  const hasRun = async () => {
    await Promise.all(kept);
    return (await bindings.OPERATOR_DB.prepare("SELECT began_at FROM scheduled_runs").first("began_at")) !== last;
  };
  return { ask, hasRun };
}

test("an operator's call does the work that no cron has done; nobody else's does", async () => {
  const { ask, hasRun } = await openConsole(HOUR_MS);
  expect((await ask(new Request("https://operator.maple.example/api/acts"))).status).toBe(404);
  expect(await hasRun()).toBe(false);
  expect((await ask(new Request("http://localhost/api/acts"))).status).toBe(200);
  expect(await hasRun()).toBe(true);
});

test("a call leaves work to its cron while that fires", async () => {
  const { ask, hasRun } = await openConsole(HOUR_MS / 6);
  expect((await ask(new Request("http://localhost/api/acts"))).status).toBe(200);
  expect(await hasRun()).toBe(false);
});
