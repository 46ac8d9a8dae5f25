import { beforeEach, expect, test } from "vitest";
import { AddressLimit } from "../../../shared/platform/address-limit.ts";
import { type SignInLimit, signInAttempts } from "../../../workers/billing/engine/sign-in/sign-in-attempts.ts";
import { countingObjects } from "../support/counting-objects.ts";

let now: number;
let attempts: SignInLimit;

beforeEach(() => {
  now = Date.UTC(2026, 10, 21, 12);
  attempts = signInAttempts(new AddressLimit(countingObjects(() => now).objects, () => now));
});

/**
 * Makes failed attempts, which count towards the limits.
 * @throws if an attempt is refused
 */
const fail = async (times: number, email: string | null, address: string, mark: string | null = null) => {
  for (let time = 0; time < times; time++)
    expect(await attempts.count(email === null ? null : { email, mark }, address)).not.toHaveProperty("retryAfter");
};
const refused = (email: string | null, address: string, mark: string | null = null) =>
  attempts.count(email === null ? null : { email, mark }, address);

test("a login allows ten attempts per network in a quarter of an hour, whatever the spelling of its e-mail address", async () => {
  await fail(10, "owner@maple.example", "203.0.113.7");
  expect(await refused(" Owner@Maple.Example", "203.0.113.7")).toEqual({ retryAfter: 900 });
  await fail(1, "big@maple.example", "203.0.113.7");
  await fail(1, "owner@maple.example", "203.0.113.8");
  now += 900_000;
  await fail(1, "owner@maple.example", "203.0.113.7");
});

test("a network allows thirty attempts, and an IPv6 /64 is one network", async () => {
  for (let login = 0; login < 30; login++) await fail(1, `login-${login}`, `2001:db8:1:2::${login}`);
  expect(await refused("another", "2001:db8:1:2:ffff::1")).toHaveProperty("retryAfter");
  await fail(1, "another", "2001:db8:1:3::1");
});

test("a login allows a hundred attempts an hour from all networks, independently of other logins", async () => {
  for (let network = 0; network < 10; network++) await fail(10, "owner@maple.example", `203.0.113.${network}`);
  expect(await refused("owner@maple.example", "198.51.100.1")).toEqual({ retryAfter: 3600 });
  await fail(1, "big@maple.example", "198.51.100.1");
});

test("refused and reversed attempts do not count", async () => {
  await fail(10, "owner@maple.example", "203.0.113.7");
  for (let time = 0; time < 40; time++) await refused("owner@maple.example", "203.0.113.7");
  await fail(10, "big@maple.example", "203.0.113.7");
  for (let time = 0; time < 40; time++) {
    const attempt = await attempts.count({ email: "totp@maple.example" }, "203.0.113.7");
    if ("retryAfter" in attempt) throw new Error("refused");
    await attempt.giveBack();
  }
  await fail(10, "totp@maple.example", "203.0.113.7");
  expect(await refused("nocard@maple.example", "203.0.113.7")).toHaveProperty("retryAfter");
});

test("an IPv6 /48 allows three hundred attempts at all logins from all its /64 networks", async () => {
  for (let at = 0; at < 300; at++) await fail(1, `login-${at}`, `2001:db8:1:${(at % 30).toString(16)}::1`);
  expect(await refused("another", "2001:db8:1:ffff::1")).toEqual({ retryAfter: 900 });
  await fail(1, "another", "2001:db8:2:ffff::1");
});

test("codes without a login count towards the same network limit as all other attempts", async () => {
  await fail(15, null, "203.0.113.7");
  for (let login = 0; login < 15; login++) await fail(1, `login-${login}`, "203.0.113.7");
  expect(await refused(null, "203.0.113.7")).toHaveProperty("retryAfter");
  expect(await refused("another", "203.0.113.7")).toHaveProperty("retryAfter");
});

test("an IPv6 /48 allows twenty attempts per login in half an hour", async () => {
  for (let at = 0; at < 4; at++) await fail(5, "owner@maple.example", `2001:db8:1:${at}::1`);
  expect(await refused("owner@maple.example", "2001:db8:1:ffff::1")).toEqual({ retryAfter: 1800 });
  await fail(1, "big@maple.example", "2001:db8:1:ffff::1");
  await fail(1, "owner@maple.example", "2001:db8:2:ffff::1");
});

test("a single internet connection with an IPv4 address and an IPv6 /48 cannot use up a login's hundred attempts", async () => {
  const from = now;
  for (; now < from + 7_200_000; now += 60_000) {
    for (const address of ["203.0.113.7", `2001:db8:1:${(now / 60_000) % 60_000}::1`])
      for (let time = 0; time < 5; time++) await refused("owner@maple.example", address);
    const customer = await attempts.count({ email: "owner@maple.example" }, "198.51.100.1");
    if ("retryAfter" in customer) throw new Error(`held out after ${(now - from) / 1000} s`);
    await customer.giveBack();
  }
});

test("a known browser has its own ten attempts from any network, independently of other browsers", async () => {
  for (let network = 0; network < 10; network++) await fail(10, "owner@maple.example", `203.0.113.${network}`);
  expect(await refused("owner@maple.example", "198.51.100.1")).toHaveProperty("retryAfter");
  await fail(10, "owner@maple.example", "203.0.113.1", "mark");
  expect(await refused("owner@maple.example", "198.51.100.1", "mark")).toEqual({ retryAfter: 900 });
  await fail(1, "owner@maple.example", "198.51.100.1", "another browser's mark");
});

test("failed attempts of a known browser do not count towards the limits of the login and the network", async () => {
  for (let browser = 0; browser < 11; browser++)
    await fail(10, "owner@maple.example", "203.0.113.7", `mark ${browser}`);
  await fail(1, "owner@maple.example", "203.0.113.7");
});
