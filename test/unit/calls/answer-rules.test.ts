import { expect, test } from "vitest";
import { faultsOfAnswer } from "../../system/calls/answer-rules.ts";
import type { WireAnswer } from "../../system/calls/wire.ts";

const SLOW_MS = 10_000;
const HEADERS = {
  "x-request-id": "1f8b8435-37a9-483f-a40f-b9bcb7d23b9a",
  "access-control-allow-origin": "*",
  ratelimit: '"connection";r=119;t=60, "orders";r=0;t=3600',
  "ratelimit-policy": '"connection";q=120;w=60, "orders";q=20;w=3600',
};

function faults(answer: Partial<WireAnswer>): string[] {
  return faultsOfAnswer({ status: 200, body: Buffer.from("{}"), ms: 1, headers: HEADERS, ...answer }, SLOW_MS);
}

test("an answer as it should be has no fault", () => {
  expect(faults({})).toEqual([]);
  expect(faults({ status: 429, headers: { ...HEADERS, "retry-after": "5" } })).toEqual([]);
});

test.each<[what: string, answer: Partial<WireAnswer>]>([
  ["late", { ms: SLOW_MS + 1 }],
  ["no request id", { headers: { ...HEADERS, "x-request-id": undefined } }],
  ["a request id of the caller's", { headers: { ...HEADERS, "x-request-id": "mine" } }],
  ["not readable from a page", { headers: { ...HEADERS, "access-control-allow-origin": undefined } }],
  ["a cookie", { headers: { ...HEADERS, "set-cookie": ["a=b"] } }],
  ["429 without a time", { status: 429 }],
  ["401 without a challenge", { status: 401 }],
  ["a limit without its policy", { headers: { ...HEADERS, "ratelimit-policy": undefined } }],
  ["more left than there is", { headers: { ...HEADERS, ratelimit: '"connection";r=121;t=60, "orders";r=0;t=1' } }],
  ["limits in another order", { headers: { ...HEADERS, ratelimit: '"orders";r=0;t=1, "connection";r=1;t=1' } }],
])("%s is a fault", (_, answer) => {
  expect(faults(answer)).not.toEqual([]);
});
