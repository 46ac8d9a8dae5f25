import { beforeEach, describe, expect, test, vi } from "vitest";
import { rateLimitProblem } from "../../../shared/api/definition/problems.ts";
import { AddressLimit, type CountResult } from "../../../shared/platform/address-limit.ts";
import { countingObjects } from "../support/counting-objects.ts";

const POLICY = { id: "checks", name: "checks", quota: 3, windowSeconds: 600 };
const MIDNIGHT = Date.UTC(2026, 10, 21);
let now: number;
let counting: ReturnType<typeof countingObjects>;
let limit: AddressLimit;

beforeEach(() => {
  now = MIDNIGHT - 300_000;
  counting = countingObjects(() => now);
  limit = new AddressLimit(counting.objects, () => now);
});

/**
 * Returns the result of a counted call.
 * @throws the problem if the call was refused
 */
async function counted(result: Promise<CountResult>): Promise<CountResult> {
  const problem = rateLimitProblem(await result);
  if (problem) throw problem;
  return result;
}

const count = (address: string) => counted(limit.count(address, POLICY));
const countKey = (key: string) => counted(limit.countKey(key, POLICY));

test("the window continues over midnight although the key changes", async () => {
  await count("203.0.113.7");
  await count("203.0.113.7");
  now = MIDNIGHT + 60_000;
  await count("203.0.113.7");
  await expect(count("203.0.113.7")).rejects.toMatchObject({ code: "rate_limited", retryAfter: 240 });
  now = MIDNIGHT + 300_000;
  await count("203.0.113.7");
});

test("a reversed call no longer counts, and a refusal that it caused ends", async () => {
  for (let call = 0; call < 3; call++) await countKey("login");
  await expect(countKey("login")).rejects.toMatchObject({ code: "rate_limited" });
  await limit.giveBack("login", POLICY);
  await countKey("login");
  await expect(countKey("login")).rejects.toMatchObject({ code: "rate_limited" });
});

test("the name of a window does not contain the IP address", async () => {
  await count("203.0.113.7");
  expect([...counting.windows.keys()].join()).not.toContain("203");
});

test("a call is refused if it cannot be counted", async () => {
  const down = () => Promise.reject(new Error("down"));
  const window = () => ({ take: down, giveBack: down, instants: async () => [] });
  const broken = new AddressLimit({ ...counting.objects, window }, () => now);
  const refusal = counted(broken.count("203.0.113.7", POLICY));
  await expect(refusal).rejects.toMatchObject({ code: "server_unavailable", retryAfter: 5 });
  await broken.giveBack("203.0.113.7", POLICY);
});

test("a read of the daily key that never finishes, because its request has ended, delays no other call", async () => {
  const readings = [new Promise<ArrayBuffer>(() => undefined), Promise.resolve(new Uint8Array(32).buffer)];
  const dailyKey = () => ({ read: () => readings.shift() ?? Promise.reject(new Error("read once too often")) });
  const own = new AddressLimit({ ...counting.objects, dailyKey }, () => now);
  void own.count("203.0.113.7", POLICY);
  await counted(own.count("203.0.113.8", POLICY));
  await counted(own.count("203.0.113.8", POLICY));
  expect([...counting.windows.values()].map(({ instants }) => instants.length)).toEqual([2]);
});

describe("the limit of an IPv6 /48, which is ten times that of a /64", () => {
  const inNetwork = (at: number) => `2001:db8:1:${at.toString(16)}::1`;
  const takeAll = async () => {
    for (let call = 0; call < 30; call++) await count(inNetwork(call % 10));
  };

  test("refuses even an unused /64, with the limit of the /48 and the exact wait", async () => {
    await takeAll();
    const refusal = limit.count(inNetwork(99), POLICY);
    await expect(counted(refusal)).rejects.toMatchObject({
      code: "rate_limited",
      retryAfter: 600,
      detail: {
        en: expect.stringContaining("At most 30 domain checks in 10 minutes from the network around your address."),
      },
    });
    expect(await refusal).toMatchObject({ rate: { policy: POLICY, remaining: 0, resetSeconds: 600 } });
    now += 599_000;
    await expect(count(inNetwork(99))).rejects.toMatchObject({ retryAfter: 1 });
    now += 1_000;
    await count(inNetwork(99));
    await count("2001:db8:2::1");
  });
});

/** Returns the address that identifies the Workers of a zone. */
const zone = (name: string) => `2a06:98c0:3600::103 ${name}`;

