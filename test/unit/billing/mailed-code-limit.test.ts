import { beforeEach, expect, test } from "vitest";
import { AddressLimit } from "../../../shared/platform/address-limit.ts";
import {
  type CodeLimit,
  type CountedMail,
  codeLimit,
} from "../../../workers/billing/engine/sign-in/mailed-code-limit.ts";
import { countingObjects } from "../support/counting-objects.ts";

const HOUR_MS = 3_600_000;
let now: number;
let count: CodeLimit;

beforeEach(() => {
  now = Date.UTC(2026, 10, 21, 1);
  count = codeLimit(new AddressLimit(countingObjects(() => now).objects, () => now));
});

const OWNER: CountedMail = {
  purpose: "new_password",
  email: "owner@maple.example",
  address: "203.0.113.7",
};
const ask = (changes: Partial<CountedMail> = {}) => count({ ...OWNER, ...changes });
const allow = async (times: number, changes: (time: number) => Partial<CountedMail> = () => ({})) => {
  for (let time = 0; time < times; time++) expect(await ask(changes(time))).toHaveProperty("giveBack");
};

test("a mailbox gets at most three codes an hour and five a day, whatever “+” tag its address has", async () => {
  await allow(3, (time) => ({ email: `Owner+${time}@maple.example` }));
  expect(await ask()).toEqual({ retryAfter: 3600 });
  now += HOUR_MS;
  await allow(2);
  expect(await ask()).toEqual({ retryAfter: 23 * 3600 });
  await allow(1, () => ({ purpose: "sign_up" }));
});

test("a mailbox gets at most twenty codes a day from all networks, and fifteen of them leave three for another network", async () => {
  await allow(15, (time) => ({ address: `198.51.100.${time % 5}` }));
  await allow(3);
  await allow(2, (time) => ({ address: `192.0.2.${time}` }));
  expect(await ask({ address: "192.0.2.9" })).toEqual({ retryAfter: 24 * 3600 });
});

test("a network gets at most five codes an hour and fifteen a day", async () => {
  for (let hour = 0; hour < 3; hour++) {
    await allow(5, (time) => ({ email: `${hour}-${time}@new.example` }));
    expect(await ask({ email: "more@new.example" })).toHaveProperty("retryAfter");
    now += HOUR_MS;
  }
  expect(await ask({ email: "more@new.example" })).toEqual({ retryAfter: 21 * 3600 });
});

test("each purpose has its own limit per network, and each login has its own limit", async () => {
  await allow(5, (time) => ({ email: `${time}@new.example` }));
  expect(await ask({ email: "more@new.example" })).toHaveProperty("retryAfter");
  await allow(5, (time) => ({ purpose: "sign_up", email: `${time}@new.example` }));
  const purpose = "new_email";
  await allow(5, (time) => ({ purpose, loginId: 11, email: `${time}@new.example` }));
  expect(await ask({ purpose, loginId: 11, email: "more@new.example" })).toHaveProperty("retryAfter");
  await allow(1, () => ({ purpose, loginId: 12, email: "more@new.example" }));
});

test("all networks together get at most 300 mailed codes an hour", async () => {
  const from = (block: number) => (time: number) => ({
    email: `${block}-${time}@new.example`,
    address: `10.${block}.${time >> 8}.${time & 255}`,
  });
  const unmailed = await ask(from(1)(0));
  if ("giveBack" in unmailed) await unmailed.giveBack();
  await allow(300, from(2));
  expect(await ask(from(3)(0))).toEqual({ retryAfter: 3600 });
});
