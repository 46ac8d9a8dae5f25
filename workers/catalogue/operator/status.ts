import type { RegistryHealthPort } from "../../../durable-objects/registry/registry-port.ts";
import type { CatalogueStatus, CopyStatus } from "../../../shared/operator-contract/status.ts";
import { CATALOGUE_FRESH_FOR, CATALOGUE_KEY_PREFIX, type CachedCatalogue } from "../catalogue-data/catalogue-cache.ts";

/** The registries that fail or are paused, and the age of each price list in the store. */
export async function catalogueStatus(
  registries: Pick<RegistryHealthPort, "failures" | "paused">,
  store: KVNamespace,
  now: () => number,
): Promise<CatalogueStatus> {
  const [failures, paused] = await Promise.all([registries.failures(), registries.paused()]);
  const { keys } = await store.list({ prefix: CATALOGUE_KEY_PREFIX });
  const copies = await Promise.all(
    keys.map(async ({ name }): Promise<CopyStatus[]> => {
      const entry = await store.get<CachedCatalogue>(name, "json");
      const list = name.slice(CATALOGUE_KEY_PREFIX.length).replace(":", " ");
      return entry ? [{ name: `prices ${list}`, readAt: entry.readAt, maxAgeMs: CATALOGUE_FRESH_FOR * 1_000 }] : [];
    }),
  );
  return {
    circuits: [
      ...failures.map(({ host, at, openUntil }) => ({
        ...{ name: host, failedAt: at, openUntil },
        isOpen: openUntil !== null && openUntil > now(),
      })),
      ...paused.map(({ host, until }) => ({
        ...{ name: host, failedAt: null, openUntil: until },
        ...{ isOpen: true, isPausedByOperator: true },
      })),
    ],
    copies: copies.flat(),
  };
}