test("the Workers of any other zone get five calls, and all these zones together share twenty times the limit", async () => {
  const policy = { ...POLICY, quota: 10 };
  const from = (name: string) => counted(limit.count(zone(name), policy));
  const refusal = { code: "rate_limited", retryAfter: 600 };
  for (let call = 0; call < 5; call++) await from("one.example");
  now += 100_000;
  for (let call = 0; call < 5; call++) await from("one.example");
  const own = { outcome: "refused", rate: { policy, remaining: 0, resetSeconds: 500 } };
  const ownRefusal = { ...own, by: { key: "workers of one.example", policy } };
  expect(await limit.count(zone("one.example"), policy)).toEqual(ownRefusal);
  // Each zone uses its five calls, and five of the 200 that all zones share.
  for (let call = 0; call < 390; call++) await from(`zone-${call % 39}.example`);
  for (let call = 0; call < 5; call++) await from("late.example");
  await expect(from("late.example")).rejects.toMatchObject(refusal);
  expect(await limit.count(zone("one.example"), policy), "not the longer wait of all zones").toEqual(ownRefusal);
  await counted(limit.count("203.0.113.7", policy));
  now += 600_000;
  await from("late.example");
});

test("a refusal is remembered until its window ends", async () => {
  for (let call = 0; call < 3; call++) await countKey("login");
  await expect(countKey("login")).rejects.toMatchObject({ retryAfter: 600 });
  now += 599_999;
  const { taken } = counting.seen;
  await expect(countKey("login")).rejects.toMatchObject({ retryAfter: 1 });
  expect(counting.seen.taken, "from memory").toBe(taken);
  now += 1;
  expect(await countKey("login")).toMatchObject({ outcome: "counted", rate: { policy: POLICY, remaining: 2 } });
});

test("several keys refuse together with the longest wait, and none of them counts the call", async () => {
  const long = { ...POLICY, id: "long", windowSeconds: 6_000 };
  const together = [
    { key: "a", policy: POLICY },
    { key: "b", policy: long },
  ];
  for (let call = 0; call < 3; call++) await limit.countTogether(together);
  const refused = { outcome: "refused", rate: { policy: POLICY, remaining: 0, resetSeconds: 6_000 }, by: together[1] };
  expect(await limit.countTogether(together)).toEqual(refused);
  expect(await limit.countTogether(together), "from memory").toEqual(refused);
  expect(await limit.countTogether([...together].reverse())).toMatchObject({ rate: { policy: long }, by: together[1] });
});

test("of several calls, as many are counted as every key allows, and the others get the wait time", async () => {
  const wide = { ...POLICY, id: "wide", quota: 5, windowSeconds: 6_000 };
  const together = [
    { key: "a", policy: wide },
    { key: "b", policy: POLICY },
  ];
  await limit.countTogether(together);
  now += 100_000;
  const counted = { outcome: "counted", rate: { policy: wide, remaining: 2, resetSeconds: 5_900 } };
  expect(await limit.countTogether(together, 4)).toEqual({ ...counted, calls: 2, restSeconds: 500 });
  expect(await limit.countTogether(together, 4)).toMatchObject({ outcome: "refused", by: together[1] });
  expect(await limit.countTogether(together.slice(0, 1), 2)).toMatchObject({ calls: 2, restSeconds: 0 });
});

test("several calls of a zone use the zone's allowance first", async () => {
  const policy = { ...POLICY, quota: 8 };
  const from = (name: string, calls: number, own = limit) => own.count(zone(name), policy, calls);
  expect(await from("small.example", 5)).toMatchObject({ calls: 5, restSeconds: 0 });
  expect(await from("one.example", 7)).toMatchObject({ calls: 7, restSeconds: 0, rate: { remaining: 1 } });
  // Each zone takes three calls from the shared part of 160.
  for (let zone = 0; zone < 53; zone++) await from(`zone-${zone}.example`, 8);
  now += 100_000;
  await limit.count(zone("late.example"), { ...policy, id: "other" }, 5);
  expect(await from("late.example", 7)).toMatchObject({ calls: 5, restSeconds: 500 });
  const window = (name: string) => {
    const real = counting.objects.window(name);
    const take: typeof real.take = (counted, ...calls) =>
      counted.quota > 8 ? Promise.reject(new Error("down")) : real.take(counted, ...calls);
    return { ...real, take };
  };
  const broken = new AddressLimit({ ...counting.objects, window }, () => now);
  expect(await from("new.example", 7, broken), "without the common part").toMatchObject({ calls: 5 });
});

