import { expect, test, vi } from "vitest";
import { type ServiceKeys, Signer } from "../../../shared/platform/service-key.ts";

const keyOf = (byte: number) => new Uint8Array(32).fill(byte).buffer;
const [ORIGINAL, SECOND, THIRD] = [keyOf(7), keyOf(8), keyOf(9)];
const UNROTATED: ServiceKeys = { original: ORIGINAL };
const ROTATED: ServiceKeys = { original: ORIGINAL, rotated: { earlier: ORIGINAL, newest: SECOND, signsFrom: 600_000 } };
const TWICE: ServiceKeys = { original: ORIGINAL, rotated: { earlier: SECOND, newest: THIRD, signsFrom: 1_600_000 } };

/** Creates signers as in different isolates, with stored keys and a clock that a test sets. */
function isolates() {
  const world = { keys: UNROTATED, at: 0 };
  return { world, signerOf: (read = async () => world.keys) => new Signer(read, () => world.at) };
}

test("a read of the keys that never finishes, because its request has ended, delays no other read", async () => {
  const readings = [new Promise<ServiceKeys>(() => undefined), Promise.resolve(UNROTATED)];
  const signer = new Signer(() => readings.shift() ?? Promise.reject(new Error("read once too often")));
  void signer.sign("test", "of the request that has gone");
  const signature = await signer.sign("test", "of another");
  expect(await new Signer(async () => UNROTATED).verify("test", "of another", signature)).toBe(true);
  // The signer now has the key and does not read it again.
  expect(await signer.verify("test", "of another", signature)).toBe(true);
});

test("an unreadable key is read again", async () => {
  const readings = [Promise.reject(new Error("no key")), Promise.resolve(UNROTATED)];
  const signer = new Signer(() => readings.shift() ?? Promise.reject(new Error("read once too often")));
  await expect(signer.sign("test", "a")).rejects.toThrow("no key");
  expect(await signer.sign("test", "a")).toHaveLength(32);
});

test("after a rotation, the earlier key still verifies until the next rotation, and digests stay the same", async () => {
  const { world, signerOf } = isolates();
  const signer = signerOf();
  const [first, digest] = [await signer.sign("test", "a"), await signer.digest("test", "a")];
  expect(digest).toEqual(first);
  Object.assign(world, { keys: ROTATED, at: 600_000 });
  const second = await signer.sign("test", "a");
  expect(second).not.toEqual(first);
  expect([await signer.verify("test", "a", first), await signer.verify("test", "a", second)]).toEqual([true, true]);
  Object.assign(world, { keys: TWICE, at: 1_600_000 });
  expect([await signer.verify("test", "a", first), await signer.verify("test", "a", second)]).toEqual([false, true]);
  expect(await signer.digest("test", "a")).toEqual(digest);
});

test("an isolate that read the keys just before a rotation accepts signatures of another isolate", async () => {
  const { world, signerOf } = isolates();
  const old = signerOf();
  await old.sign("test", "a");
  world.keys = ROTATED;
  for (const at of [0, 299_999, 300_000, 599_999, 600_000]) {
    world.at = at;
    expect(await old.verify("test", "a", await signerOf().sign("test", "a")), `at ${at}`).toBe(true);
  }
});

test("keys that cannot be reloaded stay in use, and the failure is logged", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { world, signerOf } = isolates();
  const readings = [Promise.resolve(UNROTATED)];
  const signer = signerOf(() => readings.shift() ?? Promise.reject(new Error("away")));
  const signature = await signer.sign("test", "a");
  world.at = 300_000;
  expect(await signer.verify("test", "a", signature)).toBe(true);
  expect(logged).toHaveBeenCalledWith(expect.stringContaining("service_key_unreachable"));
  logged.mockRestore();
});
