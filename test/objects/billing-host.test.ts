import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { pass } from "../support/clock.ts";
import { bindings } from "./support/bindings.ts";

const call = (text: string) => ({ text, kind: "read" as const, accountId: 1001, deadlineMs: 8_000 });

/** Returns a host that answers a text with itself, and fails if the text requests it. */
const host = () => bindings.BILLING_HOST.getByName(crypto.randomUUID());

test("reads of several callers are one call, and an answer of one megabyte arrives whole", async () => {
  const stub = host();
  const text = `slowly ${"x".repeat(1_000_000)}`;
  const replies = await Promise.all([1, 2, 3].map(() => stub.send(call(text))));
  expect(replies.map((reply) => reply.kind === "answered" && reply.body.length)).toEqual(
    Array(3).fill(text.length + 2),
  );
  expect(replies.map((reply) => reply.kind === "answered" && reply.body.slice(-2))).toEqual(["#1", "#1", "#1"]);
  expect(await stub.health()).toMatchObject({ isOpen: false, answeredAt: expect.any(Number) });
});

test("an open circuit survives the object's eviction, and a trial closes it", async () => {
  const stub = host();
  for (let failure = 0; failure < 5; failure++) await stub.send(call(`fail ${failure}`));
  expect(await stub.send(call("next"))).toEqual({ kind: "failed", reason: "circuit_open", retryAfter: 5 });
  await evictDurableObject(stub);
  expect(await stub.health()).toEqual({ isOpen: true, answeredAt: null });
  expect(await stub.send(call("next"))).toMatchObject({ reason: "circuit_open" });
  pass(5_000);
  expect(await stub.send(call("next"))).toMatchObject({ kind: "answered", status: 200 });
  expect(await stub.health()).toMatchObject({ isOpen: false });
});
