import { evictDurableObject } from "cloudflare:test";
import { expect, test } from "vitest";
import { pass } from "../support/clock.ts";
import { bindings } from "./support/bindings.ts";

const call = (text: string) => ({ text, kind: "read" as const, accountId: 1001, deadlineMs: 8_000 });

/** Returns a new billing host. Its responses repeat the text of the call. A call whose text starts with “fail” fails. */
const host = () => bindings.BILLING_HOST.getByName(crypto.randomUUID());

test("simultaneous reads share one call, and a response of one megabyte arrives complete", async () => {
  const stub = host();
  const text = `slowly ${"x".repeat(1_000_000)}`;
  const replies = await Promise.all([1, 2, 3].map(() => stub.send(call(text))));
  expect(replies.map((reply) => reply.kind === "answered" && reply.body.length)).toEqual(
    Array(3).fill(text.length + 2),
  );
  expect(replies.map((reply) => reply.kind === "answered" && reply.body.slice(-2))).toEqual(["#1", "#1", "#1"]);
  expect(await stub.health()).toMatchObject({ isOpen: false, answeredAt: expect.any(Number) });
});

test("an open circuit survives the object's eviction and closes after a successful trial", async () => {
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
