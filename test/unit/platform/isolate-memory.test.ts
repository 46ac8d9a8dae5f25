import { expect, test, vi } from "vitest";
import { AnswerCache } from "../../../shared/api/pipeline/answer.ts";
import { AddressLimit, type AddressWindowPort } from "../../../shared/platform/address-limit.ts";
import { RefusedTokens } from "../../../workers/account/admission/connection-gate.ts";
import { CheckCache } from "../../../workers/catalogue/availability/check-cache.ts";
import { livingBytes } from "../../support/heap.ts";
import { printTable } from "../../support/print-table.ts";

/** Callers that an isolate has never seen before: enough to fill what it keeps, and then more than twice as many. */
const FILL = 12_000;
const MORE = 30_000;
const MEGABYTE = 1_048_576;
const POLICY = { id: "calls", name: "calls", quota: 1, windowSeconds: 86_400 };
const NAME_ON_SALE = { status: "available", checkedAt: 0 } as never;

let at = Date.UTC(2026, 10, 20);
const now = () => at;
const refusing: AddressWindowPort = {
  take: async () => ({ allowed: false, remaining: 0, moreAt: at + 86_400_000 }),
  giveBack: async () => undefined,
  instants: async () => [],
};
const store = { get: async () => null, put: async () => undefined, delete: async () => undefined };

/** What an isolate keeps of callers, by what it is, with how one caller is met. */
function isolateMemory(): Record<string, (caller: number) => unknown> {
  const limit = new AddressLimit(
    { window: () => refusing, dailyKey: () => ({ read: async () => new Uint8Array(32).buffer }) },
    now,
  );
  const tokens = new RefusedTokens();
  const checks = new CheckCache(store as unknown as KVNamespace, "live", now);
  const answers = new AnswerCache(1_000);
  return {
    "refused callers": (caller) => limit.countKey(`caller ${caller}`, POLICY),
    "refused tokens": (caller) => tokens.add(`token ${caller}`, "https://a.example", at),
    "checks of names": async (caller) => {
      checks.keep(`name-${caller}.com`, NAME_ON_SALE, at, { waitUntil: () => undefined, requestId: "r" });
      await checks.forget(`name-${caller}.ca`);
    },
    answers: (caller) => {
      const answer = { json: `{"caller":${caller}}`, bytes: null, etag: null, freshUntil: at + 60_000 };
      answers.set(`call ${caller}`, answer);
      answers.setByUrl(`https://a.example/${caller}`, answer, "listPlans");
    },
  };
}

test("what an isolate keeps of its callers levels off, however many there are", { timeout: 600_000 }, async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const rows: [string, number, number][] = [];
  for (const [kept, meet] of Object.entries(isolateMemory())) {
    const meetAll = async (from: number, count: number) => {
      for (let caller = from; caller < from + count; caller++) {
        at += 20;
        await meet(caller);
      }
    };
    const empty = await livingBytes();
    await meetAll(0, FILL);
    const full = await livingBytes();
    await meetAll(FILL, MORE);
    rows.push([kept, full - empty, (await livingBytes()) - full]);
  }
  const inMegabytes = (bytes: number) => (bytes / MEGABYTE).toFixed(2);
  printTable(
    "Memory of an isolate, in MB",
    ["Kept", `after ${FILL} callers`, `more after ${MORE} more`],
    rows.map(([kept, full, more]) => [kept, inMegabytes(full), inMegabytes(more)]),
  );
  // Every entry is larger than 60 bytes: what kept all of them would have grown by that much.
  for (const [kept, , more] of rows) expect(more, kept).toBeLessThan(MORE * 60);
  vi.restoreAllMocks();
});
