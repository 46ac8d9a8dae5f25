import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { OperationError } from "../../../shared/api/definition/problems.ts";
import { Signer } from "../../../shared/platform/service-key.ts";
import { MAX_CURSOR, readCursor, writeCursor } from "../../../workers/account/queries/cursors.ts";

const signer = signerOf(7);
const cursors = cursorsOf(signer, "connection-a", "listDomains");
const KEY = { name: "xn--atelier-ana-montral-rzb.ca", id: 4108 };
const BASE64URL = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const FILTERS = { status: "all", domain: "studio-ana.ca" };

function cursorsOf(own: Signer, connection: string, operation: string) {
  const context = { signer: own, grant: { id: connection }, operation: { id: operation } };
  return {
    read: (cursor: string | undefined, filters: object, parameter?: "cursor" | "after") =>
      readCursor(context, cursor, filters, parameter),
    write: (next: object | null, filters: object) => writeCursor(context, next, filters),
  };
}

function signerOf(byte: number): Signer {
  return new Signer(async () => ({ original: new Uint8Array(32).fill(byte).buffer }));
}

async function written(filters: object = FILTERS, key: object = KEY): Promise<string> {
  const cursor = await cursors.write(key, filters);
  if (cursor === null) throw new Error("no cursor");
  return cursor;
}

/** Expects a refusal that names the parameter `cursor`. Any other error fails the test. */
async function expectRefused(read: Promise<unknown>, cursor: string): Promise<void> {
  const error = await read.catch((thrown: unknown) => thrown);
  if (!(error instanceof OperationError)) throw new Error(`not refused: ${JSON.stringify(cursor)}, ${error}`);
  expect(error.code).toBe("invalid_parameter");
  expect(error.refused.map(({ name }) => name)).toEqual(["cursor"]);
}

test("a billing system's own hint is part of the key and of its signature", async () => {
  const key = { issuedOn: "2026-11-01", id: 5001, hint: 250 };
  const [cursor, other] = [await written({}, key), await written({}, { ...key, hint: 500 })];
  expect(await cursors.read(cursor, {})).toEqual(key);
  const forged = other.slice(0, -22) + cursor.slice(-22);
  await expectRefused(cursors.read(forged, {}), forged);
});

test("there is no cursor before the first page or after the last one", async () => {
  expect(await cursors.read(undefined, FILTERS)).toBeUndefined();
  expect(await cursors.write(null, FILTERS)).toBeNull();
});

test("a cursor needs no escaping in a URL, and the same key gives the same cursor", async () => {
  const cursor = await written();
  expect(encodeURIComponent(cursor)).toBe(cursor);
  expect(await written()).toBe(cursor);
});

test("the longest possible domain name gives an accepted cursor", async () => {
  const name = `${"a".repeat(63)}.${"b".repeat(63)}.${"c".repeat(63)}.${"d".repeat(61)}`;
  expect((await written({}, { name, id: Number.MAX_SAFE_INTEGER })).length).toBeLessThan(MAX_CURSOR);
});

test("the order of filters and unset filters do not change a cursor", async () => {
  const cursor = await written();
  expect(await cursors.read(cursor, { domain: "studio-ana.ca", status: "all" })).toEqual(KEY);
  expect(await cursors.read(await written({ status: "all" }), { status: "all", domain: undefined })).toEqual(KEY);
});

const filters = fc.dictionary(fc.string(), fc.oneof(fc.string(), fc.nat()), { noNullPrototype: true });
const keys = fc.record({ id: fc.maxSafeNat(), name: fc.string({ unit: "grapheme" }) });

test("a cursor returns its key if the filters are the same, in any order", async () => {
  await fc.assert(
    fc.asyncProperty(keys, filters, async (key, set) => {
      const reversed = Object.fromEntries(Object.entries(set).reverse());
      expect(await cursors.read(await written(set, key), reversed)).toEqual(key);
    }),
    { numRuns: 200 },
  );
});

test.each([
  ["cursor", "next_cursor"],
  ["after", "cursor"],
] as const)("the refusal of %s refers to the %s of the previous page", async (parameter, given) => {
  const message = { en: expect.stringContaining(`the ${given} of the previous page`) };
  const refused = [{ name: parameter, message }];
  await expect(cursors.read("forged", FILTERS, parameter)).rejects.toMatchObject({ refused });
});

describe("a cursor is refused", () => {
  test("with other filters", async () => {
    await fc.assert(
      fc.asyncProperty(keys, filters, filters, async (key, own, others) => {
        fc.pre(!isDeepStrictEqual(own, others));
        const cursor = await written(own, key);
        await expectRefused(cursors.read(cursor, others), cursor);
      }),
      { numRuns: 200 },
    );
  });

  test("if it is made up", async () => {
    const base64url = fc.string({ unit: fc.constantFrom(...BASE64URL), maxLength: 200 });
    const versioned = base64url.map((text) => `1${text}`);
    const isRefused = fc.asyncProperty(fc.oneof(fc.string(), base64url, versioned), (cursor) =>
      expectRefused(cursors.read(cursor, FILTERS), cursor),
    );
    await fc.assert(isRefused, { numRuns: 300 });
  });

  test("if it belongs to another connection, operation or service key", async () => {
    const cursor = await written();
    for (const [own, connection, operation] of [
      [signer, "connection-b", "listDomains"],
      [signer, "connection-a", "listServices"],
      [signer, "connection-a\u0000", "listDomains"],
      [signer, "connection", "-alistDomains"],
      [signerOf(8), "connection-a", "listDomains"],
    ] as const)
      await expectRefused(cursorsOf(own, connection, operation).read(cursor, FILTERS), cursor);
  });

  test("with any single character changed, removed or added", async () => {
    const cursor = await written();
    for (let at = 0; at < cursor.length; at++) {
      const [before, after] = [cursor.slice(0, at), cursor.slice(at + 1)];
      for (const character of ["A", "B", "_", "-", "1", "=", " ", "\n", "é", ""]) {
        if (character === cursor[at]) continue;
        await expectRefused(cursors.read(before + character + after, FILTERS), before + character + after);
      }
      await expectRefused(cursors.read(`${before}A${cursor.slice(at)}`, FILTERS), cursor);
    }
  });

  test("with the unused bits of its last character set", async () => {
    const cursor = await written();
    for (const last of BASE64URL) {
      if (last !== cursor.at(-1)) await expectRefused(cursors.read(cursor.slice(0, -1) + last, FILTERS), cursor);
    }
  });
});

test("an unreadable service key is an error and not a refused cursor", async () => {
  const unreadable = new Signer(() => Promise.reject(new Error("no key")));
  const broken = cursorsOf(unreadable, "connection-a", "listDomains");
  await expect(broken.read(await written(), FILTERS)).rejects.toThrow("no key");
});