test("a call that a later group refuses counts in no group, and the refusal is then remembered", async () => {
  const first = [{ key: "a", policy: { ...POLICY, id: "wide", quota: 5 } }];
  const second = [{ key: "b", policy: POLICY }];
  for (let call = 0; call < 3; call++) await limit.countInOrder([first, second]);
  const refused = { outcome: "refused", by: second[0] };
  expect(await limit.countInOrder([first, second])).toMatchObject(refused);
  const { taken } = counting.seen;
  expect(await limit.countInOrder([first, second])).toMatchObject(refused);
  expect(counting.seen.taken, "from memory").toBe(taken);
  expect(await limit.countTogether(first)).toMatchObject({ rate: { remaining: 1 } });
});

test("the window of the previous day is read only while its calls still count", async () => {
  const asked: string[] = [];
  const window = (name: string) => ({
    ...counting.objects.window(name),
    instants: async () => {
      asked.push(name);
      return [];
    },
  });
  const own = new AddressLimit({ ...counting.objects, window }, () => now);
  now = MIDNIGHT + 599_999;
  await own.countKey("login", POLICY);
  expect(asked).toHaveLength(1);
  now = MIDNIGHT + 600_000;
  await own.countKey("login", POLICY);
  expect(asked).toHaveLength(1);
});

test("a daily key is read once and forgotten after two more days", async () => {
  const read: string[] = [];
  const dailyKey = (day: string) => ({
    read: async () => {
      read.push(day);
      return new Uint8Array(32).buffer;
    },
  });
  const own = new AddressLimit({ ...counting.objects, dailyKey }, () => now);
  const countOn = async (day: number) => {
    now = Date.UTC(2026, 10, day, 12);
    await own.countKey("login", POLICY);
  };
  for (const day of [1, 1, 2, 3, 1]) await countOn(day);
  expect(read).toEqual(["2026-11-01", "2026-11-02", "2026-11-03"]);
  for (const day of [4, 2, 1]) await countOn(day);
  expect(read.slice(3)).toEqual(["2026-11-04", "2026-11-01"]);
});

test("a failure to reverse a counted call is logged", async () => {
  const errors = vi.spyOn(console, "error").mockReset().mockReturnValue(undefined);
  const window = () => ({ ...counting.objects.window(""), giveBack: () => Promise.reject(new Error("down")) });
  await new AddressLimit({ ...counting.objects, window }, () => now).giveBack("login", POLICY);
  expect(JSON.parse(errors.mock.calls[0]?.[0])).toMatchObject({
    event: "address_limit_failed",
    cause: { name: "Error" },
  });
});

test("the objects are reached through their bindings, without a jurisdiction if none is configured", async () => {
  const reached: string[] = [];
  const named = (kind: string) => ({
    getByName: (name: string) => {
      reached.push(`${kind} ${kind === "window" ? name.length : name}`);
      return kind === "window" ? counting.objects.window(name) : counting.objects.dailyKey(name);
    },
    jurisdiction: () => named(`${kind} in the EU`),
  });
  const bindings = { ADDRESS_WINDOW: named("window"), DAILY_KEY: named("key") } as never;
  expect(await AddressLimit.on(bindings, () => now).countKey("login", POLICY)).toMatchObject({ outcome: "counted" });
  expect(reached).toEqual(["key 2026-11-20", "window 44"]);
});

test("refusals are remembered for at most ten thousand callers, and then the memory is cleared", async () => {
  const window = () => ({
    ...counting.objects.window(""),
    take: async () => ({ taken: 0, remaining: 0, moreAt: now + 1_000 }),
  });
  const seen = { asked: 0 };
  const own = new AddressLimit(
    {
      ...counting.objects,
      window: () => {
        seen.asked++;
        return window();
      },
    },
    () => now,
  );
  now = MIDNIGHT - 3_600_000;
  const askedFor = async (caller: number) => {
    const before = seen.asked;
    await own.countKey(`caller ${caller}`, POLICY);
    return seen.asked - before;
  };
  for (let caller = 0; caller < 10_000; caller++) await askedFor(caller);
  expect([await askedFor(0), await askedFor(9_999)]).toEqual([0, 0]);
  expect(await askedFor(10_000)).toBe(1);
  expect([await askedFor(10_000), await askedFor(0)]).toEqual([0, 1]);
});
