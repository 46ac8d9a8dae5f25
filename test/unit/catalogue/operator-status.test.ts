import { expect, test } from "vitest";
import { CATALOGUE_KEY_PREFIX } from "../../../workers/catalogue/catalogue-data/catalogue-cache.ts";
import { catalogueStatus } from "../../../workers/catalogue/operator/status.ts";

const NOW = 1_795_369_646_510;

/** A key-value store with these entries. */
function store(entries: Record<string, unknown>): KVNamespace {
  const list = async ({ prefix }: { prefix: string }) => ({
    keys: Object.keys(entries).flatMap((name) => (name.startsWith(prefix) ? { name } : [])),
  });
  return { list, get: async (name: string) => entries[name] ?? null } as unknown as KVNamespace;
}

test("the catalogue's status has the registries that fail, whether each is left alone, and the age of the copies", async () => {
  const failures = async () => [
    { host: "rdap.example:443", at: NOW - 5_000, openUntil: NOW + 60_000 },
    { host: "whois.example:43", at: NOW - 9_000, openUntil: null },
  ];
  const entries = { [`${CATALOGUE_KEY_PREFIX}CAD:en`]: { readAt: NOW - 7_000 }, "check:2:live:maple.ca": {} };
  const paused = async () => [{ host: "das.example:4343", until: NOW + 90_000 }];
  expect(await catalogueStatus({ failures, paused }, store(entries), () => NOW)).toEqual({
    circuits: [
      { name: "rdap.example:443", failedAt: NOW - 5_000, openUntil: NOW + 60_000, isOpen: true },
      { name: "whois.example:43", failedAt: NOW - 9_000, openUntil: null, isOpen: false },
      { name: "das.example:4343", failedAt: null, openUntil: NOW + 90_000, isOpen: true, isPausedByOperator: true },
    ],
    copies: [{ name: "prices CAD en", readAt: NOW - 7_000, maxAgeMs: 600_000 }],
  });
});

test("a copy that expired between the two readings is left out", async () => {
  const empty = { ...store({ [`${CATALOGUE_KEY_PREFIX}CAD:en`]: {} }), get: async () => null } as never;
  expect(
    (await catalogueStatus({ failures: async () => [], paused: async () => [] }, empty, () => NOW)).copies,
  ).toEqual([]);
});
