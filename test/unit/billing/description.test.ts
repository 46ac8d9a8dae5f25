import { expect, test, vi } from "vitest";
import { rememberedDescription, takesChanges } from "../../../workers/account/queries/remembered-descriptions.ts";

/** Creates a reader of a billing system's description, with its own clock. The system returns these results in turn. */
function readingOf(answers: (() => Promise<unknown>)[]) {
  const clock = { now: 0, asked: 0, background: [] as Promise<unknown>[] };
  const read = rememberedDescription({ describe: () => answers[clock.asked++]?.() } as never, {
    now: () => clock.now,
    waitUntil: (work) => void clock.background.push(work),
  });
  return { read, clock };
}

test("the description is requested again until one call succeeds", async () => {
  const answers = [
    () => Promise.reject(new Error("no binding")),
    async () => ({ ok: false, problem: { code: "billing_unavailable", retryAfter: 7 } }),
    async () => ({ ok: true, value: { demonstration: true } }),
  ];
  const { read, clock } = readingOf(answers);
  expect(await read("1")).toMatchObject({ ok: false, problem: { code: "billing_unavailable" } });
  expect(await read("2")).toMatchObject({ ok: false, problem: { retryAfter: 7 } });
  for (const id of ["3", "4"]) expect(await read(id)).toMatchObject({ ok: true, value: { demonstration: true } });
  expect(clock.asked).toBe(3);
});

test("the description is refreshed in the background after five minutes, and kept if the refresh fails", async () => {
  const { read, clock } = readingOf([
    async () => ({ ok: true, value: { acts: true } }),
    () => Promise.reject(new Error("no binding")),
    async () => ({ ok: true, value: { acts: false } }),
  ]);
  const acts = async () => {
    const told = await Promise.all([read("1"), read("2")]);
    await Promise.all(clock.background);
    return told.map((result) => result.ok && result.value.acts);
  };
  await read("0");
  clock.now = 299_999;
  expect([await acts(), clock.asked]).toEqual([[true, true], 1]);
  clock.now = 300_000;
  expect([await acts(), clock.asked], "not answered").toEqual([[true, true], 2]);
  clock.now = 600_000;
  expect([await acts(), clock.asked]).toEqual([[true, true], 3]);
  expect([await acts(), clock.asked]).toEqual([[false, false], 3]);
});

test.each([
  ["accepts changes", async () => ({ ok: true, value: { acts: true } }), true],
  ["is read-only", async () => ({ ok: true, value: { acts: false } }), false],
  ["does not respond", () => Promise.reject(new Error("no binding")), null],
  ["hangs", () => new Promise(() => undefined), null],
])("a document about a billing system that %s is ready within two seconds", async (_, answer, told) => {
  vi.useFakeTimers();
  const asked = takesChanges(readingOf([answer]).read, "1");
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await asked).toBe(told);
  vi.useRealTimers();
});
