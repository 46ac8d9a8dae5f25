import { expect, test } from "vitest";
import { CATALOGUE_KEY_PREFIX } from "../../../workers/catalogue/catalogue-data/catalogue-cache.ts";
import { catalogueStatus } from "../../../workers/catalogue/operator/catalogue-operator.ts";

const NOW = 1_795_369_646_510;

function store(entries: Record<string, unknown>): KVNamespace {
  const list = async ({ prefix }: { prefix: string }) => ({
    keys: Object.keys(entries).flatMap((name) => (name.startsWith(prefix) ? { name } : [])),
  });
  return { list, get: async (name: string) => entries[name] ?? null } as unknown as KVNamespace;
}

test("the catalogue's status shows the failing and paused registries and the age of the copies", async () => {
  const troubles = async () => [
    {
      host: "rdap.example:443",
      failedAt: NOW - 5_000,
      failure: "rate_limited" as const,
      openUntil: NOW + 60_000,
      pausedUntil: null,
    },
    {
      host: "whois.example:43",
      failedAt: NOW - 9_000,
      failure: "timeout" as const,
      openUntil: null,
      pausedUntil: null,
    },
    { host: "das.example:4343", failedAt: null, failure: null, openUntil: null, pausedUntil: NOW + 90_000 },
  ];
  const entries = { [`${CATALOGUE_KEY_PREFIX}CAD:en`]: { readAt: NOW - 7_000 }, "check:2:live:maple.ca": {} };
  const at = (ms: number) => new Date(NOW + ms).toISOString();
  expect(await catalogueStatus({ troubles }, store(entries), () => NOW)).toEqual({
    circuits: [
      { name: "rdap.example:443", isOpen: true, why: "rate limited", failedAt: at(-5_000), openUntil: at(60_000) },
      { name: "whois.example:43", isOpen: false, why: "timeout", failedAt: at(-9_000), openUntil: null },
      { name: "das.example:4343", isOpen: true, why: "paused by an operator", failedAt: null, openUntil: at(90_000) },
    ],
    copies: [{ name: "prices CAD en", readAt: at(-7_000), servedForMinutes: 10 }],
  });
});

test("a copy that expires between the two reads is left out, and a missing copy is shown as a row", async () => {
  const empty = { ...store({ [`${CATALOGUE_KEY_PREFIX}CAD:en`]: {} }), get: async () => null } as never;
  expect((await catalogueStatus({ troubles: async () => [] }, empty, () => NOW)).copies).toEqual([
    { name: expect.stringContaining("none in the store"), readAt: null, servedForMinutes: null },
  ]);
});
