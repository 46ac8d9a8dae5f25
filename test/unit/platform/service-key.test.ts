import { expect, test } from "vitest";
import { Signer } from "../../../shared/platform/service-key.ts";

const KEY = new Uint8Array(32).fill(7).buffer;

test("a reading that is never answered, since its request has gone, holds up nobody else", async () => {
  const readings = [new Promise<ArrayBuffer>(() => undefined), Promise.resolve(KEY)];
  const signer = new Signer(() => readings.shift() ?? Promise.reject(new Error("read once too often")));
  void signer.sign("test", "of the request that has gone");
  const signature = await signer.sign("test", "of another");
  expect(await new Signer(async () => KEY).verify("test", "of another", signature)).toBe(true);
  // The key is known now, and not read again.
  expect(await signer.verify("test", "of another", signature)).toBe(true);
});

test("a key that could not be read is read again", async () => {
  const readings = [Promise.reject(new Error("no key")), Promise.resolve(KEY)];
  const signer = new Signer(() => readings.shift() ?? Promise.reject(new Error("read once too often")));
  await expect(signer.sign("test", "a")).rejects.toThrow("no key");
  expect(await signer.sign("test", "a")).toHaveLength(32);
});
